import type { CameraLease } from "../../cameras/camera.ts";
import type { StreamSources } from "../settings/stream-settings.ts";
import type { StreamRunner } from "./stream-runner.ts";

/** The streams that run now, by organisation and id; at most one runner each. */
export class RunningStreams {
  readonly #runners = new Map<string, StreamRunner>();
  /** Sources that changed after their job's attempt began; one entry at most for each stream. */
  readonly #changed = new Map<string, StreamSources & { jobId: string }>();

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

  /** Lets the job of a stream go on with other sources, now or when it begins. */
  changeSources(
    stream: { org: string; streamId: string; jobId: string },
    sources: StreamSources,
  ): void {
    const { org, streamId, jobId } = stream;
    this.#changed.set(keyOf(org, streamId), { ...sources, jobId });
    const runner = this.get(org, streamId);
    if (runner?.task.jobId === jobId) runner.replace();
  }

  /** The sources that a job's stream has by a change since its attempt began; undefined without one. */
  changedSources(stream: {
    org: string;
    streamId: string;
    jobId: string;
  }): StreamSources | undefined {
    const changed = this.#changed.get(keyOf(stream.org, stream.streamId));
    if (changed?.jobId !== stream.jobId) return undefined;
    const { source, sub } = changed;
    return sub ? { source, sub } : { source };
  }

  /** The streams of one organisation. */
  of(org: string): StreamRunner[] {
    const start = keyOf(org, "");
    return [...this.#runners].filter(([key]) => key.startsWith(start)).map(([, one]) => one);
  }

  /** Counts the sources of these streams; streams that share a source count once. */
  sourceCounts(org: string, streamIds: readonly string[]): { sources: number; online: number } {
    const leases = new Map<unknown, CameraLease>();
    for (const { task, input } of this.of(org)) {
      if (!streamIds.includes(task.streamId)) continue;
      for (const lease of [input.watched, input.main]) if (lease) leases.set(lease.ring, lease);
    }
    const online = [...leases.values()].filter((lease) => lease.status().state === "online");
    return { sources: leases.size, online: online.length };
  }

  all(): StreamRunner[] {
    return [...this.#runners.values()];
  }
}

function keyOf(org: string, streamId: string): string {
  return `${org}\0${streamId}`;
}
