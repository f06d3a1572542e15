import type { Clock } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { JobContext } from "../../base/jobs/operation.ts";
import type { TaskRunPicture } from "./task-run-operation.ts";
import type { LookReport, TaskRunRecord } from "./task-run-record.ts";
import { detectionsOf, type RunPerception } from "./run-perception.ts";

/** Dependencies of the analysis of the caller's picture. */
export interface CallerPictureParts {
  /** Null without a picture: then nothing happens. */
  picture: TaskRunPicture | null;
  frameIndex: number | null;
  context: Pick<JobContext, "blob">;
  clock: Clock;
  perception: RunPerception;
  run: TaskRunRecord;
}

/** Analyses the caller's picture whenever the plan looks, and at the start and the end of each leg. */
export class CallerPicture {
  readonly #parts: CallerPictureParts;
  #bytes: Uint8Array | undefined;
  #last = "";

  constructor(parts: CallerPictureParts) {
    this.#parts = parts;
  }

  /**
   * Analyses it once for this moment of the present step; repeated calls do nothing. Rejects with
   * `input_unreadable`; counts other failures as missed.
   */
  async look(moment: LookReport["moment"]): Promise<void> {
    const { picture, frameIndex, clock, perception, run } = this.#parts;
    const at = { ...run.at };
    const name = `${at.section}/${at.lap}/${at.step}/${moment}`;
    if (!picture || name === this.#last) return;
    this.#last = name;
    try {
      this.#bytes ??= await this.#read(picture);
      const look = await perception.lookAt(this.#bytes);
      const when = { ...at, moment, frame_index: frameIndex, at: clock.wallMs() / 1000 };
      run.looks.push({ ...when, ...detectionsOf(look) });
    } catch (error) {
      const known = GatehouseError.find(error);
      if (!known || known.code === "input_unreadable") throw error;
      perception.missed += 1;
    }
  }

  async #read(picture: TaskRunPicture): Promise<Uint8Array> {
    if ("base64" in picture) return Buffer.from(picture.base64, "base64");
    return await this.#parts.context.blob(picture.blobId);
  }
}
