import type { IncomingHttpHeaders } from "node:http";
import { fail } from "../../base/contract/fail.ts";

const unitMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const minMs = 5000;
const maxMs = 7 * 86_400_000;

/**
 * Returns the `Cancel-After` of a request in milliseconds: `<n>s`, `m`, `h` or `d`, from 5 s to 7
 * d; undefined without one. Fails with `invalid_request_body`.
 */
export function cancelAfterMsOf(headers: IncomingHttpHeaders): number | undefined {
  const header = headers["cancel-after"];
  if (header === undefined) return undefined;
  const match = /^(\d{1,9})([smhd])$/.exec(String(header));
  const ms = match ? Number(match[1]) * unitMs[match[2]!]! : Number.NaN;
  if (ms >= minMs && ms <= maxMs) return ms;
  throw fail(
    "invalid_request_body",
    "Cancel-After: has the wrong form. Send a time such as 90s, 15m, 12h or 3d, from 5s to 7d",
    {
      param: "Cancel-After",
    },
  );
}
