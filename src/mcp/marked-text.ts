import { randomBytes } from "node:crypto";

/**
 * Signs that a person does not see and a model reads: control, direction, joining and tag characters, and what
 * starts a line elsewhere than in JSON.
 */
const unseen =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|\p{Variation_Selector}/gu;

/** Returns `value` as JSON in which every character is seen. */
export function plainJson(value: unknown): string {
  return (JSON.stringify(value) ?? "null").replaceAll(unseen, (sign) =>
    Array.from({ length: sign.length }, (_, at) => escaped(sign.charCodeAt(at))).join(""),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/**
 * Returns `value` as text for a model, between two lines that text from outside cannot write: each answer has a random
 * word of its own.
 */
export function markedText(about: string, value: unknown): string {
  const word = randomBytes(12).toString("hex");
  return `${about}\n<data ${word}>\n${plainJson(value)}\n</data ${word}>`;
}
