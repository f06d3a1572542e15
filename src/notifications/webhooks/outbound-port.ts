/** Whether an address is on the internet, or in a network that the site listed. */
export type Network = "public" | "listed";

/** Why a request got no answer. */
export type OutboundProblem =
  | "blocked_address"
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "redirect"
  | "protocol";

/** How far a request got: `cut` says that this box has no network at all. */
export type Reach = "reached" | "unreachable" | "cut" | "unknown";

/** One request to an address that a caller has named. */
export interface OutboundRequest {
  url: string;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** From the start of the name lookup to the last byte of the answer. */
  deadlineMs: number;
  /** The answer's body is cut here. */
  maxReadBytes: number;
  /** Redirects to follow, each checked like the first address; without it a redirect is an answer. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

/** The answer of the other side. */
export interface OutboundAnswer {
  ok: true;
  /** Where it came from, after all redirects. */
  url: string;
  status: number;
  /** Names in lower case; of a repeated header the first. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The body was longer than `maxReadBytes`. */
  isCut: boolean;
  network: Network;
}

/** No answer. `message` is for people and says nothing about networks that the site did not list. */
export interface OutboundFailure {
  ok: false;
  problem: OutboundProblem;
  message: string;
  reach: Reach;
  /** Where the name led; null when it was not looked up. */
  network: Network | null;
}

/** Why a URL is refused unseen: it is none of ours, or it names an address that is not allowed. */
export interface Refusal {
  kind: "form" | "address";
  message: string;
}

/** The only way out of the box for addresses that callers name. */
export interface Outbound {
  /** Why `url` can never be requested; null when only the connection can tell. */
  refusal(url: string): Refusal | null;
  /** Never rejects, except with the reason of `signal` once that aborts. */
  request(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure>;
}
