import type { Readable } from "node:stream";
import { fail, invalidField } from "../base/contract/fail.ts";
import type { InProcess } from "../http/in-process.ts";
import type { Route } from "../http/route.ts";
import { mcpLimits } from "./mcp-terms.ts";

/** The client that an agent's calls act for. */
export interface McpClient {
  /** The header with the key, which every call carries. */
  authorization: string;
  address: string;
}

/** An answer of the API, read whole. */
export interface ApiAnswer {
  status: number;
  contentType: string;
  bytes: Buffer;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Sends an agent's calls through the gates of the API. */
export class ApiCalls {
  readonly #inProcess: InProcess;
  readonly #client: McpClient;

  constructor(inProcess: InProcess, client: McpClient) {
    this.#inProcess = inProcess;
    this.#client = client;
  }

  /**
   * Calls `route` with the arguments of its tool. Fails with `invalid_request_body` for an argument that the tool does
   * not have, and with `result_too_large` for an answer beyond the bounds.
   */
  async send(route: Route, args: Arguments, signal: AbortSignal): Promise<ApiAnswer> {
    const { body, idempotency_key: key, ...named } = args;
    if (key !== undefined && typeof key !== "string")
      throw invalidField("idempotency_key", "is not a string. Send a string");
    const answer = await this.#inProcess.send(
      {
        method: route.method,
        target: targetOf(route, named),
        headers: {
          authorization: this.#client.authorization,
          accept: "application/json",
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        address: this.#client.address,
        signal,
      },
      "mcp",
    );
    const { status, contentType } = answer;
    const isText = contentType === "application/json";
    const most = isText ? mcpLimits.answerCharacters : mcpLimits.mediaBytes;
    return { status, contentType, bytes: await readBytes(answer.body, most) };
  }
}

/** Returns the ids of a page of streams, and where the next page begins; null after the last. */
export function streamPageOf({ bytes }: ApiAnswer): { ids: string[]; nextCursor: string | null } {
  const { data: page } = JSON.parse(bytes.toString()) as {
    data: { data: { stream_id: string }[]; next_cursor: string | null };
  };
  return { ids: page.data.map(({ stream_id: id }) => id), nextCursor: page.next_cursor };
}

/** Returns the path and query of a route. */
function targetOf(route: Route, args: Arguments): string {
  const left = new Map(Object.entries(args).filter(([, value]) => value !== undefined));
  const path = route.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const value = textOf(name, left.get(name));
    left.delete(name);
    // Addresses drop such a segment, and the call would reach another route.
    if (/^\.{0,2}$/.test(value)) throw invalidField(name, "is not an id. Send an id from a list");
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of left) query.set(name, textOf(name, value));
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

function textOf(name: string, value: unknown): string {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map((each) => textOf(name, each)).join(",");
  throw invalidField(name, "is missing, or neither a string nor a number. Send one");
}

async function readBytes(body: Readable, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      throw fail(
        "request_too_large",
        `answer: is larger than ${mostBytes} bytes. Ask for fewer entries or a shorter span, or load it from the API`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
