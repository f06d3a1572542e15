import type { Capability } from "./uplink-terms.ts";

/** A picture on its way out or in: JPEG, PNG or WebP, recognised by content. */
export interface Picture {
  bytes: Uint8Array;
  mediaType: string;
}

/** A field of `output` that a model may not support, or not with that value. */
export type ImageWish = "aspect_ratio" | "resolution" | "thinking_intensity";

/** A new picture. */
export interface ImageRequest {
  prompt: string;
  /** As in `output.aspect_ratio` of the contract; `auto` leaves it to the model. */
  aspectRatio: string;
  /** As in `output.resolution`. A model chooses the nearest that it can generate; check the result. */
  resolution?: "1K" | "2K" | "4K";
  thinking?: "minimal" | "low" | "medium" | "high";
  /** Pictures that the prompt refers to, in its order. */
  references?: readonly Picture[];
}

/** A change of a picture. */
export interface ImageEditRequest extends ImageRequest {
  /** The picture to change; `references` serve only as references. */
  source: Picture;
}

/** A request for text, or for data of a given shape. */
export interface TextRequest {
  system?: string;
  prompt: string;
  /** JSON Schema (a TypeBox schema is one). With it, the answer's `value` is checked against it. */
  schema?: object;
  maxOutputTokens?: number;
}

/** A request for text or data about pictures. */
export interface VisionRequest extends TextRequest {
  pictures: readonly Picture[];
}

/** A request for speech. */
export interface SpeechRequest {
  text: string;
  /** Name of a voice at the endpoint; its default when absent. */
  voice?: string;
  /** BCP 47. */
  language?: string;
  format: "mp3" | "wav";
}

/** The endpoint that answered. `tried` lists the endpoints before it, with their outcomes. */
export interface Routing {
  endpoint: string;
  /** Null for a forwarded job: the other server chooses. */
  model: string | null;
  tried: readonly { endpoint: string; outcome: string }[];
}

/** The common part of answers; pass `routing` to `context.update({ routing })`. */
export interface RoutedAnswer {
  routing: Routing;
}

/** At least one picture, as the endpoint sent it: not yet checked. */
export interface ImageAnswer extends RoutedAnswer {
  pictures: readonly Picture[];
  /** The endpoint's revision of the prompt, if it reports one. */
  revisedPrompt: string | null;
  /** The wishes of the request that the model does not support. */
  unsupported: readonly ImageWish[];
}

/** Text, and the value where the request has a `schema`; null without one. */
export interface TextAnswer extends RoutedAnswer {
  text: string;
  value: unknown;
}

/** Sound, as the endpoint sent it. */
export interface SpeechAnswer extends RoutedAnswer {
  audio: Uint8Array;
  mediaType: string;
}

/** The request of each capability. */
export interface Requests {
  image: ImageRequest;
  image_edit: ImageEditRequest;
  text: TextRequest;
  vision: VisionRequest;
  speech: SpeechRequest;
}

/** The answer of each capability. */
export interface Answers extends Record<Capability, RoutedAnswer> {
  image: ImageAnswer;
  image_edit: ImageAnswer;
  text: TextAnswer;
  vision: TextAnswer;
  speech: SpeechAnswer;
}
