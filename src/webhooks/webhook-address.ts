import { fail } from "../contract/fail.ts";
import type { Outbound } from "./outbound-port.ts";

/** Whether two addresses are one, however they are spelled. */
export function sameUrl(a: string, b: string): boolean {
  return a === b || (URL.canParse(a) && URL.canParse(b) && new URL(a).href === new URL(b).href);
}

/**
 * Refuses an address that the guard would never connect to; `param` is the field that holds it.
 * Codes: `invalid_request_body`, `forbidden_address`.
 */
export function checkAddress(outbound: Outbound, url: string, param: string): void {
  const why = outbound.refusal(url);
  if (why === null) return;
  const code = why.kind === "form" ? "invalid_request_body" : "forbidden_address";
  throw fail(code, `${param}: ${why.message}`, { param });
}
