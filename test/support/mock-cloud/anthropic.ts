import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { checkClosed, type ValueSchema, valueFor } from "./made-values.ts";
import { Mistake, type MistakeKind } from "./mistake.ts";
import { check, type Dialect, json, parsed, type Reply, tokens, type Understood } from "./wire.ts";

/** Bytes of one picture that the vendor takes. */
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

const text = { type: "string" };
const closed = (properties: object, required: string[] = []): object => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const textBlock = closed({ type: { const: "text" }, text, cache_control: { type: "object" } }, [
  "type",
  "text",
]);
const imageBlock = closed(
  {
    type: { const: "image" },
    source: closed(
      {
        type: { const: "base64" },
        media_type: { enum: ["image/jpeg", "image/png", "image/webp", "image/gif"] },
        data: text,
      },
      ["type", "media_type", "data"],
    ),
    cache_control: { type: "object" },
  },
  ["type", "source"],
);
const block = {
  type: "object",
  required: ["type"],
  properties: { type: { enum: ["text", "image"] } },
  if: { properties: { type: { const: "text" } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: textBlock,
  else: imageBlock,
};
const bodySchema = closed(
  {
    model: text,
    max_tokens: { type: "integer", minimum: 1 },
    messages: {
      type: "array",
      minItems: 1,
      items: closed(
        {
          role: { enum: ["user", "assistant"] },
          content: { if: { type: "string" }, else: { type: "array", minItems: 1, items: block } },
        },
        ["role", "content"],
      ),
    },
    system: { if: { type: "string" }, else: { type: "array", items: textBlock } },
    temperature: { type: "number", minimum: 0, maximum: 1 },
    top_p: { type: "number", minimum: 0, maximum: 1 },
    top_k: { type: "integer" },
    stop_sequences: { type: "array", items: text },
    stream: { const: false },
    metadata: closed({ user_id: text }),
    thinking: { type: "object" },
    output_config: closed({
      effort: text,
      format: closed({ type: { const: "json_schema" }, schema: { type: "object" } }, [
        "type",
        "schema",
      ]),
    }),
  },
  ["model", "max_tokens", "messages"],
);

interface Block {
  type: string;
  text?: string;
  source?: { media_type: string; data: string };
}
interface Body {
  model: string;
  messages: { role: string; content: string | Block[] }[];
  system?: string | Block[];
  output_config?: { format?: { schema: ValueSchema } };
}

/** `POST /v1/messages` of the Anthropic API, for texts; pictures may be asked about, not made. */
export const anthropic: Dialect = {
  name: "anthropic",
  owns: (path) => path === "/v1/messages" || path.startsWith("/anthropic/"),
  async understand(call, key) {
    const given = call.headers["x-api-key"];
    if (given === undefined) throw new Mistake("no_key", "", "x-api-key header is required");
    if (given !== key) throw new Mistake("wrong_key", "", "invalid x-api-key");
    if (call.headers["anthropic-version"] !== "2023-06-01") {
      throw new Mistake("no_version", "", "anthropic-version: header is required");
    }
    if (call.method !== "POST" || !/^(\/anthropic)?\/v1\/messages$/.test(call.path)) {
      throw new Mistake("no_route", "", "Not Found");
    }
    return await read(check(bodySchema, parsed(call)));
  },
  errorOf,
  trouble: (kind) => troubles[kind],
};

const troubles = {
  rate_limited: failure(
    429,
    "rate_limit_error",
    "This request would exceed your organization's rate limit.",
  ),
  server_error: failure(500, "api_error", "Internal server error"),
  overloaded: failure(529, "overloaded_error", "Overloaded"),
};

function failure(status: number, type: string, message: string): Reply {
  return json(status, {
    type: "error",
    error: { type, message },
    request_id: `req_${randomUUID()}`,
  });
}

function errorOf({ kind, field, message }: Mistake): Reply {
  const invalid = (sentence: string): Reply => failure(400, "invalid_request_error", sentence);
  const place = field.replaceAll(/\[(\d+)\]/g, ".$1");
  const words: Partial<Record<MistakeKind, () => Reply>> = {
    no_key: () => failure(401, "authentication_error", message),
    wrong_key: () => failure(401, "authentication_error", message),
    no_version: () => invalid(message),
    no_route: () => failure(404, "not_found_error", message),
    no_model: () => failure(404, "not_found_error", message),
    not_json: () => invalid("The request body is not valid JSON"),
    too_large: () => failure(413, "request_too_large", "Request exceeds the maximum size"),
    unknown_field: () => invalid(`${place}: Extra inputs are not permitted`),
    missing_field: () => invalid(`${place}: Field required`),
    wrong_type: () => invalid(`${place}: Input should be valid: ${message}`),
  };
  return words[kind]?.() ?? invalid(`${place}: ${message}`);
}

async function read(body: Body): Promise<Understood> {
  const { model, messages, system = [] } = body;
  if (!model.startsWith("claude-")) throw new Mistake("no_model", "", `model: ${model}`);
  const schema = body.output_config?.format?.schema;
  if (schema) checkClosed(schema, { field: "output_config.format.schema", allRequired: false });
  const said: string[] = [];
  const pictures: Uint8Array[] = [];
  const all = [{ content: system, place: "system" }].concat(
    messages.map(({ content }, at) => ({ content, place: `messages[${at}].content` })),
  );
  for (const { content, place } of all) {
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    for (const [at, one] of blocks.entries()) {
      if (one.text !== undefined) said.push(one.text);
      if (one.source) pictures.push(await pictureOf(one.source, `${place}[${at}].source`));
    }
  }
  const prompt = said.join("\n");
  const last = said.at(-1) ?? "";
  const reply = (content: object[], stopReason: string, outTokens: number): Reply =>
    json(200, {
      id: `msg_${randomUUID()}`,
      type: "message",
      role: "assistant",
      model,
      content,
      stop_reason: stopReason,
      stop_sequence: null,
      usage: { input_tokens: tokens(prompt), output_tokens: outTokens },
    });
  return {
    kind: "text",
    model,
    prompt,
    pictures,
    answer(spoil) {
      const value = spoil === "wrong_value" ? { wrong: true } : schema && valueFor(schema, last);
      const words = schema ? JSON.stringify(value) : `Placeholder answer to: ${last.slice(0, 200)}`;
      return Promise.resolve(reply([{ type: "text", text: words }], "end_turn", tokens(words)));
    },
    refuse: () => reply([], "refusal", 0),
  };
}

async function pictureOf(source: { media_type: string; data: string }, place: string) {
  const bytes = Buffer.from(source.data, "base64");
  if (bytes.length > MAX_PICTURE_BYTES) {
    throw new Mistake("bad_picture", place, "image exceeds 5 MB maximum");
  }
  const { format } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: "none" }));
  if (`image/${format}` !== source.media_type) {
    const sentence = `The image was specified using the ${source.media_type} media type, but the image appears to be a ${format} image`;
    throw new Mistake("bad_picture", place, sentence);
  }
  return bytes;
}
