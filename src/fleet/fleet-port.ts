import type { Part } from "../base/core/parts.ts";

/** One entry of the fleet's table, which all boxes of the fleet read and write. */
export interface FleetEntry {
  /** Words of letters, digits, `_` and `-`, with points between them. */
  key: string;
  /** Grows with every write to the table, whatever its key. */
  revision: number;
  /** Null for a removed entry. */
  value: string | null;
  /** Time of the write by the clock of the server, Unix milliseconds. */
  writtenAtMs: number;
}

/** The result of a write; `lost` when nobody can say whether it happened. */
export type WriteOutcome =
  | { kind: "written"; revision: number }
  | { kind: "conflict" }
  | { kind: "lost"; problem: string };

/** What a write expects of the entry: any state, or the revision of its last write (0 for none ever). */
export type Expected = "any" | number;

/** Called by the link, in order. */
export interface FleetListener {
  /** Connected. All entries follow, then each change. */
  onUp(server: ServerFacts): void;
  onEntry(entry: FleetEntry): void;
  /** The connection ended or could not be made; `problem` is a sentence without a period. */
  onDown(problem: string): void;
}

/** The server of a connection. */
export interface ServerFacts {
  name: string;
  /** Servers that keep a copy of the table. */
  copies: number;
}

/** The connection to the table. It connects again by itself until it is stopped. */
export interface FleetLink extends Part {
  /** Call it before `start`, once. */
  listen(listener: FleetListener): void;
  /** Never rejects. Resolves within some seconds; `lost` at once without a connection. */
  write(key: string, value: string, expected: Expected): Promise<WriteOutcome>;
  /** As `write`; the entry stays with the value null. */
  remove(key: string, expected: number): Promise<WriteOutcome>;
  /** Ends the connection because of `problem`; a new one follows. */
  reset(problem: string): void;
}
