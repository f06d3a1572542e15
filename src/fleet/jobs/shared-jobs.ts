import type { Reading } from "../../base/contract/metrics.ts";
import type { Part } from "../../base/core/parts.ts";
import { OfferedJobs, type OfferedJobsParts } from "./offered-jobs.ts";
import { TakenJobs, type TakenJobsParts } from "./taken-jobs.ts";
import { readWork } from "./work-document.ts";
import type { Question } from "./work-port.ts";

/** Counts of shared jobs, for the operator. */
export interface SharedJobCounts {
  /** Jobs of this box that others do now, and jobs of others that this one does. */
  away: number;
  here: number;
  offered: number;
  returned: number;
  lost: number;
  taken: number;
}

/** The counts before the start. */
export const noSharedJobs: SharedJobCounts = {
  away: 0,
  here: 0,
  offered: 0,
  returned: 0,
  lost: 0,
  taken: 0,
};

/** Jobs that the boxes of a fleet do for each other. */
export class SharedJobs implements Part {
  readonly #parts: OfferedJobsParts & TakenJobsParts;
  readonly #offered: OfferedJobs;
  readonly #taken: TakenJobs;

  constructor(parts: OfferedJobsParts & TakenJobsParts) {
    this.#parts = parts;
    this.#offered = new OfferedJobs(parts);
    this.#taken = new TakenJobs(parts);
  }

  async start(): Promise<void> {
    this.#parts.link.answer((name, body) => this.#answer(name, body));
    this.#offered.start();
    await this.#taken.start();
  }

  async stop(): Promise<void> {
    this.#offered.stop();
    await this.#taken.stop();
  }

  counts(): SharedJobCounts {
    const { taken, here } = this.#taken;
    return { ...this.#offered.counts, away: this.#offered.away, taken, here };
  }

  async #answer(name: Question["name"], body: string): Promise<Uint8Array | undefined> {
    switch (name) {
      case "claim": {
        const claim = readWork.claim(body);
        return claim && encoded(await this.#offered.claim(claim));
      }
      case "beat": {
        const beat = readWork.beat(body);
        return beat && encoded(this.#offered.beat(beat));
      }
      case "read": {
        const read = readWork.read(body);
        return read && ((await this.#offered.read(read)) ?? (await this.#taken.read(read)));
      }
    }
  }
}

/** Readings of the jobs that boxes share. */
export function sharedJobReadings(counts: SharedJobCounts): Reading[] {
  const moves = (["offered", "taken", "returned", "lost"] as const).map((step) => ({
    name: "gatehouse_fleet_jobs_total" as const,
    value: counts[step],
    labels: { step },
  }));
  const now = (["away", "here"] as const).map((place) => ({
    name: "gatehouse_fleet_jobs" as const,
    value: counts[place],
    labels: { place },
  }));
  return [...moves, ...now];
}

function encoded(document: object): Uint8Array {
  return Buffer.from(JSON.stringify(document));
}
