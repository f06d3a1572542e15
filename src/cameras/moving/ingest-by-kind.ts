import type { Ingest, IngestEvents, IngestRun } from "../ingest-port.ts";
import type { SourceSpec } from "../source.ts";

/** Reads robots' cameras in one way and all other sources in the other. */
export class IngestByKind implements Ingest {
  readonly #usual: Ingest;
  readonly #robots: Ingest;

  constructor(ways: { usual: Ingest; robots: Ingest }) {
    this.#usual = ways.usual;
    this.#robots = ways.robots;
  }

  open(source: SourceSpec, events: IngestEvents): IngestRun {
    return this.#of(source).open(source, events);
  }

  answers(source: SourceSpec, signal: AbortSignal): Promise<boolean> {
    return this.#of(source).answers(source, signal);
  }

  #of({ kind }: SourceSpec): Ingest {
    return kind === "robot" ? this.#robots : this.#usual;
  }
}
