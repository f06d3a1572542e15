import { readFile } from "node:fs/promises";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import { authorityFile, tlsDirectory } from "../../adapters/tls/files.ts";
import type { ErrorCode } from "../../base/contract/error-codes.ts";
import { fail } from "../../base/contract/fail.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import { tlsChoice } from "../../http/site-parts.ts";
import type { SiteConfig } from "../../system/config/site-config.ts";

/** Address of a box and the key for its API. */
export interface BoxAddress {
  /** `http://host:port` or `https://host:port`. */
  url: string;
  /** Certificate authorities (PEM) of the box, instead of the public ones. */
  ca?: string;
  /** The secret of an API key. */
  key: string;
}

/** Longest wait for an answer, in milliseconds: a busy box loads a model first. */
const answerMs = 60_000;
/** Largest answer that is read. */
const maxBytes = 16 * 1024 * 1024;

/** Returns the address at which the box of `site` answers on its own machine. */
export async function ownAddress(site: SiteConfig): Promise<Omit<BoxAddress, "key">> {
  const { host, port } = site.server;
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isAny ? "127.0.0.1" : host;
  const tls = tlsChoice(site);
  const at = `${name.includes(":") ? `[${name}]` : name}:${port}`;
  if (!tls) return { url: `http://${at}` };
  if (tls.mode === "files") return { url: `https://${at}` };
  const file = join(site.dataDir, tlsDirectory, authorityFile);
  const ca = await readFile(file, "utf8").catch(() => undefined);
  return { url: `https://${at}`, ...(ca === undefined ? {} : { ca }) };
}

/**
 * Requests `path` (from `/api/v1/` on) and returns the answer's `data`. Rejects with the box's own
 * coded error; with `not_ready` if the box does not answer, and with `internal_error` if something
 * else answers.
 */
export async function callBox(
  box: BoxAddress,
  path: string,
  { method = "GET", body }: { method?: "GET" | "POST"; body?: object } = {},
): Promise<unknown> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const { status, content } = await exchange(box, path, { method, text });
  const answer = envelopeOf(content);
  if (!answer) {
    const message = `${box.url}: answers with status ${status} and no Gatehouse document. Correct the address`;
    throw fail("internal_error", message);
  }
  if (status < 400) return answer.data;
  const { code = "internal_error", message = `status ${status}`, param } = answer.error ?? {};
  throw fail(code, message, param === undefined ? {} : { param });
}

interface Envelope {
  data?: unknown;
  error?: { code: ErrorCode; message: string; param?: string };
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Envelope | null;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

async function exchange(
  box: BoxAddress,
  path: string,
  { method, text }: { method: string; text: string | undefined },
): Promise<{ status: number; content: string }> {
  const signal = AbortSignal.timeout(answerMs);
  const accept = "application/json";
  let answer: IncomingMessage | undefined;
  try {
    answer = await openAnswer(box, path, { method, text, accept, signal });
    return { status: answer.statusCode ?? 0, content: await read(answer, box.url) };
  } catch (error) {
    throw unreachable(box, error);
  } finally {
    answer?.destroy();
  }
}

/** One request. */
interface BoxRequest {
  method: string;
  /** JSON. */
  text: string | undefined;
  accept: string;
  signal: AbortSignal;
}

/** Resolves with the head of the answer; its reader consumes or destroys the rest. Rejects with `not_ready`. */
export async function openAnswer(
  box: BoxAddress,
  path: string,
  { method, text, accept, signal }: BoxRequest,
): Promise<IncomingMessage> {
  const { url, ca, key } = box;
  const request = url.startsWith("https:") ? httpsRequest : httpRequest;
  const content = text === undefined ? {} : { "content-type": "application/json" };
  const outgoing = request(new URL(path, url), {
    method,
    headers: { authorization: `Bearer ${key}`, accept, ...content },
    signal,
    ...(ca === undefined ? {} : { ca }),
  });
  try {
    return await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on("response", resolve).on("error", reject);
      outgoing.end(text);
    });
  } catch (error) {
    outgoing.destroy();
    throw unreachable(box, error);
  }
}

function unreachable({ url }: BoxAddress, error: unknown): GatehouseError {
  const reason = describeError(error);
  const advice = /certificate|self.signed|altname/i.test(reason)
    ? "Name the box's authority with --ca-file (gatehouse tls ca prints it)"
    : "Start the box, or name its address with --url";
  return GatehouseError.find(error) ?? fail("not_ready", `${url}: ${reason}. ${advice}`);
}

async function read(answer: IncomingMessage, url: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw fail("internal_error", `${url}: answers with more than ${maxBytes} bytes. Correct it`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
