import type { Capability } from "./wire/uplink.ts";

/** A picture on its way out or in: JPEG, PNG or WebP, already checked by its content. */
export interface Picture {
  bytes: Uint8Array;
  mediaType: string;
}

/** A field of `output` that a model may have no setting for, or not that value. */
export type ImageWish = "aspect_ratio" | "resolution" | "thinking_intensity";

/** A new picture. */
export interface ImageRequest {
  prompt: string;
  /** As in `output.aspect_ratio` of the contract; `auto` leaves it to the model. */
  aspectRatio: string;
  /** As in `output.resolution`. A model makes what it can that is nearest; look at what came. */
  resolution?: "1K" | "2K" | "4K";
  thinking?: "minimal" | "low" | "medium" | "high";
  /** Pictures that the prompt refers to, in its order. */
  references?: readonly Picture[];
}

/** A change of a picture. */
export interface ImageEditRequest extends ImageRequest {
  /** What is changed; `references` are only looked at. */
  source: Picture;
}

/** A text, or data of a given shape. */
export interface TextRequest {
  system?: string;
  prompt: string;
  /** JSON Schema (a TypeBox schema is one). With it the answer's `value` is of this shape, checked. */
  schema?: object;
  maxOutputTokens?: number;
}

/** A text or data about pictures. */
export interface VisionRequest extends TextRequest {
  pictures: readonly Picture[];
}

/** Spoken text. */
export interface SpeechRequest {
  text: string;
  /** Name of a voice at the endpoint; its default when absent. */
  voice?: string;
  /** BCP 47. */
  language?: string;
  format: "mp3" | "wav";
}

/** Who answered. `tried` are the endpoints that were asked before, and what came of it. */
export interface Routing {
  endpoint: string;
  /** Null for a forwarded job: the other side decides. */
  model: string | null;
  tried: readonly { endpoint: string; outcome: string }[];
}

/** What every answer has; `routing` belongs into `context.update({ routing })`. */
export interface Answered {
  routing: Routing;
}

/** At least one picture, as the endpoint made it: not looked into yet. */
export interface ImageAnswer extends Answered {
  pictures: readonly Picture[];
  /** What the endpoint made of the prompt, where it says so. */
  revisedPrompt: string | null;
  /** What the model cannot be asked for and the request wanted. */
  unsupported: readonly ImageWish[];
}

/** Text, and the value where the request has a `schema`; null without one. */
export interface TextAnswer extends Answered {
  text: string;
  value: unknown;
}

/** Sound, as the endpoint made it. */
export interface SpeechAnswer extends Answered {
  audio: Uint8Array;
  mediaType: string;
}

/** Request and answer of each capability. */
export interface Requests {
  image: ImageRequest;
  image_edit: ImageEditRequest;
  text: TextRequest;
  vision: VisionRequest;
  speech: SpeechRequest;
}

/** See `Requests`. */
export interface Answers extends Record<Capability, Answered> {
  image: ImageAnswer;
  image_edit: ImageAnswer;
  text: TextAnswer;
  vision: TextAnswer;
  speech: SpeechAnswer;
}
