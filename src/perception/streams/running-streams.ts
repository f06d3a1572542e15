import type { StreamRunner } from "./stream-runner.ts";

/** The streams that run now, by organisation and id; at most one runner each. */
export class RunningStreams {
  readonly #runners = new Map<string, StreamRunner>();

  add(org: string, streamId: string, runner: StreamRunner): void {
    this.#runners.set(keyOf(org, streamId), runner);
  }

  /** Removes `runner`, unless a newer one has its id. */
  remove(org: string, streamId: string, runner: StreamRunner): void {
    const key = keyOf(org, streamId);
    if (this.#runners.get(key) === runner) this.#runners.delete(key);
  }

  get(org: string, streamId: string): StreamRunner | undefined {
    return this.#runners.get(keyOf(org, streamId));
  }

  /** The streams of one organisation. */
  of(org: string): StreamRunner[] {
    const start = keyOf(org, "");
    return [...this.#runners].filter(([key]) => key.startsWith(start)).map(([, one]) => one);
  }

  all(): StreamRunner[] {
    return [...this.#runners.values()];
  }
}

function keyOf(org: string, streamId: string): string {
  return `${org}\0${streamId}`;
}
