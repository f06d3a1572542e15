const text = { type: "string" };
const count = { type: "integer", minimum: 1 };

function closed(properties: object, required: string[] = []): object {
  return { type: "object", properties, required, additionalProperties: false };
}

const jsonSchemaFields = {
  name: { type: "string", pattern: "^[a-zA-Z0-9_-]{1,64}$" },
  description: text,
  schema: { type: "object" },
  strict: { type: ["boolean", "null"] },
};

const parts = (textType: string, imageType: string, imageUrl: object): object => ({
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    required: ["type"],
    properties: { type: { enum: [textType, imageType] } },
    // Only the branch of the named type is checked, so that its own fault is told.
    if: { properties: { type: { const: textType } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: closed({ type: {}, text }, ["text"]),
    else: closed({ type: {}, image_url: imageUrl, detail: text }, ["image_url"]),
  },
});

const messages = (roles: string[], content: object): object => ({
  type: "array",
  minItems: 1,
  items: closed(
    {
      role: { enum: roles },
      content: { if: { type: "string" }, else: content },
    },
    ["role", "content"],
  ),
});

/** Body of `POST /chat/completions`, as far as the stand-in speaks it; no tools and no streams. */
export const chatSchema = closed(
  {
    model: text,
    messages: messages(
      ["developer", "system", "user", "assistant"],
      parts("text", "image_url", closed({ url: text, detail: text }, ["url"])),
    ),
    response_format: closed(
      {
        type: { enum: ["text", "json_object", "json_schema"] },
        json_schema: closed(jsonSchemaFields, ["name", "schema"]),
      },
      ["type"],
    ),
    max_tokens: count,
    max_completion_tokens: count,
    reasoning_effort: text,
    temperature: { type: "number", minimum: 0, maximum: 2 },
    top_p: { type: "number", minimum: 0, maximum: 1 },
    seed: { type: "integer" },
    stream: { const: false },
    user: text,
    safety_identifier: text,
    store: { type: "boolean" },
    metadata: { type: "object" },
  },
  ["model", "messages"],
);

/** Body of `POST /responses`, as far as the stand-in speaks it; no tools and no streams. */
export const responsesSchema = closed(
  {
    model: text,
    input: {
      if: { type: "string" },
      else: messages(
        ["developer", "system", "user", "assistant"],
        parts("input_text", "input_image", text),
      ),
    },
    instructions: text,
    text: closed({
      format: closed(
        { type: { enum: ["text", "json_object", "json_schema"] }, ...jsonSchemaFields },
        ["type"],
      ),
      verbosity: text,
    }),
    max_output_tokens: { type: "integer", minimum: 16 },
    reasoning: closed({ effort: text, summary: text }),
    include: { type: "array", items: text },
    temperature: { type: "number", minimum: 0, maximum: 2 },
    top_p: { type: "number", minimum: 0, maximum: 1 },
    stream: { const: false },
    store: { type: "boolean" },
    user: text,
    safety_identifier: text,
    metadata: { type: "object" },
  },
  ["model", "input"],
);

const imageFields = {
  model: text,
  prompt: { type: "string", minLength: 1, maxLength: 32_000 },
  n: { type: "integer", minimum: 1, maximum: 10 },
  size: text,
  quality: { enum: ["auto", "low", "medium", "high"] },
  background: { enum: ["auto", "opaque", "transparent"] },
  output_format: { enum: ["png", "jpeg", "webp"] },
  output_compression: { type: "integer", minimum: 0, maximum: 100 },
  moderation: { enum: ["auto", "low"] },
  user: text,
  safety_identifier: { type: "string", maxLength: 128 },
};

/** Body of `POST /images/generations` for the models named `gpt-image-…`. */
export const gptImageSchema = closed(imageFields, ["prompt"]);

/** The same for older models and for servers on the LAN. */
export const olderImageSchema = closed(
  {
    ...imageFields,
    quality: { enum: ["auto", "low", "medium", "high", "standard", "hd"] },
    style: { enum: ["vivid", "natural"] },
    response_format: { const: "b64_json" },
  },
  ["prompt"],
);

/** Text fields of `POST /images/edits`. */
export const editSchema = closed({ ...imageFields, input_fidelity: { enum: ["high", "low"] } }, [
  "prompt",
]);
