import { currentTrace } from "../../base/core/log-context.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Delivery, OutgoingEvent } from "./delivery-record.ts";
import type { Outbound, OutboundAnswer } from "./outbound-port.ts";
import { signatureHeaders } from "./signature.ts";
import type { WebhookReceiver } from "./webhook-registry.ts";
import type { NetworkOutcome } from "./network-health.ts";

/** Result of one attempt. */
export interface AttemptResult {
  isSuccess: boolean;
  /** The receiver answered that it is gone for good. */
  isGone: boolean;
  /** The receiver was too slow, or answered that it is overloaded. */
  isOverloaded: boolean;
  retryAfter: string | null;
  status: number | null;
  ms: number;
  errorCode: string | null;
  errorMessage: string | null;
  /** The beginning of its answer. */
  answer: string | null;
  outcome: NetworkOutcome;
}

/** Time limit from the name lookup to the last byte of the answer. */
const deadlineMs = 15_000;
const maxReadBytes = 64 * 1024;
const keptBytes = 4096;

/** Sends `event` once. Rejects only with the reason of `signal`. */
export async function attemptDelivery(
  parts: { outbound: Outbound; clock: Clock; userAgent: string },
  sending: WebhookReceiver & { event: OutgoingEvent; delivery: Delivery },
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { outbound, clock, userAgent } = parts;
  const { url, secrets, headers, event, delivery } = sending;
  const body = Buffer.from(event.body);
  const timestampSec = Math.floor(clock.wallMs() / 1000);
  const traceparent = currentTrace();
  const startMs = clock.monoMs();
  const answer = await outbound.request({
    url,
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "user-agent": userAgent,
      ...(traceparent === undefined ? {} : { traceparent }),
      "x-svc-event": event.type,
      "x-svc-attempt": String(delivery.attempts + 1),
      ...signatureHeaders(secrets, { eventId: event.id, timestampSec, body }),
    },
    body,
    deadlineMs,
    maxReadBytes,
    signal,
  });
  const ms = Math.round(clock.monoMs() - startMs);
  if (answer.ok) return answered(answer, ms);
  const { problem, message, reach, network } = answer;
  return {
    isSuccess: false,
    isGone: false,
    isOverloaded: problem === "timeout",
    retryAfter: null,
    status: null,
    ms,
    errorCode: problem,
    errorMessage: message,
    answer: null,
    outcome: { reach, network },
  };
}

function answered(answer: OutboundAnswer, ms: number): AttemptResult {
  const { status, headers, body, network } = answer;
  const isSuccess = status >= 200 && status < 300;
  return {
    isSuccess,
    isGone: status === 410,
    isOverloaded: status === 429,
    retryAfter: headers["retry-after"] ?? null,
    status,
    ms,
    errorCode: isSuccess ? null : status >= 300 && status < 400 ? "redirect" : "http_status",
    errorMessage: isSuccess ? null : `the receiver answered ${status}`,
    answer: body.subarray(0, keptBytes).toString("utf8"),
    outcome: { reach: "reached", network },
  };
}
