import type { Clock } from "../../base/core/clock.ts";
import type { Outbound } from "./outbound-port.ts";
import type { WebhookReceiver } from "./webhook-registry.ts";
import { signatureHeaders } from "./signature.ts";

/** One call of a webhook that waits for the answer: no delivery, and no retry. */
export interface WebhookCall {
  /** The same for repeated calls. */
  key: string;
  type: string;
  data: Readonly<Record<string, unknown>>;
  timeoutMs: number;
  signal: AbortSignal;
}

/** The end of a call. */
export interface WebhookCallEnd {
  isSuccess: boolean;
  /** What went wrong; null for a success. */
  message: string | null;
  /** The beginning of the answer's body; null without an answer. */
  answer: string | null;
}

const maxReadBytes = 64 * 1024;

/** Calls a webhook once, signed as its deliveries are. Rejects only with the reason of `signal`. */
export async function callWebhook(
  parts: { outbound: Outbound; clock: Pick<Clock, "wallMs">; userAgent: string },
  to: WebhookReceiver,
  { key, type, data, timeoutMs, signal }: WebhookCall,
): Promise<WebhookCallEnd> {
  const timestampSec = Math.floor(parts.clock.wallMs() / 1000);
  const event = { id: `evt_svc_${key}`, object: "event", type, created_at: timestampSec, data };
  const body = Buffer.from(JSON.stringify(event));
  const answer = await parts.outbound.request({
    url: to.url,
    method: "POST",
    headers: {
      ...to.headers,
      "content-type": "application/json; charset=utf-8",
      "user-agent": parts.userAgent,
      "idempotency-key": key,
      "x-svc-event": type,
      ...signatureHeaders(to.secrets, { eventId: event.id, timestampSec, body }),
    },
    body,
    deadlineMs: timeoutMs,
    maxReadBytes,
    signal,
  });
  if (!answer.ok) return { isSuccess: false, message: answer.message, answer: null };
  const isSuccess = answer.status >= 200 && answer.status < 300;
  return {
    isSuccess,
    message: isSuccess ? null : `the receiver answered ${answer.status}`,
    answer: answer.body.toString("utf8"),
  };
}
