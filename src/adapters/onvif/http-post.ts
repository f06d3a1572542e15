import { type IncomingMessage, request } from "node:http";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { type DialOptions, dial } from "../rtsp-relay/dial.ts";
import { isProblem } from "../rtsp-relay/is-problem.ts";
import { problemOfSocketError } from "../rtsp-relay/relay-problems.ts";
import { timeLimit } from "../../base/concurrency/time-limit.ts";

/** An answer of a camera's HTTP server. */
export interface HttpReply {
  status: number;
  /** All values of `WWW-Authenticate`. */
  challenges: readonly string[];
  /** The `Date` header. */
  date: string | null;
  body: string;
}

/** Largest answer that is read. */
const maxBodyBytes = 1024 * 1024;
/** From the connection to the last byte, unless the request allows more. */
const usualTimeoutMs = 5000;

/** A request to post. */
export interface HttpPost {
  body: string;
  contentType: string;
  authorization?: string;
  /** From the connection to the last byte of the answer; default 5 s. */
  timeoutMs?: number;
}

/**
 * Posts once, over a connection of its own, to the one checked address of `url`. Follows no
 * redirect. Throws coded errors: those of the dialling, `stream_unreachable`, `onvif_broken`.
 */
export async function httpPost(
  url: URL,
  post: HttpPost,
  { signal, ...options }: DialOptions & { signal: AbortSignal },
): Promise<HttpReply> {
  const isTls = url.protocol === "https:";
  const port = url.port === "" ? (isTls ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const at = `${url.hostname}:${port}`;
  const late = timeLimit(post.timeoutMs ?? usualTimeoutMs, signal);
  const address = { host, port, tls: isTls, at, requestUrl: "" };
  const socket = await dial(address, { ...options, service: "ONVIF" }, late);
  if (isProblem(socket)) throw fail(socket.code, socket.message, { cause: socket });
  try {
    const outgoing = request({
      createConnection: () => socket,
      method: "POST",
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        "content-type": post.contentType,
        "content-length": Buffer.byteLength(post.body),
        connection: "close",
        ...(post.authorization === undefined ? {} : { authorization: post.authorization }),
      },
      signal: late,
      maxHeaderSize: 16 * 1024,
    });
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on("response", resolve).on("error", reject);
      outgoing.end(post.body);
    });
    return await read(reply, at);
  } catch (error) {
    throw GatehouseError.find(error) ?? problemOf(error, at);
  } finally {
    socket.destroy();
  }
}

async function read(reply: IncomingMessage, at: string): Promise<HttpReply> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes)
      throw fail(
        "onvif_broken",
        `camera: the answer of ${at} does not end. Check address and port`,
      );
    chunks.push(chunk);
  }
  const challenges: string[] = [];
  for (let index = 0; index + 1 < reply.rawHeaders.length; index += 2) {
    const name = reply.rawHeaders[index]!.toLowerCase();
    if (name === "www-authenticate") challenges.push(reply.rawHeaders[index + 1]!);
  }
  return {
    status: reply.statusCode ?? 0,
    challenges,
    date: reply.headers.date ?? null,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function problemOf(error: unknown, at: string): GatehouseError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("HPE_")) {
    return fail("onvif_broken", `camera: ${at} does not speak HTTP. Check the port`);
  }
  const problem = problemOfSocketError(error, at, "ONVIF");
  return fail(problem.code, problem.message, { cause: problem });
}
