import type { GatehouseError } from "../core/errors.ts";
import { fail } from "./fail.ts";

const mebibyte = 1024 * 1024;

/** `request_too_large` for a body of more than `limitBytes`, with that number and its unit. */
export function bodyTooLarge(limitBytes: number, cause?: unknown): GatehouseError {
  const message = `body: is larger than ${sizeText(limitBytes)}, the limit of this route. Send a smaller body`;
  return fail("request_too_large", message, { cause });
}

/** In the largest unit that divides it. */
function sizeText(bytes: number): string {
  if (bytes % mebibyte === 0) return `${bytes / mebibyte} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}
