import { randomUUID } from "node:crypto";
import { checkClosed, type ValueSchema, valueFor } from "./made-values.ts";
import { Mistake, type MistakeKind } from "./mistake.ts";
import { editOf, generationOf, type ImageOrder } from "./openai-images.ts";
import { chatSchema, responsesSchema } from "./openai-schemas.ts";
import { speech } from "./openai-speech.ts";
import { makePicture, sizeOf } from "./pictures.ts";
import {
  type Call,
  check,
  type Dialect,
  json,
  parsed,
  type Reply,
  tokens,
  type Understood,
} from "./wire.ts";

/** How a server of this format differs from the vendor's own. */
export interface OpenAiFlavour {
  name: string;
  /** Path before `/images/generations` and the others, e.g. `/v1`. */
  base: string;
  /** True for a server on the LAN: any model, any size, no key needed. */
  isLocal: boolean;
}

/** `POST /images/generations`, `/images/edits` (multipart), `/chat/completions`, `/responses` and `/audio/speech`. */
export function openAi(flavour: OpenAiFlavour): Dialect {
  const { base, isLocal, name } = flavour;
  const routes: Record<string, (call: Call) => Promise<Understood>> = {
    "/images/generations": async (call) => images(generationOf(parsed(call), isLocal)),
    "/images/edits": async (call) => images(await editOf(call, isLocal)),
    "/chat/completions": (call) => chat(check(chatSchema, parsed(call)), isLocal),
    "/responses": (call) => responses(check(responsesSchema, parsed(call)), isLocal),
    "/audio/speech": async (call) => speech(parsed(call), isLocal),
  };
  return {
    name,
    owns: (path) => path.startsWith(`${base}/`) && path !== "/v1/messages",
    understand: async (call, key) => {
      checkKey(call, key, isLocal);
      const route = call.method === "POST" ? routes[call.path.slice(base.length)] : undefined;
      if (!route) throw new Mistake("no_route", "", `Invalid URL (${call.method} ${call.path})`);
      return await route(call);
    },
    errorOf,
    trouble: (kind) => trouble[kind],
  };
}

function checkKey(call: Call, key: string, isLocal: boolean): void {
  const given = call.headers.authorization;
  if (given === undefined && isLocal) return;
  if (given === undefined) throw new Mistake("no_key", "", "no key");
  if (given !== `Bearer ${key}`) throw new Mistake("wrong_key", "", given.slice(7, 12));
}

const statusOf: Partial<Record<MistakeKind, number>> = {
  no_key: 401,
  wrong_key: 401,
  no_route: 404,
  no_model: 404,
  too_large: 413,
};

function errorOf({ kind, field, message }: Mistake): Reply {
  const texts: Partial<Record<MistakeKind, [code: string | null, message: string]>> = {
    no_key: [
      null,
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.",
    ],
    wrong_key: ["invalid_api_key", `Incorrect API key provided: ${message}*****.`],
    no_route: [null, message],
    no_model: ["model_not_found", message],
    not_json: [null, "We could not parse the JSON body of your request."],
    unknown_field: ["unknown_parameter", `Unknown parameter: '${field}'.`],
    missing_field: ["missing_required_parameter", `Missing required parameter: '${field}'.`],
    wrong_type: ["invalid_type", `Invalid type for '${field}': ${message}.`],
    wrong_value: ["invalid_value", `Invalid value for '${field}': ${message}.`],
    bad_schema: ["invalid_json_schema", `Invalid schema for response_format: ${message}.`],
    bad_picture: ["invalid_image_file", `Invalid image file or mode for ${field}: ${message}.`],
    key_reused: [
      "idempotency_error",
      "Keys for idempotent requests can only be used with the same parameters.",
    ],
  };
  const [code, text] = texts[kind] ?? [null, message];
  const error = { message: text, type: "invalid_request_error", param: field || null, code };
  return json(statusOf[kind] ?? 400, { error });
}

const trouble: Record<"rate_limited" | "server_error" | "overloaded", Reply> = {
  rate_limited: json(429, {
    error: {
      message: "Rate limit reached for requests per min. Please try again later.",
      type: "requests",
      param: null,
      code: "rate_limit_exceeded",
    },
  }),
  server_error: json(500, {
    error: {
      message: "The server had an error while processing your request. Sorry about that!",
      type: "server_error",
      param: null,
      code: null,
    },
  }),
  overloaded: json(503, {
    error: {
      message: "That model is currently overloaded with other requests.",
      type: "server_error",
      param: null,
      code: null,
    },
  }),
};

function images(order: ImageOrder): Understood {
  const { model, prompt, pictures, count, format } = order;
  return {
    kind: "image",
    model,
    prompt,
    pictures,
    async answer(spoil) {
      const [widthPx, heightPx] = spoil === "wrong_size" ? [640, 360] : order.sizePx;
      const made = Array.from({ length: count }, (_, index) => {
        const said = index === 0 ? prompt : `${prompt} #${index + 1}`;
        return makePicture({ prompt: said, widthPx, heightPx, format, from: pictures });
      });
      const all = spoil === "no_picture" ? [Buffer.from("no picture")] : await Promise.all(made);
      const input = tokens(prompt) + pictures.length * 323;
      const output = Math.ceil((widthPx * heightPx) / 1024) * count;
      return json(200, {
        created: nowSec(),
        background: "opaque",
        data: all.map((bytes) => ({ b64_json: bytes.toString("base64") })),
        output_format: format,
        quality: "low",
        size: `${widthPx}x${heightPx}`,
        usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
      });
    },
    refuse: () =>
      json(400, {
        error: {
          message: "Your request was rejected by the safety system.",
          type: "image_generation_user_error",
          param: null,
          code: "moderation_blocked",
        },
      }),
  };
}

