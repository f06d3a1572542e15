import { fail } from "../../base/contract/fail.ts";
import type { Outbound } from "./outbound-port.ts";

/**
 * True when two addresses are equal after normalisation; fragments do not count, because they are
 * never sent.
 */
export function sameUrl(a: string, b: string): boolean {
  return a === b || (URL.canParse(a) && URL.canParse(b) && sent(a) === sent(b));
}

function sent(address: string): string {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}

/**
 * Throws for an address that the guard would never connect to; `param` is the field that holds it.
 * Codes: `invalid_request_body`, `forbidden_address`.
 */
export function checkAddress(outbound: Outbound, url: string, param: string): void {
  const why = outbound.refusal(url);
  if (why === null) return;
  const code = why.kind === "form" ? "invalid_request_body" : "forbidden_address";
  throw fail(code, `${param}: ${why.message}`, { param });
}
