import type { ArchiveSink } from "../../cameras/backfill/camera-archive.ts";
import type { SegmentWriter } from "../../cameras/recording/segment-writer.ts";
import type { Fragment, InitSegment } from "../../cameras/source.ts";
import type { TimeSpan } from "./missing-time.ts";

/** A frame that lasts longer ends before a hole in the camera's recording. */
const longestFrameSec = 1.5;

/** Stores fetched video of one span in the stream's recording, and nothing outside the span. */
export class FetchedVideo implements ArchiveSink {
  readonly #writer: SegmentWriter;
  readonly #span: TimeSpan;
  #init: InitSegment | undefined;
  #isOpen = false;
  #isComplete = false;
  #storedMs = 0;
  /** Called once the span is complete. */
  onComplete: () => void = () => {};

  constructor(writer: SegmentWriter, span: TimeSpan) {
    this.#writer = writer;
    this.#span = span;
  }

  /** Seconds of video so far. */
  get seconds(): number {
    return Math.round(this.#storedMs / 1000);
  }

  onInit(init: InitSegment): void {
    this.#init = init;
    this.#isOpen = false;
  }

  onFragment(fragment: Fragment): void {
    const { fromMs, toMs } = this.#span;
    const endMs = fragment.wallMs + fragment.durationSec * 1000;
    if (!this.#init || this.#isComplete || fragment.wallMs < fromMs) return;
    if (fragment.wallMs >= toMs) {
      this.#isComplete = true;
      this.onComplete();
      return;
    }
    if (fragment.durationSec > longestFrameSec || endMs > toMs) {
      this.#isOpen = false;
      this.#writer.cut();
      return;
    }
    this.#isOpen ||= fragment.key;
    if (!this.#isOpen) return;
    this.#storedMs += fragment.durationSec * 1000;
    this.#writer.push(fragment, this.#init, false);
  }

  /** Resolves when everything is in files. */
  async close(): Promise<void> {
    await this.#writer.stop();
  }
}
