import { GatehouseApiError, GatehouseConnectionError } from "../../../client/source/errors.ts";
import { words } from "../words/words.ts";

/**
 * Why something failed, in the reader's language as far as there are words for its code; then the box's
 * own sentence (English) follows, because it names the field or the camera.
 */
export function explain(error: unknown): string {
  const known: Readonly<Record<string, string>> = words.value.errors.codes;
  if (error instanceof GatehouseConnectionError) return words.value.errors.unreachable;
  if (!(error instanceof GatehouseApiError)) {
    return error instanceof Error ? error.message : String(error);
  }
  const sentence = error.message.replace(`${error.code}: `, "");
  const own = known[error.code];
  return own === undefined || own === sentence ? sentence : `${own} (${sentence})`;
}

/** The code of a refusal, or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof GatehouseApiError ? error.code : undefined;
}
