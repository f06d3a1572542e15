import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { fail } from "../../base/contract/fail.ts";
import type { StoreTransaction } from "../../base/core/store.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import { changedSources } from "../settings/source-patch-wire.ts";
import type { StreamSources } from "../settings/stream-settings.ts";
import { shownSource, type ShownSource, type StreamRecord } from "../settings/stream-record.ts";
import { type CheckSource, checkedSource } from "../settings/stream-source.ts";
import type { SourcePatch } from "../settings/stream-document.ts";
import type { RunningStreams } from "./running-streams.ts";
import type { StreamJobInput } from "./stream-operation.ts";

/** The queue as changes of sources need it. */
export interface SourceJobs {
  /** As `Jobs.input`. */
  input(org: string, jobId: string): Promise<JsonObject | undefined>;
  /** As `Jobs.replaceInput`. */
  replaceInput(
    job: { org: string; id: string },
    input: JsonObject,
    within: (tx: StoreTransaction) => void,
  ): Promise<void>;
}

/**
 * Changes the address and the credentials of running cameras: in the sealed input of the stream's job, from which a
 * restart resumes, and on the running stream, which reconnects. One change at a time.
 */
export class SourceEditor {
  readonly #jobs: SourceJobs;
  readonly #running: RunningStreams;
  readonly #check: CheckSource;
  readonly #lane = new SerialLane();

  constructor(jobs: SourceJobs, running: RunningStreams, check: CheckSource) {
    this.#jobs = jobs;
    this.#running = running;
    this.#check = check;
  }

  /**
   * Stores the changed sources; `within` stores what else the request changes, in the same transaction, and shows the
   * source that it gets. Rejects with `invalid_request_body` or `forbidden_address` with the field, and with
   * `input_unreadable` where the box lost its key.
   */
  change(
    record: StreamRecord,
    patch: SourcePatch,
    within: (tx: StoreTransaction, shownConfig: ShownSource) => void,
  ): Promise<void> {
    return this.#lane.run(async () => {
      const { org, jobId, streamId } = record;
      const input = (await this.#jobs.input(org, jobId)) as StreamJobInput | undefined;
      if (!input || input.mode === "picture")
        throw fail("conflict", "stream: has ended. Start it again");
      const sources = await this.#checked(changedSources(input, patch));
      const { source: _source, sub: _sub, ...rest } = input;
      const { source, sub } = sources;
      const shownConfig = shownSource(source.kind, source.url, sub?.url);
      await this.#jobs.replaceInput({ org, id: jobId }, { ...rest, ...sources }, (tx) => {
        within(tx, shownConfig);
        tx.afterCommit(() => this.#running.changeSources({ org, streamId, jobId }, sources));
      });
    });
  }

  async #checked({ source, sub }: StreamSources): Promise<StreamSources> {
    const main = await checkedSource(this.#check, source, "source.url");
    if (!sub) return { source: main };
    return { source: main, sub: await checkedSource(this.#check, sub, "source.sub_url") };
  }
}
