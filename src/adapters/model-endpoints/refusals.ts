import { EndpointFailure, type FailureKind, type CallFigures } from "../../uplink/endpoint-port.ts";
import type { HttpAnswer } from "./transport.ts";

type Fields = Readonly<Record<string, unknown>>;

const refusedStatuses: ReadonlySet<number> = new Set([401, 402, 403, 404]);
const passingStatuses: ReadonlySet<number> = new Set([408, 409, 425]);
/** Codes of OpenAI and of services with this box's own contract. */
const contentCodes: ReadonlySet<unknown> = new Set([
  "content_policy_violation",
  "moderation_blocked",
  "content_filter",
  "content_rejected",
  "sexual_content",
]);
/** Of ElevenLabs, also with 404: it is the request's fault, not the endpoint's. */
const unknownVoice = "voice_not_found";
/** Google's reasons for an answer without content. */
const blockedReasons =
  /^(SAFETY|IMAGE_SAFETY|PROHIBITED_CONTENT|IMAGE_PROHIBITED_CONTENT|BLOCKLIST|SPII|RECITATION|IMAGE_RECITATION)$/;
const maxMessage = 300;
/** Only small answers are worth parsing twice: one with pictures is no refusal and has no cost. */
const maxParsedBytes = 256 * 1024;

/** The failure that an answer with an error status means. */
export function failureOfStatus(answer: HttpAnswer, now: { wallMs: number }): EndpointFailure {
  const { status, headers } = answer;
  const error = errorOf(answer.body);
  const received = receivedOf(answer);
  const retryAfterMs = retryAfterOf(headers, now.wallMs);
  const kind = kindOf(status, error, retryAfterMs);
  // A provider may repeat part of the key where it refuses it.
  const said = kind === "refused" ? (error.code ?? "") : error.message;
  const message = said === "" ? `it answered ${status}` : `it answered ${status}: ${said}`;
  return new EndpointFailure(kind, message, { retryAfterMs, received });
}

function kindOf(
  status: number,
  error: { code: string | null },
  retryAfterMs: number | null,
): FailureKind {
  if (error.code === "insufficient_quota") return "refused";
  if (contentCodes.has(error.code)) return "content";
  if (error.code === unknownVoice) return "rejected";
  if (refusedStatuses.has(status)) return "refused";
  if (status === 429 || status === 529) return "throttled";
  if (status === 503 && retryAfterMs !== null) return "throttled";
  if (status >= 500 || passingStatuses.has(status)) return "unavailable";
  return status >= 400 ? "rejected" : "invalid";
}

/** Returns the providers' `error` (ElevenLabs: `detail`) in one form. */
function errorOf(body: Buffer): { message: string; code: string | null } {
  const parsed = jsonOf(body);
  const error = fieldsOf(parsed?.["error"] ?? parsed?.["detail"]);
  const text = error["message"];
  const message = typeof text === "string" ? oneLine(text) : "";
  const code = [error["code"], error["status"], error["type"]].find(
    (each) => typeof each === "string",
  );
  return { message, code: typeof code === "string" ? oneLine(code).slice(0, 60) : null };
}

/** Returns the model's reason for a refusal inside a valid answer; null without a refusal. */
export function refusalIn(body: Buffer): string | null {
  const answer = body.length > maxParsedBytes ? null : jsonOf(body);
  if (!answer) return null;
  return (
    refusalOfGoogle(answer) ??
    refusalOfChat(answer) ??
    refusalOfResponse(answer) ??
    (answer["stop_reason"] === "refusal" ? "refusal" : null)
  );
}

function refusalOfGoogle(answer: Fields): string | null {
  const blocked = fieldsOf(answer["promptFeedback"])["blockReason"];
  if (typeof blocked === "string") return blocked;
  for (const { finishReason } of listOf(answer["candidates"])) {
    if (typeof finishReason === "string" && blockedReasons.test(finishReason)) return finishReason;
  }
  return null;
}

/** OpenAI's chat completions, and those who speak them. */
function refusalOfChat(answer: Fields): string | null {
  for (const choice of listOf(answer["choices"])) {
    const { refusal } = fieldsOf(choice["message"]);
    if (typeof refusal === "string" && refusal !== "") return oneLine(refusal);
    if (choice["finish_reason"] === "content_filter") return "content_filter";
  }
  return null;
}

/** OpenAI's responses. */
function refusalOfResponse(answer: Fields): string | null {
  for (const item of listOf(answer["output"])) {
    for (const part of listOf(item["content"])) {
      if (part["type"] === "refusal") return oneLine(String(part["refusal"]));
    }
  }
  const { reason } = fieldsOf(answer["incomplete_details"]);
  return reason === "content_filter" ? "content_filter" : null;
}

/** Bytes of an answer, and its cost where a gateway reports it: `usage.cost`, or LiteLLM's header. */
export function receivedOf({ body, headers }: HttpAnswer): CallFigures {
  const costText = headers.get("x-litellm-response-cost") ?? costIn(body);
  const cost = costText === null ? Number.NaN : Number(costText);
  return {
    receivedBytes: body.length,
    cost: Number.isFinite(cost) && cost >= 0 ? cost : null,
  };
}

function costIn(body: Buffer): string | null {
  if (body.length > maxParsedBytes) return null;
  const { cost } = fieldsOf(jsonOf(body)?.["usage"]);
  return typeof cost === "number" ? String(cost) : null;
}

function retryAfterOf(headers: Headers, wallMs: number): number | null {
  const ms = headers.get("retry-after-ms");
  if (ms !== null && /^\d{1,12}$/.test(ms)) return Number(ms);
  const text = headers.get("retry-after");
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - wallMs);
}

function jsonOf(body: Buffer): Fields | null {
  if (body[0] !== 0x7b && body[0] !== 0x20 && body[0] !== 0x0a) return null;
  try {
    return fieldsOf(JSON.parse(body.toString("utf8")));
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, maxMessage);
}
