import type { ImageModel, LanguageModel, SpeechModel } from "ai";
import type { EndpointKind } from "../../uplink/uplink-terms.ts";
import { EndpointFailure } from "../../uplink/endpoint-port.ts";

/** The models of one provider, in the words of the SDK. */
export interface Provider {
  kind: EndpointKind;
  image(model: string): ImageModel;
  language(model: string): LanguageModel;
  speech(model: string): SpeechModel | Promise<SpeechModel>;
  textOptions: Record<string, Record<string, string | boolean>>;
}

/** The settings of a provider. */
export interface ProviderSettings {
  kind: Exclude<EndpointKind, "service" | "elevenlabs">;
  /** Undefined: the provider's own address. */
  baseUrl: string;
  /** Null where none is needed, as on many servers of a LAN. */
  apiKey: string | null;
  fetch: typeof globalThis.fetch;
}

/** Public addresses of the providers. */
export const publicUrls = {
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  anthropic: "https://api.anthropic.com/v1",
  elevenlabs: "https://api.elevenlabs.io",
} as const;

/** Refuses tasks that a kind of endpoint does not support. */
export function cannot(what: string): never {
  throw new EndpointFailure("rejected", `this kind of endpoint makes no ${what}`);
}

/** Loads the provider's package on first use, and makes the provider. */
export function makeProvider(settings: ProviderSettings): Promise<Provider> {
  switch (settings.kind) {
    case "openai":
      return openai(settings);
    case "google":
      return google(settings);
    case "anthropic":
      return anthropic(settings);
    case "openai-compatible":
      return openaiCompatible(settings);
  }
}

/** Without a key of its own a package reads one from the environment. */
function keyOf({ apiKey }: ProviderSettings): string {
  return apiKey ?? "none";
}

async function openai(settings: ProviderSettings): Promise<Provider> {
  const { kind, baseUrl: baseURL, fetch } = settings;
  const { createOpenAI } = await import("@ai-sdk/openai");
  const provider = createOpenAI({ baseURL, apiKey: keyOf(settings), fetch });
  return {
    kind,
    image: (model) => provider.image(model),
    language: (model) => provider.responses(model),
    speech: (model) => provider.speech(model),
    // The provider stores nothing; and schemas may have optional fields.
    textOptions: { openai: { store: false, strictJsonSchema: false } },
  };
}

async function google(settings: ProviderSettings): Promise<Provider> {
  const { kind, baseUrl: baseURL, fetch } = settings;
  const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
  const provider = createGoogleGenerativeAI({ baseURL, apiKey: keyOf(settings), fetch });
  return {
    kind,
    image: (model) => provider.image(model),
    language: (model) => provider(model),
    speech: (model) => provider.speech(model),
    textOptions: {},
  };
}

async function anthropic(settings: ProviderSettings): Promise<Provider> {
  const { kind, baseUrl: baseURL, fetch } = settings;
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const provider = createAnthropic({ baseURL, apiKey: keyOf(settings), fetch });
  return {
    kind,
    image: () => cannot("pictures"),
    language: (model) => provider(model),
    speech: () => cannot("speech"),
    textOptions: {},
  };
}

async function openaiCompatible(settings: ProviderSettings): Promise<Provider> {
  const { kind, baseUrl: baseURL, fetch, apiKey } = settings;
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const key = apiKey === null ? {} : { apiKey };
  const name = "lan";
  const supportsStructuredOutputs = true;
  const server = createOpenAICompatible({
    name,
    baseURL,
    fetch,
    ...key,
    supportsStructuredOutputs,
  });
  return {
    kind,
    image: (model) => server.imageModel(model),
    language: (model) => server(model),
    async speech(model) {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ baseURL, apiKey: keyOf(settings), fetch }).speech(model);
    },
    textOptions: {},
  };
}
