import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
// oxlint-disable-next-line house/no-sleep -- the pause of an endpoint that drips
import { setTimeout as sleep } from "node:timers/promises";
import { anthropic } from "./anthropic.ts";
import { elevenLabs } from "./elevenlabs.ts";
import { google } from "./google.ts";
import { type Misbehaviour, misbehaviours, type Order, Orders } from "./misbehaviour.ts";
import { Mistake } from "./mistake.ts";
import { openAi } from "./openai.ts";
import {
  type Call,
  type Dialect,
  json,
  type Reply,
  type Spoiled,
  type Understood,
} from "./wire.ts";

/** A request as the stand-in saw it. */
export interface SeenRequest {
  provider: string;
  path: string;
  kind: "image" | "text" | "speech";
  model: string;
  prompt: string;
  pictures: readonly Uint8Array[];
  idempotencyKey: string | undefined;
  /** True when a real provider would charge for it. */
  isBilled: boolean;
  /** True when it repeated another one under the same idempotency key, and got its answer. */
  isReplay: boolean;
  misbehaviour: Misbehaviour | undefined;
}

/** A running stand-in. Base addresses are what the AI SDK's providers take as `baseURL`. */
export interface MockCloud {
  url: string;
  key: string;
  baseUrls: {
    openai: string;
    google: string;
    anthropic: string;
    compatible: string;
    elevenlabs: string;
  };
  /** Every request that a real provider would not have refused, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** How many of them a real provider would have charged for. */
  billed(): number;
  /** Lets requests to come misbehave. */
  misbehave(order: Order): void;
  /** Ends all orders and answers what is held. */
  release(): void;
  /** Cuts every connection and listens no more: the outage. `start` on the same port ends it. */
  stop(): Promise<void>;
}

/** Options of `startMockCloud`. */
export interface MockCloudOptions {
  /** Port of loopback; 0, the default, takes a free one. */
  port?: number;
  /** The key that every provider's format takes; default `mock-key`. */
  key?: string;
}

/** Bytes of a request that are read at most. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;
/** Requests that are remembered with their pictures; older ones are forgotten. */
const MAX_REMEMBERED = 20_000;
const DRIP_BYTES = 16;
const DRIP_MS = 100;

/**
 * A stand-in for model endpoints on loopback: OpenAI's wire format (`/v1`), the same for servers on
 * the LAN (`/compatible/v1`), Google's (`/v1beta`), Anthropic's (`/anthropic/v1`) and ElevenLabs' speech
 * (`/elevenlabs`). It is strict, makes placeholder pictures, and misbehaves when it is told to, also by `POST /mock/misbehave`.
 */