interface Part {
  type: string;
  text?: string;
  image_url?: string | { url: string };
}
interface Message {
  role: string;
  content: string | Part[];
}
interface Format {
  type: string;
  schema?: ValueSchema;
}

/** Models that think refuse the parameters of those that do not. */
function checkTextModel(model: string, isLocal: boolean, given: object): void {
  if (isLocal) return;
  if (!/^(gpt-[345]|o\d|chatgpt-)/.test(model)) {
    throw new Mistake(
      "no_model",
      "model",
      `The model '${model}' does not exist or you do not have access to it.`,
    );
  }
  if (/^(gpt-5|o\d)/.test(model) && "max_tokens" in given) {
    throw new Mistake(
      "wrong_value",
      "max_tokens",
      "not supported with this model; use 'max_completion_tokens'",
    );
  }
}

async function readMessages(
  messages: readonly Message[],
  field: string,
): Promise<{ prompt: string; last: string; pictures: Uint8Array[] }> {
  const texts: string[] = [];
  const pictures: Uint8Array[] = [];
  for (const [at, { content }] of messages.entries()) {
    const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
    for (const part of parts) {
      if (part.text !== undefined) texts.push(part.text);
      const url = typeof part.image_url === "object" ? part.image_url.url : part.image_url;
      if (url === undefined) continue;
      const place = `${field}[${at}].content`;
      const [, data] = /^data:image\/(?:png|jpeg|webp);base64,(.+)$/s.exec(url) ?? [];
      if (data === undefined) throw new Mistake("bad_picture", place, "no data URL of a picture");
      const bytes = Buffer.from(data, "base64");
      await sizeOf(bytes, place);
      pictures.push(bytes);
    }
  }
  return { prompt: texts.join("\n"), last: texts.at(-1) ?? "", pictures };
}

/** The text of an answer: of the schema, any JSON, or a sentence. */
function textOf(format: Format | undefined, prompt: string, isSpoiled: boolean): string {
  if (format?.type === "json_schema") {
    return JSON.stringify(isSpoiled ? { wrong: true } : valueFor(format.schema!, prompt));
  }
  if (format?.type === "json_object") return JSON.stringify({ placeholder: prompt.slice(0, 100) });
  return `Placeholder answer to: ${prompt.slice(0, 200)}`;
}

async function chat(
  body: {
    model: string;
    messages: Message[];
    response_format?: { type: string; json_schema?: { schema: ValueSchema; strict?: boolean } };
  },
  isLocal: boolean,
): Promise<Understood> {
  const { model, messages, response_format: asked } = body;
  checkTextModel(model, isLocal, body);
  const schema = asked?.json_schema?.schema;
  if (schema && asked.json_schema?.strict === true) {
    checkClosed(schema, { field: "response_format", allRequired: true });
  }
  const format = asked && { type: asked.type, ...(schema ? { schema } : {}) };
  const read = await readMessages(messages, "messages");
  const reply = (message: object, text: string): Reply => {
    const counts = { prompt_tokens: tokens(read.prompt), completion_tokens: tokens(text) };
    return json(200, {
      id: `chatcmpl-${randomUUID()}`,
      object: "chat.completion",
      created: nowSec(),
      model,
      choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }],
      usage: { ...counts, total_tokens: counts.prompt_tokens + counts.completion_tokens },
    });
  };
  return {
    kind: "text",
    model,
    ...read,
    answer: (spoil) => {
      const content = textOf(format, read.last, spoil === "wrong_value");
      return Promise.resolve(reply({ content, refusal: null }, content));
    },
    refuse: () => reply({ content: null, refusal: "I'm sorry, I can't help with that." }, ""),
  };
}

async function responses(
  body: {
    model: string;
    input: string | Message[];
    instructions?: string;
    text?: { format?: Format & { strict?: boolean } };
  },
  isLocal: boolean,
): Promise<Understood> {
  const { model, input, instructions = "", text: { format } = {} } = body;
  checkTextModel(model, isLocal, body);
  if (format?.schema && format.strict === true) {
    checkClosed(format.schema, { field: "text.format.schema", allRequired: true });
  }
  const messages = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const read = await readMessages(messages, "input");
  const prompt = [instructions, read.prompt].filter(Boolean).join("\n");
  const reply = (part: object, text: string): Reply => {
    const counts = { input_tokens: tokens(prompt), output_tokens: tokens(text) };
    const message = { id: `msg_${randomUUID()}`, type: "message", role: "assistant" };
    return json(200, {
      id: `resp_${randomUUID()}`,
      object: "response",
      created_at: nowSec(),
      status: "completed",
      error: null,
      incomplete_details: null,
      model,
      output: [{ ...message, status: "completed", content: [part] }],
      usage: { ...counts, total_tokens: counts.input_tokens + counts.output_tokens },
    });
  };
  return {
    kind: "text",
    model,
    prompt,
    pictures: read.pictures,
    answer: (spoil) => {
      const text = textOf(format, read.last, spoil === "wrong_value");
      return Promise.resolve(reply({ type: "output_text", text, annotations: [] }, text));
    },
    refuse: () => reply({ type: "refusal", refusal: "I'm sorry, I can't help with that." }, ""),
  };
}

function nowSec(): number {
  return Math.floor(Date.now() / 1000);
}
