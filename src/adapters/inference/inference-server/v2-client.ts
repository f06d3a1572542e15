import http from "node:http";
import https from "node:https";
import { fail } from "../../../base/contract/fail.ts";
import { describeError, GatehouseError } from "../../../base/core/errors.ts";

/** Name of the header with the length of the JSON part before the tensors. */
export const jsonLengthHeader = "inference-header-content-length";

/** A detector never sends a larger answer. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** The answer of a server. */
export interface V2Answer {
  status: number;
  /** Length of the JSON at the start of the body when tensors follow it in binary. */
  jsonLength: number | undefined;
  body: Buffer;
}

/** One request to a server. */
export interface V2Request {
  /** Below the base address, without a slash at its start. */
  path: string;
  /** From the first byte sent to the last one received. */
  timeoutMs: number;
  /** Posted when present. */
  post?: { json: Buffer; tensor: Uint8Array };
}

/**
 * HTTP to one server: it reuses connections and replaces stale ones. The address comes from the site's own
 * configuration and is not checked against the networks of cameras.
 */
export class V2Client {
  readonly #base: URL;
  readonly #agent: http.Agent;

  constructor(url: string) {
    this.#base = new URL(url.endsWith("/") ? url : `${url}/`);
    const options = { keepAlive: true, maxSockets: 4, scheduling: "lifo" } as const;
    this.#agent =
      this.#base.protocol === "https:" ? new https.Agent(options) : new http.Agent(options);
  }

  /** Host and port, for messages. */
  get host(): string {
    return this.#base.host;
  }

  /** Rejects with `model_unavailable` when the server does not answer in time, or answers too much. */
  async send(request: V2Request): Promise<V2Answer> {
    try {
      return await this.#send(request);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw this.#failure(error);
    }
    // A reused connection that the server closed meanwhile proves nothing about the server.
    return this.#send(request).catch((error: unknown) => Promise.reject(this.#failure(error)));
  }

  close(): void {
    this.#agent.destroy();
  }

  #failure(cause: unknown): Error {
    const reason = GatehouseError.find(cause)?.message ?? describeError(cause);
    const message = `inference server ${this.#base.host}: does not answer (${reason}). Check its address and that it runs`;
    return fail("model_unavailable", message, { cause });
  }

  #send({ path, timeoutMs, post }: V2Request): Promise<V2Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<V2Answer>();
    const { request } = this.#base.protocol === "https:" ? https : http;
    const outgoing = request(new URL(path, this.#base), {
      agent: this.#agent,
      method: post ? "POST" : "GET",
      signal: AbortSignal.timeout(timeoutMs),
      headers: post ? headersOf(post) : {},
    });
    outgoing.once("error", (cause: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && cause.code === "ECONNRESET";
      reject(isStale ? new StaleConnection(cause.message, { cause }) : readable(cause, timeoutMs));
    });
    outgoing.once("response", (response) => {
      readAnswer(response).then(resolve, (cause: Error) => reject(readable(cause, timeoutMs)));
    });
    if (post) outgoing.write(post.json);
    outgoing.end(post?.tensor);
    return promise;
  }
}

class StaleConnection extends Error {}

function readable(cause: Error, timeoutMs: number): Error {
  const isLate = cause.name === "AbortError" || cause.name === "TimeoutError";
  if (!isLate) return cause;
  return fail(
    "model_unavailable",
    `answer: did not arrive within ${timeoutMs / 1000} s. Check the server's load`,
    { cause },
  );
}

function headersOf({
  json,
  tensor,
}: {
  json: Buffer;
  tensor: Uint8Array;
}): http.OutgoingHttpHeaders {
  return {
    "content-type": "application/octet-stream",
    "content-length": json.length + tensor.byteLength,
    [jsonLengthHeader]: json.length,
  };
}

async function readAnswer(response: http.IncomingMessage): Promise<V2Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxAnswerBytes) {
      response.destroy();
      throw fail(
        "model_unavailable",
        `answer: is larger than ${maxAnswerBytes} bytes. Check the address`,
      );
    }
    chunks.push(chunk as Buffer);
  }
  const header = response.headers[jsonLengthHeader];
  return {
    status: response.statusCode ?? 0,
    jsonLength: typeof header === "string" ? Number(header) : undefined,
    body: Buffer.concat(chunks),
  };
}
