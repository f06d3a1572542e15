import { Mistake } from "./mistake.ts";
import { editSchema, gptImageSchema, olderImageSchema } from "./openai-schemas.ts";
import { sizeOf } from "./pictures.ts";
import { type Call, check } from "./wire.ts";

/** Pictures that are asked for. */
export interface ImageOrder {
  model: string;
  prompt: string;
  pictures: readonly Uint8Array[];
  count: number;
  sizePx: [number, number];
  format: "png" | "jpeg" | "webp";
}

interface Fields {
  model?: string;
  prompt: string;
  n?: number;
  size?: string;
  output_format?: "png" | "jpeg" | "webp";
}

/** Bytes of one picture and number of pictures that `/images/edits` takes. */
const MAX_PICTURE_BYTES = 50 * 1024 * 1024;
const MAX_PICTURES = 16;

/** Reads the body of `POST /images/generations`. */
export function generationOf(body: unknown, isLocal: boolean): ImageOrder {
  const { model } = (body ?? {}) as { model?: unknown };
  const isGpt = typeof model === "string" && /^(gpt-image-|chatgpt-image-)/.test(model);
  const fields = check<Fields>(isGpt && !isLocal ? gptImageSchema : olderImageSchema, body);
  return orderOf(fields, { isLocal, pictures: [], like: [1024, 1024] });
}

/** Reads the form of `POST /images/edits`. */
export async function editOf(call: Call, isLocal: boolean): Promise<ImageOrder> {
  const form = await formOf(call);
  const texts: Record<string, unknown> = {};
  const pictures: Uint8Array[] = [];
  let like: [number, number] | undefined;
  for (const [name, value] of form) {
    if (typeof value === "string") {
      const isNumber = name === "n" || name === "output_compression";
      texts[name] = isNumber && /^\d+$/.test(value) ? Number(value) : value;
      continue;
    }
    if (name === "mask") continue;
    if (name !== "image" && name !== "image[]") throw new Mistake("unknown_field", name, "");
    const place = `image[${pictures.length}]`;
    const bytes = await pictureOf(value, place);
    like ??= await sizeOf(bytes, place);
    pictures.push(bytes);
  }
  if (!like) throw new Mistake("missing_field", "image", "");
  if (pictures.length > MAX_PICTURES) {
    throw new Mistake("wrong_value", "image", `at most ${MAX_PICTURES} pictures`);
  }
  return orderOf(check<Fields>(editSchema, texts), { isLocal, pictures, like });
}

async function formOf(call: Call): Promise<FormData> {
  const type = call.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) {
    throw new Mistake("wrong_value", "", `content type '${type}', expected multipart/form-data`);
  }
  try {
    const body = new Uint8Array(call.body);
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch {
    throw new Mistake("wrong_value", "", "the form cannot be read");
  }
}

async function pictureOf(file: File, place: string): Promise<Uint8Array> {
  if (!["image/png", "image/jpeg", "image/webp"].includes(file.type)) {
    throw new Mistake("bad_picture", place, `unsupported mimetype ('${file.type}')`);
  }
  if (file.size > MAX_PICTURE_BYTES) throw new Mistake("bad_picture", place, "above 50 MB");
  return new Uint8Array(await file.arrayBuffer());
}

function orderOf(
  { model = "gpt-image-1", prompt, n = 1, size = "auto", output_format: format }: Fields,
  of: { isLocal: boolean; pictures: Uint8Array[]; like: [number, number] },
): ImageOrder {
  const sizePx = of.isLocal ? anySize(size, of.like) : sizeOfModel(model, size, of.like);
  return { model, prompt, pictures: of.pictures, count: n, sizePx, format: format ?? "png" };
}

function anySize(size: string, like: [number, number]): [number, number] {
  if (size === "auto") return like;
  const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(size) ?? [];
  if (height === undefined) throw new Mistake("wrong_value", "size", `'${size}'`);
  return [Number(width), Number(height)];
}

/** Sizes per model, as the vendor's catalogue lists them (AI SDK, `openai-model-catalog`). */
const fixedSizes: readonly [RegExp, string[]][] = [
  [/^(gpt-image-1|gpt-image-2$|chatgpt-image-)/, ["1024x1024", "1536x1024", "1024x1536"]],
  [/^dall-e-3$/, ["1024x1024", "1792x1024", "1024x1792"]],
  [/^dall-e-2$/, ["256x256", "512x512", "1024x1024"]],
];

function sizeOfModel(model: string, size: string, like: [number, number]): [number, number] {
  const known = fixedSizes.find(([pattern]) => pattern.test(model))?.[1];
  if (!known && !/^gpt-image-2\.\d/.test(model)) {
    throw new Mistake("no_model", "model", `The model '${model}' does not exist.`);
  }
  const offered = known ?? ["1024x1024", "1536x1024", "1024x1536"];
  if (size === "auto") return pixels(nearest(offered, like));
  if (known) {
    if (known.includes(size)) return pixels(size);
    throw new Mistake(
      "wrong_value",
      "size",
      `'${size}'. Supported values are: ${known.join(", ")}`,
    );
  }
  const [width, height] = anySize(size, like);
  const isFine = width % 16 === 0 && height % 16 === 0 && Math.max(width, height) <= 3840;
  if (!isFine || Math.max(width / height, height / width) > 3) {
    throw new Mistake("wrong_value", "size", `'${size}': multiples of 16, at most 3840 and 3:1`);
  }
  return [width, height];
}

function nearest(sizes: string[], [width, height]: [number, number]): string {
  const off = (size: string): number => {
    const [w, h] = pixels(size);
    return Math.abs(Math.log((w * height) / (h * width)));
  };
  return sizes.toSorted((a, b) => off(a) - off(b))[0]!;
}

function pixels(size: string): [number, number] {
  const [width, height] = size.split("x").map(Number);
  return [width!, height!];
}
