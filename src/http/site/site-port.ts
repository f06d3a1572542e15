import type { Readable } from "node:stream";
import type { Caller } from "../../base/jobs/operation.ts";

/** Things that one box of a fleet has, by the fleet's table. */
export type PlacedKind = "stream" | "robot";

/** Another box of the fleet. */
export interface SiteBox {
  boxId: string;
  name: string;
  /** False for a box whose heartbeats have stopped. */
  isUp: boolean;
}

/** A request that this box passes on for its caller. */
export interface SiteRequest {
  boxId: string;
  caller: Pick<Caller, "org" | "keyId" | "scopes" | "person">;
  method: "GET" | "HEAD" | "POST";
  /** Path and query. */
  target: string;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Longest time until the head of the answer, in milliseconds. */
  answerMs: number;
  /** Longest silence within the body, in milliseconds; 0 for no limit. */
  idleMs: number;
  signal?: AbortSignal;
}

/** The answer of another box; its reader consumes or destroys `body`. */
export interface SiteAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Readable;
}

/** The other boxes of the fleet, as the API of this one asks them. */
export interface Site {
  /** Id of this box. */
  readonly boxId: string;
  /** Name of this box. */
  ownName(): string;
  /** The other boxes that have not left. */
  others(): readonly SiteBox[];
  /** The other box that has the lease of a stream or robot; undefined when none or this one has it. */
  ownerOf(kind: PlacedKind, org: string, id: string): string | undefined;
  /** Fails with `box_unreachable` when no answer comes, and with the reason of `signal`. */
  request(request: SiteRequest): Promise<SiteAnswer>;
}
