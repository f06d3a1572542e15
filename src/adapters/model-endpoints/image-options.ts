import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { EndpointKind } from "../../uplink/uplink-terms.ts";
import type { ImageRequest, ImageWish } from "../../uplink/requests.ts";
import { freeSize, openaiSize, ratioOf, ratioOfSize } from "./image-sizes.ts";

/** The quality of OpenAI's models for each value of `thinking`. */
const qualities = { minimal: "low", low: "low", medium: "medium", high: "high" } as const;

/** Shape, size and care of a picture in the words of each kind of endpoint. */
export function imageOptions(kind: EndpointKind, model: string, request: ImageRequest) {
  const { aspectRatio, resolution, thinking } = request;
  switch (kind) {
    case "openai": {
      const size = openaiSize(model, aspectRatio);
      const hasQuality = takesQuality(model) && thinking !== undefined;
      return {
        ...omitUndefined({ size }),
        ...(hasQuality ? { providerOptions: { openai: { quality: qualities[thinking] } } } : {}),
      };
    }
    case "google": {
      const isLarge = takesSizes(model) && resolution !== undefined && resolution !== "1K";
      return {
        ...(ratioOf(aspectRatio) === null
          ? {}
          : { aspectRatio: aspectRatio as `${number}:${number}` }),
        ...(isLarge
          ? { providerOptions: { google: { imageConfig: { imageSize: resolution } } } }
          : {}),
      };
    }
    default:
      return { size: freeSize(aspectRatio, resolution) };
  }
}

/** Returns the fields that this model's options cannot express; the box adapts the picture to them. */
export function unsupportedWishes(
  kind: EndpointKind,
  model: string,
  { aspectRatio, resolution, thinking }: ImageRequest,
): ImageWish[] {
  const ratio = ratioOf(aspectRatio);
  const isLarge = resolution !== undefined && resolution !== "1K";
  const found: ImageWish[] = [];
  if (kind === "openai") {
    const size = openaiSize(model, aspectRatio);
    if (ratio !== null && size && Math.abs(ratioOfSize(size) / ratio - 1) > ratioTolerance) {
      found.push("aspect_ratio");
    }
    if (isLarge) found.push("resolution");
  }
  if (kind === "google" && isLarge && !takesSizes(model)) found.push("resolution");
  if (thinking !== undefined && !(kind === "openai" && takesQuality(model))) {
    found.push("thinking_intensity");
  }
  return found;
}

/** The largest relative error of a shape before the box crops the picture. */
const ratioTolerance = 0.01;

function takesQuality(model: string): boolean {
  return model.startsWith("gpt-image");
}

/** Older models have no sizes, and make 1K pictures. */
function takesSizes(model: string): boolean {
  return !model.startsWith("gemini-2.");
}
