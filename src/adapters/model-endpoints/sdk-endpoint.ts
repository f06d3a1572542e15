import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { ImageModel, LanguageModel, SpeechModel } from "ai";
import {
  isNameRule,
  type SchemaError,
  schemaFault,
  unknownName,
} from "../../base/contract/schema-fault.ts";
import type { Capability } from "../../uplink/uplink-terms.ts";
import {
  type Bare,
  type EndpointCall,
  EndpointFailure,
  type ModelEndpoint,
  type CallFigures,
} from "../../uplink/endpoint-port.ts";
import type {
  Answers,
  ImageAnswer,
  ImageEditRequest,
  ImageRequest,
  Requests,
  SpeechAnswer,
  SpeechRequest,
  TextAnswer,
  TextRequest,
  VisionRequest,
} from "../../uplink/requests.ts";
import { Exchange } from "./exchange.ts";
import { imageOptions, unsupportedWishes } from "./image-options.ts";
import type { Provider } from "./providers.ts";
import type { Transport } from "./transport.ts";

/** The parts of an endpoint of a model provider. */
export interface SdkEndpointParts {
  transport: Transport;
  /** Makes the provider for one question, with the key as it is now. */
  provider: (fetch: typeof globalThis.fetch) => Promise<Provider>;
  wallMs: () => number;
}

/** The SDK and its providers take a fifth of a second and 35 MB: nothing is loaded before the first question. */
async function loadSdk() {
  const sdk = await import("ai");
  // It writes to the console otherwise.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return sdk;
}

/** Its own retries are off: the queue of jobs knows better when. */
const once = { maxRetries: 0 } as const;

/** A provider's models through the AI SDK. */
export class SdkEndpoint implements ModelEndpoint {
  readonly #parts: SdkEndpointParts;

  constructor(parts: SdkEndpointParts) {
    this.#parts = parts;
  }

  async ask<C extends Capability>(
    question: { capability: C; model: string; request: Requests[C] },
    call: EndpointCall,
  ): Promise<{ answer: Bare<Answers[C]>; received: CallFigures }> {
    const { transport, wallMs } = this.#parts;
    const exchange = new Exchange({ transport, call, wallMs });
    try {
      const provider = await this.#parts.provider(exchange.fetch);
      const { capability, model, request } = question;
      const options = { provider, model, abortSignal: call.signal };
      const answer = await answerers[capability](request, options);
      return { answer, received: exchange.received };
    } catch (error) {
      call.signal.throwIfAborted();
      exchange.throwIfFailed();
      if (error instanceof EndpointFailure) {
        const { kind, message, shapeFault } = error;
        throw new EndpointFailure(kind, message, {
          received: exchange.received,
          shapeFault,
          cause: error,
        });
      }
      const message = "its answer could not be understood";
      throw new EndpointFailure("invalid", message, { received: exchange.received, cause: error });
    }
  }
}

interface AnswerOptions {
  provider: Provider;
  model: string;
  abortSignal: AbortSignal;
}

/** The calls of the SDK by capability. */
const answerers: {
  [C in Capability]: (request: Requests[C], options: AnswerOptions) => Promise<Bare<Answers[C]>>;
} = {
  image: picturesOf,
  image_edit: picturesOf,
  text: textOf,
  vision: textOf,
  speech: async (request, { provider, model, abortSignal }) =>
    await speechAnswer(await provider.speech(model), request, abortSignal),
};

async function picturesOf(
  request: ImageRequest | ImageEditRequest,
  { provider, model, abortSignal }: AnswerOptions,
): Promise<Bare<ImageAnswer>> {
  const options = imageOptions(provider.kind, model, request);
  const result = await imageAnswer(provider.image(model), request, { ...options, abortSignal });
  return { ...result, unsupported: unsupportedWishes(provider.kind, model, request) };
}

function textOf(
  request: TextRequest | VisionRequest,
  { provider, model, abortSignal }: AnswerOptions,
): Promise<Bare<TextAnswer>> {
  const options = { abortSignal, providerOptions: provider.textOptions };
  return textAnswer(provider.language(model), request, options);
}

async function imageAnswer(
  model: ImageModel,
  request: ImageRequest | ImageEditRequest,
  options: ReturnType<typeof imageOptions> & { abortSignal: AbortSignal },
): Promise<Omit<Bare<ImageAnswer>, "unsupported">> {
  const { generateImage } = await loadSdk();
  const { prompt: text, references = [] } = request;
  const sources = "source" in request ? [request.source, ...references] : references;
  const images = sources.map(({ bytes }) => bytes);
  const prompt = images.length === 0 ? text : { text, images };
  const result = await generateImage({ model, prompt, n: 1, ...options, ...once });
  const [call] = result.calls;
  const metadata = call?.providerMetadata?.["openai"]?.["images"];
  const first = Array.isArray(metadata) ? (metadata[0] as { revisedPrompt?: string } | null) : null;
  return {
    pictures: result.images.map(({ uint8Array: bytes, mediaType }) => ({ bytes, mediaType })),
    revisedPrompt: first?.revisedPrompt ?? null,
  };
}

async function textAnswer(
  model: LanguageModel,
  request: TextRequest | VisionRequest,
  options: { abortSignal: AbortSignal; providerOptions: Provider["textOptions"] },
): Promise<Bare<TextAnswer>> {
  const { generateText, jsonSchema, Output } = await loadSdk();
  const { system, prompt, schema, maxOutputTokens } = request;
  const pictures = "pictures" in request ? request.pictures : [];
  const files = pictures.map(({ bytes: data, mediaType }) => ({
    type: "file" as const,
    data,
    mediaType,
  }));
  const content = [...files, { type: "text" as const, text: prompt }];
  const shared = {
    model,
    messages: [{ role: "user" as const, content }],
    ...omitUndefined({ system, maxOutputTokens }),
    ...options,
    ...once,
  };
  if (!schema) return { text: (await generateText(shared)).text, value: null };
  const output = Output.object({ schema: jsonSchema(schema) });
  const result = await generateText({ ...shared, output });
  const value: unknown = result.output;
  const { Check, Errors } = await import("typebox/value");
  if (!Check(schema, value)) {
    const message = "its answer is not of the shape that was asked for";
    throw new EndpointFailure("invalid", message, { shapeFault: faultOf(Errors(schema, value)) });
  }
  return { text: result.text, value };
}

/** `findings[0].urgency: is not …`, with names of the schema only; null without a more specific rule. */
function faultOf(errors: readonly SchemaError[]): string | null {
  const [first] = errors;
  if (!first) return null;
  const { path, rule, message } = schemaFault(first);
  // Names that the schema does not have are a part of the answer.
  if (isNameRule(rule)) return unknownName;
  return `${path || "the answer"}: ${message}`;
}

async function speechAnswer(
  model: SpeechModel,
  { text, voice, language, format }: SpeechRequest,
  abortSignal: AbortSignal,
): Promise<Bare<SpeechAnswer>> {
  const { generateSpeech } = await loadSdk();
  const { audio } = await generateSpeech({
    model,
    text,
    outputFormat: format,
    ...omitUndefined({ voice, language }),
    abortSignal,
    ...once,
  });
  return { audio: audio.uint8Array, mediaType: audio.mediaType };
}
