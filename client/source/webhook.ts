import { WebhookVerificationError, type WebhookProblem } from "./errors.ts";

/** Headers of a request as Fetch or Node.js have them; names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The event of a delivery (contract of the API: ids, states and their subject). */
export interface WebhookEvent {
  /** `evt_svc_…`: the same event may come more than once, always with the same id. */
  id: string;
  object: "event";
  type: string;
  /** Unix seconds. */
  created_at: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- each type of event has a shape of its own
  data: any;
}

/** Options of the check. */
export interface VerifyOptions {
  /** Largest difference to the sender's clock, in seconds; 300 when absent. */
  toleranceSec?: number | undefined;
  /** Present time for the comparison, Unix milliseconds. */
  nowMs?: number | undefined;
}

const encoder = new TextEncoder();

/**
 * Returns the event of a webhook delivery after checking its signatures and its age. `rawBody` is
 * the body as received, never parsed and serialised again. During a rotation give both secrets.
 * Checks in constant time `X-Svc-Signature` over the body, and `webhook-signature` over id, time
 * and body, whose time must be near, so that nobody can replay an old delivery. Throws
 * `WebhookVerificationError`.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  ...[secret, options = {}]: [secret: string | readonly string[], options?: VerifyOptions]
): Promise<WebhookEvent> {
  const secrets = typeof secret === "string" ? [secret] : secret;
  const body = typeof rawBody === "string" ? encoder.encode(rawBody) : rawBody;
  const id = required(headers, "webhook-id");
  const timestamp = required(headers, "webhook-timestamp");
  const signatures = required(headers, "webhook-signature");
  const plain = required(headers, "x-svc-signature");
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(plain)?.[1];
  if (hex === undefined) throw problem("malformed_header", "X-Svc-Signature is not sha256=<hex>");
  checkAge(timestamp, options);
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const candidates = signatures
    .split(" ")
    .map((each) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(each)?.[1])
    .filter((each) => each !== undefined)
    .slice(0, 10)
    .map(fromBase64);
  let isBodyRight = false;
  let isWholeRight = false;
  for (const each of secrets) {
    if (await verifies(encoder.encode(each), fromHex(hex), body)) isBodyRight = true;
    const key = standardKey(each);
    for (const signature of candidates)
      if (await verifies(key, signature, signed)) isWholeRight = true;
  }
  if (!isBodyRight || !isWholeRight) {
    throw problem("wrong_signature", "the delivery is not signed with this secret");
  }
  return eventOf(body);
}

function checkAge(timestamp: string, options: VerifyOptions): void {
  const { toleranceSec = 300, nowMs = Date.now() } = options;
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw problem("malformed_header", "webhook-timestamp is not in Unix seconds");
  }
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSec) {
    throw problem("outside_time_window", "the delivery is too old, or a clock is wrong");
  }
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw problem("invalid_body", "the body is not JSON");
  }
}

/** WebCrypto compares in constant time. */
async function verifies(
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  data: Uint8Array,
): Promise<boolean> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const cryptoKey = await crypto.subtle.importKey("raw", key, hmac, false, ["verify"]);
  return await crypto.subtle.verify("HMAC", cryptoKey, signature, data as Uint8Array<ArrayBuffer>);
}

/** RFC 4648 section 4, with or without its padding. */
const base64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)$/;

/**
 * Standard Webhooks: the decoded bytes of valid base64 behind `whsec_`, else the whole secret in
 * UTF-8.
 */
function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  const coded = secret.startsWith("whsec_") ? secret.slice(6) : "";
  return base64.test(coded) ? fromBase64(coded) : encoder.encode(secret);
}

function required(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === "function"
      ? (headers as { get(name: string): string | null }).get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value !== "string" || value === "") {
    throw problem("missing_header", `the delivery has no ${name} header`);
  }
  return value;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function problem(code: WebhookProblem, message: string): WebhookVerificationError {
  return new WebhookVerificationError(code, message);
}
