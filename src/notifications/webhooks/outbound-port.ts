/** `public`: on the internet; `listed`: in a network of the site's configuration. */
export type Network = "public" | "listed";

/** The reason why a request got no answer. */
export type OutboundProblem =
  | "blocked_address"
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "redirect"
  | "protocol";

/** Progress of a request; `cut` means that this box has no network at all. */
export type Reach = "reached" | "unreachable" | "cut" | "unknown";

/** One request to a caller's address. */
export interface OutboundRequest {
  url: string;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Time limit from the start of the name lookup to the last byte of the answer. */
  deadlineMs: number;
  /** Bytes of the answer's body to read; the rest is cut. */
  maxReadBytes: number;
  /** Redirects to follow, each checked like the first address; without it a redirect is an answer. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

/** The receiver's answer. */
export interface OutboundAnswer {
  ok: true;
  /** Address of the answer, after all redirects. */
  url: string;
  status: number;
  /** Names in lower case; of a repeated header the first. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The body was longer than `maxReadBytes`. */
  isCut: boolean;
  network: Network;
}

/**
 * A missing answer. `message` is for people and reveals nothing about networks that the site did
 * not list.
 */
export interface OutboundFailure {
  ok: false;
  problem: OutboundProblem;
  message: string;
  reach: Reach;
  /** Network of the address; null when the name was not resolved. */
  network: Network | null;
}

/**
 * The reason for refusing a URL without a request: its form is not accepted, or it names an address
 * that is not allowed.
 */
export interface AddressRefusal {
  kind: "form" | "address";
  message: string;
}

/** All requests of the box to callers' addresses go through this. */
export interface Outbound {
  /**
   * Returns the reason why the box never requests `url`; null when only the connection can show
   * one.
   */
  refusal(url: string): AddressRefusal | null;
  /** Never rejects, except with the reason of `signal` once that aborts. */
  request(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure>;
}
