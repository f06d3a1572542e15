import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { Outbound, OutboundFailure } from "../../notifications/webhooks/outbound-port.ts";
import { type SniffedType, sniffType } from "./sniff.ts";

/** The request of a download and its bounds. */
export interface Download {
  url: string;
  accept: readonly SniffedType[];
  maxBytes: number;
  deadlineMs: number;
  signal?: AbortSignal;
}

/** A remote file whose content has the requested type. */
export interface DownloadedFile {
  ok: true;
  bytes: Buffer;
  type: SniffedType;
}

/** The reason for a failed download: no answer, or an unusable one. */
export type DownloadFailure =
  | OutboundFailure
  | { ok: false; problem: "http_status" | "too_large" | "unexpected_content"; message: string };

/** Redirects that a file may be behind; each is checked like the first address. */
const maxRedirects = 3;

/** Fetches a whole file. Its content decides the type, never the server's header. */
export async function download(
  client: Outbound,
  request: Download,
): Promise<DownloadedFile | DownloadFailure> {
  const { url, accept, maxBytes, deadlineMs, signal } = request;
  const answer = await client.request({
    url,
    method: "GET",
    headers: { accept: accept.join(", ") },
    deadlineMs,
    maxReadBytes: maxBytes,
    maxRedirects,
    ...omitUndefined({ signal }),
  });
  if (!answer.ok) return answer;
  if (answer.status !== 200) {
    return { ok: false, problem: "http_status", message: `the server answered ${answer.status}` };
  }
  if (answer.isCut) {
    return { ok: false, problem: "too_large", message: `it is larger than ${maxBytes} bytes` };
  }
  const type = sniffType(answer.body);
  if (type !== null && accept.includes(type)) return { ok: true, bytes: answer.body, type };
  const message = `its content is none of ${accept.join(", ")}`;
  return { ok: false, problem: "unexpected_content", message };
}
