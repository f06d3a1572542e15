/** Sizes of OpenAI's models, by the beginning of their names; for others the request names the ratio. */
const dallE3 = ["1024x1024", "1792x1024", "1024x1792"] as const;
const dallE2 = ["1024x1024"] as const;
const gptImage = ["1024x1024", "1536x1024", "1024x1536"] as const;

/** Width of `4:5` over its height; null for `auto`. */
export function ratioOf(aspectRatio: string): number | null {
  const match = /^(\d{1,3}):(\d{1,3})$/.exec(aspectRatio);
  return match ? Number(match[1]) / Number(match[2]) : null;
}

/** Width of `1536x1024` over its height. */
export function ratioOfSize(size: `${number}x${number}`): number {
  const [width = 1, height = 1] = size.split("x").map(Number);
  return width / height;
}

/** The size of an OpenAI model whose shape is nearest; undefined leaves it to the model. */
export function openaiSize(model: string, aspectRatio: string): `${number}x${number}` | undefined {
  const ratio = ratioOf(aspectRatio);
  if (ratio === null) return undefined;
  const sizes = model.startsWith("dall-e-3")
    ? dallE3
    : model.startsWith("dall-e-2")
      ? dallE2
      : gptImage;
  const distance = (size: `${number}x${number}`): number =>
    Math.abs(Math.log(ratioOfSize(size) / ratio));
  return [...sizes].toSorted((a, b) => distance(a) - distance(b))[0];
}

const longSides = { "1K": 1024, "2K": 2048, "4K": 4096 } as const;
/** Diffusion models want multiples of this, in pixels. */
const stepPx = 64;

/** A size of the shape itself, for servers that make any size; square for `auto`. */
export function freeSize(
  aspectRatio: string,
  resolution: "1K" | "2K" | "4K" = "1K",
): `${number}x${number}` {
  const ratio = ratioOf(aspectRatio) ?? 1;
  const long = longSides[resolution];
  const short = (side: number): number => Math.max(stepPx, Math.round(side / stepPx) * stepPx);
  return ratio >= 1 ? `${long}x${short(long / ratio)}` : `${short(long * ratio)}x${long}`;
}
