import type { Json } from "../base/jobs/job.ts";

/** Returns `value` as JSON with member names in snake_case and numbers of six digits. */
export function snakeCase(value: unknown): Json {
  if (Array.isArray(value)) return value.map((each) => snakeCase(each));
  if (typeof value === "number")
    return Number.isFinite(value) ? Number(value.toPrecision(6)) : null;
  if (typeof value !== "object" || value === null) return value as Json;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCase(inner),
    ]),
  );
}
