import type { Readable } from "node:stream";

/** Where a box answers. */
export interface PeerAddress {
  /** Its address, without a slash at the end. */
  url: string;
  /** SHA-256 of the certificate that it must show, 64 hexadecimal digits; null to ask the public authorities. */
  certificateSha256: string | null;
}

/** One request to another box. */
export interface PeerHttpRequest {
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path and query. */
  target: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Bytes of the body, as one piece or as a stream. */
  body?: string | Uint8Array | Readable;
  /** Longest time until the head of the answer has come, in milliseconds. */
  answerMs: number;
  /** Longest silence within the body, in milliseconds; 0 for no limit. */
  idleMs: number;
  signal?: AbortSignal | undefined;
}

/** The answer of another box. Its reader consumes or destroys `body`, which ends the connection when it breaks. */
export interface PeerHttpAnswer {
  status: number;
  /** Names in lower case; repeated ones joined by commas. */
  headers: Readonly<Record<string, string>>;
  body: Readable;
}

/** Thrown for a box that gave no answer; `problem` is a sentence without a period. */
export class PeerFailure extends Error {
  readonly problem: string;

  constructor(problem: string, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Sends requests to boxes, and keeps connections open for the next ones. */
export interface PeerTransport {
  /**
   * Resolves with the head of the answer, whatever its status. Rejects with `PeerFailure`, or with the reason of
   * `signal`. It follows no redirects.
   */
  send(address: PeerAddress, request: PeerHttpRequest): Promise<PeerHttpAnswer>;
  /** Ends all connections. */
  stop(): Promise<void>;
}
