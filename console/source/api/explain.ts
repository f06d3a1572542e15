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
  const own = missingPlace(error) ?? known[error.code];
  return own === undefined || own === sentence ? sentence : `${own} (${sentence})`;
}

/** What to choose when an entry lacks its zone or line. */
function missingPlace({ code, param }: GatehouseApiError): string | undefined {
  if (code !== "invalid_request_body") return undefined;
  const { chooseZone, chooseLine } = words.value.errors;
  if (param?.endsWith(".zone")) return chooseZone;
  return param?.endsWith(".line") ? chooseLine : undefined;
}

/** The code of a refusal, or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof GatehouseApiError ? error.code : undefined;
}
