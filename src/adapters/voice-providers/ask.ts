import type { JsonObject } from "../../base/jobs/job.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Outbound } from "../../notifications/webhooks/outbound-port.ts";

/** One question to a provider's API. */
export interface Question {
  method: "GET" | "POST";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: JsonObject;
}

/** From the lookup of the name to the last byte, in milliseconds. */
const deadlineMs = 10_000;
const maxReadBytes = 1024 * 1024;

/**
 * Sends the request and returns the JSON object of the answer. Fails with `voice_credentials_refused` (401,
 * 403), with `invalid_request_body` for a request that the provider refuses (400, 404, 422), and with
 * `upstream_error` for everything else. The error repeats the provider's words only where they cannot hold a
 * credential.
 */
export async function askProvider(
  outbound: Outbound,
  name: string,
  { method, url, headers, body }: Question,
): Promise<Record<string, unknown>> {
  const answer = await outbound.request({
    method,
    url,
    headers: { accept: "application/json", ...headers, ...typeOf(body) },
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    deadlineMs,
    maxReadBytes,
  });
  if (!answer.ok) throw upstream(`${name} does not answer: ${answer.message}`);
  const { status } = answer;
  if (status === 401 || status === 403) {
    throw fail(
      "voice_credentials_refused",
      `${name}: refuses the credentials (${status}). Send the right key`,
    );
  }
  if (status === 400 || status === 404 || status === 422) {
    const message = `agent_id: ${name} refuses the agent (${status}). Correct the agent`;
    throw fail("invalid_request_body", message, { param: "agent_id" });
  }
  if (status < 200 || status > 299) throw upstream(`${name} answers with ${status}`);
  const value = jsonOf(answer.body);
  if (value === undefined || answer.isCut) throw upstream(`${name} answers with no JSON object`);
  return value;
}

/** The provider is not to blame the caller for. */
export function upstream(message: string) {
  return fail("upstream_error", message, { retryAfterSec: 10 });
}

function typeOf(body: JsonObject | undefined): Record<string, string> {
  return body === undefined ? {} : { "content-type": "application/json" };
}

function jsonOf(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
