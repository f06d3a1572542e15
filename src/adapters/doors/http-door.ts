import { resolve } from "node:path";
import type { Socket } from "node:net";
import type { buildConnector, Dispatcher } from "undici";
import { timeLimit } from "../../base/concurrency/time-limit.ts";
import type { Clock } from "../../base/core/clock.ts";
import { connectTo, type NetworkRules, resolveAllowed } from "../../base/core/guarded-dial.ts";
import { installDir } from "../../base/settings/install-dir.ts";
import { readSecret } from "../../base/settings/secret-files.ts";
import type {
  DoorLink,
  DoorListener,
  DoorRequest,
  DoorWords,
} from "../../robots/doors/door-port.ts";
import type { DoorConfig } from "../../robots/doors/door-settings.ts";
import { doorLimits } from "../../robots/doors/door-terms.ts";
import { asUnreachable, unreachable, withLevel } from "./door-failures.ts";
import { wordsOf } from "./json-words.ts";
import { Polling } from "./polling.ts";

type HttpSettings = NonNullable<DoorConfig["http"]>;

interface Call {
  url: string;
  method: "GET" | "POST" | "PUT";
  body?: string | undefined;
}

/** A door with an HTTP interface: each question and request is one connection to a checked address. */
export class HttpDoor implements DoorLink {
  readonly #settings: HttpSettings;
  readonly #networks: NetworkRules;
  readonly #polling: Polling;
  #token: string | null = null;

  constructor(settings: HttpSettings, parts: { clock: Clock; networks: NetworkRules }) {
    this.#settings = settings;
    this.#networks = parts.networks;
    this.#polling = new Polling({
      clock: parts.clock,
      periodMs: settings.pollSeconds * 1000,
      ask: (signal) => this.#state(signal),
    });
  }

  get hasClose(): boolean {
    return this.#settings.close !== undefined;
  }

  open(listener: DoorListener): void {
    this.#polling.start(listener);
  }

  async request(request: DoorRequest): Promise<void> {
    const { open, close } = this.#settings;
    const { url, method, body } = request.kind === "open" ? open : close!;
    const level = request.kind === "open" ? request.level : null;
    const inUrl = level === null ? null : encodeURIComponent(level);
    await this.#call({
      url: withLevel(url, inUrl),
      method,
      body: body === undefined ? undefined : withLevel(body, level),
    });
  }

  async close(): Promise<void> {
    this.#polling.stop();
  }

  async #state(signal: AbortSignal): Promise<DoorWords> {
    const text = await this.#call({ url: this.#settings.stateUrl, method: "GET" }, signal);
    const words = wordsOf(text, this.#settings);
    if ("problem" in words) throw unreachable(words.problem);
    return words;
  }

  /** Returns the text of the answer. Rejects with `door_unreachable` for any but a success, redirects included. */
  async #call(call: Call, stopped?: AbortSignal): Promise<string> {
    const signal = timeLimit(doorLimits.requestMs, stopped);
    try {
      return await this.#exchange(call, signal);
    } catch (error) {
      throw asUnreachable(error);
    }
  }

  async #exchange({ url, method, body }: Call, signal: AbortSignal): Promise<string> {
    const to = new URL(url);
    const token = await this.#authorization();
    // Loaded with the first request: most sites have no such door.
    const { Client } = await import("undici");
    const client = new Client(to.origin, {
      connect: (_options, done) => void this.#hand(to, signal, done),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const headers = {
      connection: "close",
      ...(body === undefined ? {} : { "content-type": contentType(body) }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
    const path = to.pathname + to.search;
    try {
      const answer = await client.request({ path, method, headers, body: body ?? null, signal });
      const text = await readAll(answer.body);
      if (answer.statusCode < 200 || answer.statusCode > 299)
        throw unreachable(`it answers with ${answer.statusCode}`);
      return text;
    } finally {
      await client.destroy();
    }
  }

  async #hand(to: URL, signal: AbortSignal, done: buildConnector.Callback): Promise<void> {
    let socket: Socket;
    try {
      socket = await this.#dial(to, signal);
    } catch (error) {
      done(error as Error, null);
      return;
    }
    done(null, socket);
  }

  async #dial(url: URL, signal: AbortSignal): Promise<Socket> {
    const tls = url.protocol === "https:";
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const port = url.port === "" ? (tls ? 443 : 80) : Number(url.port);
    const ip = await resolveAllowed({ host, port }, this.#networks);
    signal.throwIfAborted();
    if (ip === null)
      throw unreachable(`the site does not allow ${url.host}: add its network to robot_networks`);
    return await connectTo(ip, { host, port, tls }, signal);
  }

  async #authorization(): Promise<string | null> {
    const { tokenFile } = this.#settings;
    if (tokenFile === undefined || this.#token !== null) return this.#token;
    const read = await readSecret(resolve(installDir, tokenFile));
    if (typeof read !== "string") throw unreachable(`token_file: ${read.message}`);
    this.#token = read;
    return read;
  }
}

function contentType(body: string): string {
  return /^\s*[{[]/.test(body) ? "application/json" : "text/plain; charset=utf-8";
}

async function readAll(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > doorLimits.messageBytes)
      throw unreachable(`its answer is longer than ${doorLimits.messageBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
