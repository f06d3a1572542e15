/** What the stand-in does instead of answering well. */
export type Misbehaviour =
  /** 429 with `Retry-After`; nothing is accepted. */
  | "rate_limited"
  /** 500; nothing is accepted. */
  | "server_error"
  /** 503 (529 in Anthropic's form); nothing is accepted. */
  | "overloaded"
  /** The connection is cut before anything is accepted. */
  | "reset"
  /** Accepted and billed; then the connection is cut without an answer. */
  | "hang_up"
  /** Accepted and billed; the answer comes when `release` is called. */
  | "hold"
  /** Accepted; the answer comes a few bytes at a time and takes longer than anybody waits. */
  | "drip"
  /** Accepted; 200 with an HTML page. */
  | "garbage"
  /** Accepted; the connection is cut in the middle of the answer. */
  | "truncated"
  /** The model's refusal for the content, in the provider's form. */
  | "refusal"
  /** A well-formed answer in which the picture's bytes are none. */
  | "no_picture"
  /** A well-formed answer with a picture of 640 × 360. */
  | "wrong_size"
  /** Structured output that does not fit its schema. */
  | "wrong_value";

/** Which requests misbehave, and for how long. */
export interface Order {
  what: Misbehaviour;
  /** How many requests; default 1. */
  times?: number;
  /** Only requests of this kind. */
  on?: "image" | "text" | "speech";
  /** Only requests whose prompt contains this. */
  prompt?: string;
  /** `Retry-After` of `rate_limited` in seconds; default 1. */
  retryAfterSec?: number;
}

/** All misbehaviours, to check names that come from outside. */
export const misbehaviours: ReadonlySet<string> = new Set<Misbehaviour>([
  "rate_limited",
  "server_error",
  "overloaded",
  "reset",
  "hang_up",
  "hold",
  "drip",
  "garbage",
  "truncated",
  "refusal",
  "no_picture",
  "wrong_size",
  "wrong_value",
]);

/** The orders that are open, each used up by the requests that it fits, first come first. */
export class Orders {
  readonly #open: { order: Order; left: number }[] = [];

  add(order: Order): void {
    this.#open.push({ order, left: order.times ?? 1 });
  }

  clear(): void {
    this.#open.length = 0;
  }

  /** The order for a request, if there is one. */
  take(request: { kind: "image" | "text" | "speech"; prompt: string }): Order | undefined {
    const found = this.#open.find(
      ({ order, left }) =>
        left > 0 &&
        (order.on === undefined || order.on === request.kind) &&
        (order.prompt === undefined || request.prompt.includes(order.prompt)),
    );
    if (!found) return undefined;
    found.left -= 1;
    return found.order;
  }
}
