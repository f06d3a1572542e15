import { randomUUID } from "node:crypto";
import { type ValueSchema, valueFor } from "./made-values.ts";
import { Mistake, type MistakeKind } from "./mistake.ts";
import { makePicture, sizeOf } from "./pictures.ts";
import { check, type Dialect, json, parsed, type Reply, tokens, type Understood } from "./wire.ts";

/** Bytes of a request with pictures inside. */
const MAX_REQUEST_BYTES = 20 * 1024 * 1024;

const text = { type: "string" };
const closed = (properties: object, required: string[] = []): object => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const partSchema = closed({
  text,
  thought: { type: "boolean" },
  inlineData: closed({ mimeType: text, data: text }, ["mimeType", "data"]),
});
const contentSchema = closed(
  { role: { enum: ["user", "model"] }, parts: { type: "array", minItems: 1, items: partSchema } },
  ["parts"],
);
const ratios = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"];
const bodySchema = closed(
  {
    contents: { type: "array", minItems: 1, items: contentSchema },
    systemInstruction: contentSchema,
    safetySettings: { type: "array", items: closed({ category: text, threshold: text }) },
    generationConfig: closed({
      maxOutputTokens: { type: "integer", minimum: 1 },
      temperature: { type: "number", minimum: 0, maximum: 2 },
      topP: { type: "number" },
      topK: { type: "number" },
      seed: { type: "integer" },
      candidateCount: { const: 1 },
      stopSequences: { type: "array", items: text },
      responseMimeType: { enum: ["text/plain", "application/json"] },
      responseSchema: { type: "object" },
      responseJsonSchema: { type: "object" },
      responseModalities: { type: "array", items: { enum: ["TEXT", "IMAGE"] } },
      imageConfig: closed({
        aspectRatio: { enum: ratios },
        imageSize: { enum: ["1K", "2K", "4K"] },
      }),
      thinkingConfig: closed({
        thinkingBudget: { type: "integer" },
        thinkingLevel: text,
        includeThoughts: { type: "boolean" },
      }),
    }),
  },
  ["contents"],
);

interface Content {
  parts: { text?: string; inlineData?: { mimeType: string; data: string } }[];
}
interface Body {
  contents: Content[];
  systemInstruction?: Content;
  generationConfig?: {
    responseMimeType?: string;
    responseSchema?: ValueSchema;
    responseJsonSchema?: ValueSchema;
    responseModalities?: string[];
    imageConfig?: { aspectRatio?: string; imageSize?: "1K" | "2K" | "4K" };
  };
}