export async function startMockCloud(options: MockCloudOptions = {}): Promise<MockCloud> {
  const cloud = new Cloud(options.key ?? "mock-key");
  const server = createServer((request, response) => {
    cloud.handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    key: cloud.key,
    baseUrls: {
      openai: `${url}/v1`,
      google: `${url}/v1beta`,
      anthropic: `${url}/anthropic/v1`,
      compatible: `${url}/compatible/v1`,
      elevenlabs: `${url}/elevenlabs`,
    },
    requests: cloud.seen,
    billed: () => cloud.seen.filter(({ isBilled }) => isBilled).length,
    misbehave: (order) => cloud.orders.add(order),
    release: () => cloud.release(),
    stop: () =>
      new Promise((done) => {
        cloud.stop();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

interface Remembered {
  fingerprint: string;
  reply: Promise<Reply>;
}

class Cloud {
  readonly key: string;
  readonly seen: SeenRequest[] = [];
  readonly orders = new Orders();
  readonly #dialects: readonly Dialect[] = [
    anthropic,
    elevenLabs,
    google,
    openAi({ name: "openai", base: "/v1", isLocal: false }),
    openAi({ name: "compatible", base: "/compatible/v1", isLocal: true }),
  ];
  readonly #byIdempotencyKey = new Map<string, Remembered>();
  readonly #stopped = new AbortController();
  #held: (() => void)[] = [];

  constructor(key: string) {
    this.key = key;
  }

  release(): void {
    this.orders.clear();
    for (const answer of this.#held.splice(0)) answer();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await received(request);
    if (call.path.startsWith("/mock/")) {
      send(response, this.#control(call));
      return;
    }
    const dialect = this.#dialects.find(({ owns }) => owns(call.path));
    if (!dialect) {
      send(response, json(404, { error: { message: "this provider is not imitated" } }));
      return;
    }
    try {
      await this.#answer(dialect, call, response);
    } catch (error) {
      if (error instanceof Mistake) send(response, dialect.errorOf(error));
      else throw error;
    }
  }

  async #answer(dialect: Dialect, call: Call, response: ServerResponse): Promise<void> {
    const asked = await dialect.understand(call, this.key);
    const earlier = this.#earlier(dialect, call);
    const order = earlier ? undefined : this.orders.take(asked);
    const seen = this.#note({ dialect, call, asked, order, isReplay: earlier !== undefined });
    if (earlier) {
      send(response, await earlier);
      return;
    }
    if (order && isTurnedAway(order, { dialect, asked, response })) return;
    seen.isBilled = true;
    const reply = asked.answer(spoiling[order?.what ?? ""]);
    // A reply that fails is told to whoever waits for it; nobody may be left to.
    reply.catch(() => {});
    this.#remember(dialect, call, reply);
    await this.#deliver(order?.what, reply, response);
  }

  async #deliver(
    what: Misbehaviour | undefined,
    reply: Promise<Reply>,
    response: ServerResponse,
  ): Promise<void> {
    if (what === "hang_up") {
      await reply;
      response.destroy();
      return;
    }
    if (what === "garbage") {
      const body = Buffer.from("<html><body>It works!</body></html>");
      send(response, { status: 200, headers: { "content-type": "text/html" }, body });
      return;
    }
    if (what === "hold") {
      await new Promise<void>((resume) => {
        this.#held.push(resume);
      });
    }
    const { status, headers, body } = await reply;
    if (what !== "drip" && what !== "truncated") {
      send(response, { status, headers, body });
      return;
    }
    response.writeHead(status, { ...headers, "content-length": body.length });
    if (what === "truncated") {
      response.write(body.subarray(0, body.length >> 1), () => response.destroy());
      return;
    }
    await drip(response, body, this.#stopped.signal);
  }

  #note(of: {
    dialect: Dialect;
    call: Call;
    asked: Understood;
    order: Order | undefined;
    isReplay: boolean;
  }): SeenRequest {
    const { kind, model, prompt, pictures } = of.asked;
    const seen: SeenRequest = {
      provider: of.dialect.name,
      path: of.call.path,
      kind,
      model,
      prompt,
      pictures,
      idempotencyKey: of.call.headers["idempotency-key"],
      isBilled: false,
      isReplay: of.isReplay,
      misbehaviour: of.order?.what,
    };
    this.seen.push(seen);
    if (this.seen.length > MAX_REMEMBERED) this.seen.shift();
    return seen;
  }

  /** Only OpenAI's format has idempotency keys. */
  #earlier(dialect: Dialect, call: Call): Promise<Reply> | undefined {
    const name = nameOf(dialect, call);
    const found = name === undefined ? undefined : this.#byIdempotencyKey.get(name);
    if (found && found.fingerprint !== fingerprint(call)) throw new Mistake("key_reused", "", "");
    return found?.reply;
  }

  #remember(dialect: Dialect, call: Call, reply: Promise<Reply>): void {
    const name = nameOf(dialect, call);
    if (name === undefined) return;
    this.#byIdempotencyKey.set(name, { fingerprint: fingerprint(call), reply });
    const [oldest] = this.#byIdempotencyKey.keys();
    if (this.#byIdempotencyKey.size > 500) this.#byIdempotencyKey.delete(oldest!);
  }

  #control(call: Call): Reply {
    const name = `${call.method} ${call.path}`;
    if (name === "GET /mock/requests") {
      const shown = this.seen.map(({ pictures, ...rest }) => ({
        ...rest,
        pictures: pictures.length,
      }));
      return json(200, { requests: shown });
    }
    if (name === "POST /mock/release") {
      this.release();
      return json(200, { released: true });
    }
    if (name !== "POST /mock/misbehave") return json(404, { error: "unknown" });
    const order = JSON.parse(call.body.toString("utf8")) as Order;
    if (!misbehaviours.has(order.what)) {
      return json(400, { error: `what: one of ${[...misbehaviours].join(", ")}` });
    }
    this.orders.add(order);
    return json(200, { order });
  }
}

const refusals: Readonly<Record<string, "rate_limited" | "server_error" | "overloaded">> = {
  rate_limited: "rate_limited",
  server_error: "server_error",
  overloaded: "overloaded",
};
const spoiling: Readonly<Record<string, Spoiled>> = {
  no_picture: "no_picture",
  wrong_size: "wrong_size",
  wrong_value: "wrong_value",
};

/** Trouble in which nothing is accepted; true when `response` is done with. */
function isTurnedAway(
  order: Order,
  { dialect, asked, response }: { dialect: Dialect; asked: Understood; response: ServerResponse },
): boolean {
  const trouble = refusals[order.what];
  if (trouble) {
    const reply = dialect.trouble(trouble);
    const wait = { "retry-after": String(order.retryAfterSec ?? 1) };
    const headers = trouble === "rate_limited" ? { ...reply.headers, ...wait } : reply.headers;
    send(response, { ...reply, headers });
    return true;
  }
  if (order.what === "reset") response.destroy();
  if (order.what === "refusal") send(response, asked.refuse());
  return order.what === "reset" || order.what === "refusal";
}

async function received(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error("too large for the stand-in");
    chunks.push(chunk);
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const { pathname: path, search } = new URL(request.url ?? "/", "http://stand.in");
  return { method: request.method ?? "GET", path, search, headers, body: Buffer.concat(chunks) };
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
}

async function drip(response: ServerResponse, body: Buffer, signal: AbortSignal): Promise<void> {
  for (let at = 0; at < body.length && !response.destroyed; at += DRIP_BYTES) {
    response.write(body.subarray(at, at + DRIP_BYTES));
    await sleep(DRIP_MS, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
  }
  response.end();
}

function nameOf(dialect: Dialect, call: Call): string | undefined {
  const key = call.headers["idempotency-key"];
  const hasKeys = dialect.name === "openai" || dialect.name === "compatible";
  return key !== undefined && hasKeys ? `${dialect.name} ${key}` : undefined;
}

/** Multipart boundaries differ between attempts, so of forms only the route counts. */
function fingerprint(call: Call): string {
  const isForm = call.headers["content-type"]?.startsWith("multipart/") === true;
  return createHash("sha256")
    .update(call.path)
    .update(isForm ? "" : call.body)
    .digest("hex");
}
