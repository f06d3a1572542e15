import type { EndpointKind } from "../../contract/uplink.ts";
import type { ImageRequest } from "../../uplink/requests.ts";
import { freeSize, openaiSize, ratioOf } from "./image-sizes.ts";

/** What `thinking` means to OpenAI's models: how much work goes into the picture. */
const qualities = { minimal: "low", low: "low", medium: "medium", high: "high" } as const;

/** Shape, size and care of a picture in the words of each kind of endpoint. */
export function imageOptions(kind: EndpointKind, model: string, request: ImageRequest) {
  const { aspectRatio, resolution, thinking } = request;
  switch (kind) {
    case "openai": {
      const size = openaiSize(model, aspectRatio);
      const hasQuality = model.startsWith("gpt-image") && thinking !== undefined;
      return {
        ...(size === undefined ? {} : { size }),
        ...(hasQuality ? { providerOptions: { openai: { quality: qualities[thinking] } } } : {}),
      };
    }
    case "google": {
      // Older models know no sizes, and 1K is what they make.
      const hasSizes = !model.startsWith("gemini-2.");
      const isLarge = hasSizes && resolution !== undefined && resolution !== "1K";
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
