import { type TSchema, Type } from "typebox";
import { limits } from "../../base/contract/limits.ts";

/** Limits of surveillance requests; what exceeds them is refused with `invalid_request_body`. */
export const surveillanceLimits = {
  streamIdLength: 128,
  nameLength: 100,
  classLength: 64,
  zones: 64,
  behaviors: 64,
  masks: 32,
  classes: 100,
  polygonPoints: 64,
  urlLength: 2048,
  credentialLength: 256,
  /** Longest dwell that a behavior may ask for: a week. */
  seconds: 604_800,
  /** Longest alert cooldown: a day. */
  cooldownSeconds: 86_400,
  fpsCap: 30,
  /** Longest `input.data`: the largest picture in base64, and the head of a data URL. */
  inputDataLength: Math.ceil(limits.pictureBytes / 3) * 4 + 256,
} as const;

const closed = { additionalProperties: false } as const;

/** An object without other fields. */
export function object<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, closed);
}

/** Stands under its name in the OpenAPI document. */
export function namedObject<P extends Record<string, TSchema>>(title: string, properties: P) {
  return Type.Object(properties, { ...closed, title });
}

/** A text of 1 to `maxLength` characters. */
export function text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, description });
}

/** A number from 0 to 1. */
export function fraction(description: string) {
  return Type.Number({ minimum: 0, maximum: 1, description });
}