/** `POST /v1beta/models/<model>:generateContent` of the Gemini API, texts and pictures. */
export const google: Dialect = {
  name: "google",
  owns: (path) => path.startsWith("/v1beta/"),
  async understand(call, key) {
    const given = call.headers["x-goog-api-key"];
    if (given === undefined) throw new Mistake("no_key", "", "no key");
    if (given !== key) throw new Mistake("wrong_key", "", "wrong key");
    const [, model] = /^\/v1beta\/models\/([\w.-]+):generateContent$/.exec(call.path) ?? [];
    if (call.method !== "POST" || model === undefined)
      throw new Mistake("no_route", "", "Not Found");
    if (!model.startsWith("gemini-")) {
      throw new Mistake(
        "no_model",
        "",
        `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
      );
    }
    if (call.body.length > MAX_REQUEST_BYTES) throw new Mistake("too_large", "", "");
    return await read(model, check(bodySchema, parsed(call)));
  },
  errorOf,
  trouble: (kind) => troubles[kind],
};

const troubles = {
  rate_limited: failure(
    429,
    "RESOURCE_EXHAUSTED",
    "Resource has been exhausted (e.g. check quota).",
  ),
  server_error: failure(500, "INTERNAL", "An internal error has occurred."),
  overloaded: failure(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
};

function failure(code: number, status: string, message: string): Reply {
  return json(code, { error: { code, message, status } });
}

function errorOf({ kind, field, message }: Mistake): Reply {
  const bad = (sentence: string): Reply => failure(400, "INVALID_ARGUMENT", sentence);
  const words: Partial<Record<MistakeKind, () => Reply>> = {
    no_key: () =>
      failure(
        403,
        "PERMISSION_DENIED",
        "Method doesn't allow unregistered callers (callers without established identity).",
      ),
    wrong_key: () => bad("API key not valid. Please pass a valid API key."),
    no_route: () => failure(404, "NOT_FOUND", message),
    no_model: () => failure(404, "NOT_FOUND", message),
    not_json: () => bad("Invalid JSON payload received."),
    too_large: () => bad(`Request payload size exceeds the limit: ${MAX_REQUEST_BYTES} bytes.`),
    unknown_field: () => {
      const at = field.lastIndexOf(".");
      const place = at < 0 ? "" : ` at '${field.slice(0, at)}'`;
      return bad(
        `Invalid JSON payload received. Unknown name "${field.slice(at + 1)}"${place}: Cannot find field.`,
      );
    },
    missing_field: () => bad(`* ${field}: is not specified`),
    wrong_type: () => bad(`Invalid value at '${field}': ${message}`),
    bad_picture: () =>
      bad(
        "Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting",
      ),
  };
  return words[kind]?.() ?? bad(`Invalid value at '${field}': ${message}`);
}

async function read(model: string, body: Body): Promise<Understood> {
  const config = body.generationConfig ?? {};
  const isImageModel = /image|nano-banana/.test(model);
  const wantsImage = config.responseModalities?.includes("IMAGE") ?? isImageModel;
  if (wantsImage && !isImageModel) {
    throw new Mistake(
      "wrong_value",
      "generation_config.response_modalities",
      "Model does not support the requested response modalities: image",
    );
  }
  const { prompt, last, pictures, like } = await readContents(body);
  if (!wantsImage) return texts({ model, prompt, last, pictures, config });
  if (config.imageConfig?.imageSize !== undefined && model.startsWith("gemini-2.")) {
    throw new Mistake(
      "wrong_value",
      "generation_config.image_config.image_size",
      "not supported by this model",
    );
  }
  const [widthPx, heightPx] = pictureSize(config.imageConfig ?? {}, like);
  const reply = (candidate: object): Reply => envelope(model, candidate, prompt, 1290);
  return {
    kind: "image",
    model,
    prompt,
    pictures,
    async answer(spoil) {
      const size = spoil === "wrong_size" ? { widthPx: 640, heightPx: 360 } : { widthPx, heightPx };
      const bytes =
        spoil === "no_picture"
          ? Buffer.from("no picture")
          : await makePicture({ prompt, ...size, format: "png", from: pictures });
      const inlineData = { mimeType: "image/png", data: bytes.toString("base64") };
      return reply({ content: { role: "model", parts: [{ inlineData }] }, finishReason: "STOP" });
    },
    refuse: () => reply({ content: {}, finishReason: "IMAGE_SAFETY" }),
  };
}

function texts(of: {
  model: string;
  prompt: string;
  last: string;
  pictures: Uint8Array[];
  config: NonNullable<Body["generationConfig"]>;
}): Understood {
  const { model, prompt, last, pictures, config } = of;
  const schema = config.responseJsonSchema ?? config.responseSchema;
  if (schema && config.responseMimeType !== "application/json") {
    throw new Mistake(
      "wrong_value",
      "generation_config.response_mime_type",
      "must be application/json with a response schema",
    );
  }
  const content = (spoil: boolean): string => {
    if (schema) return JSON.stringify(spoil ? { wrong: true } : valueFor(schema, last));
    return `Placeholder answer to: ${last.slice(0, 200)}`;
  };
  return {
    kind: "text",
    model,
    prompt,
    pictures,
    answer(spoil) {
      const said = content(spoil === "wrong_value");
      const candidate = {
        content: { role: "model", parts: [{ text: said }] },
        finishReason: "STOP",
      };
      return Promise.resolve(envelope(model, candidate, prompt, tokens(said)));
    },
    refuse: () => envelope(model, { content: {}, finishReason: "SAFETY" }, prompt, 0),
  };
}

async function readContents({ contents, systemInstruction }: Body) {
  const all: string[] = [];
  const pictures: Uint8Array[] = [];
  let like: [number, number] | undefined;
  for (const { parts } of [...(systemInstruction ? [systemInstruction] : []), ...contents]) {
    for (const { text: said, inlineData } of parts) {
      if (said !== undefined) all.push(said);
      if (!inlineData) continue;
      const bytes = Buffer.from(inlineData.data, "base64");
      like ??= await sizeOf(bytes, "inline_data");
      pictures.push(bytes);
    }
  }
  return { prompt: all.join("\n"), last: all.at(-1) ?? "", pictures, like };
}

/** Pictures of 1K by aspect ratio (Gemini API, "Image generation", table of aspect ratios). */
const sizes1k: Record<string, [number, number]> = {
  "1:1": [1024, 1024],
  "2:3": [832, 1248],
  "3:2": [1248, 832],
  "3:4": [864, 1184],
  "4:3": [1184, 864],
  "4:5": [896, 1152],
  "5:4": [1152, 896],
  "9:16": [768, 1344],
  "16:9": [1344, 768],
  "21:9": [1536, 672],
};

function pictureSize(
  { aspectRatio, imageSize = "1K" }: { aspectRatio?: string; imageSize?: "1K" | "2K" | "4K" },
  like: [number, number] | undefined,
): [number, number] {
  const off = ([w, h]: [number, number]): number =>
    like ? Math.abs(Math.log((w * like[1]) / (h * like[0]))) : 0;
  const asked = aspectRatio === undefined ? undefined : sizes1k[aspectRatio];
  const [width, height] = asked ?? Object.values(sizes1k).toSorted((a, b) => off(a) - off(b))[0]!;
  const factor = { "1K": 1, "2K": 2, "4K": 4 }[imageSize];
  return [width * factor, height * factor];
}

function envelope(model: string, candidate: object, prompt: string, outTokens: number): Reply {
  const inTokens = tokens(prompt);
  return json(200, {
    candidates: [{ index: 0, ...candidate }],
    usageMetadata: {
      promptTokenCount: inTokens,
      candidatesTokenCount: outTokens,
      totalTokenCount: inTokens + outTokens,
    },
    modelVersion: model,
    responseId: randomUUID(),
  });
}
