import { processState, ProcessorTime, ranMsOf } from "../../../../base/core/processor-time.ts";

/** A decoder that took this many fragments for this long without a picture is stuck. */
const silentFragments = 25;
const minSilentMs = 5_000;
/** One that waits for a processor for most of that time is not: another one would wait as well. */
const minStarvedMs = 30_000;
const starvedShare = 0.5;
/** One that was handed more and did not run at all for this long is frozen. */
const minFrozenMs = 4_000;
/** The most that one check counts: after a delay of this process, pictures lie unread. */
const maxCountedMs = 2_000;
/** Pictures that a decoder may leave out for its rate before it is silent. */
const maxSkippedFrames = 3;

/** Watches one decoder: its input, its output, and its process. Call `check` about once a second. */
export class DecoderLife {
  readonly #patienceMs: number;
  readonly #processorTime = new ProcessorTime();
  /** Of the time since the last picture, as `check` saw it. */
  #silentMs = 0;
  /** Of the time since the decoder last took bytes of what lies before it. */
  #untakenMs = 0;
  /** Of the time for which it has not run although it was handed more. */
  #frozenMs = 0;
  #checkedMs: number | undefined;
  /** Since the last picture, and ever. */
  #fragments = 0;
  #written = 0;
  /** At the last check that found it running. */
  #writtenAtRun = 0;
  #ranMs: number | undefined;

  /** `fps`: at most this many pictures a second come out. */
  constructor(fps: number) {
    this.#patienceMs = (maxSkippedFrames * 1_000) / fps;
  }

  onWritten(fragments: number): void {
    this.#fragments += fragments;
    this.#written += fragments;
  }

  onTaken(): void {
    this.#untakenMs = 0;
  }

  onPicture(): void {
    this.#fragments = 0;
    this.#beginAgain();
  }

  /** Nobody reads its pictures: its silence is no fault. */
  rest(): void {
    this.#ranMs = undefined;
    this.#beginAgain();
  }

  /** Returns the reason for which the decoder is stuck, or undefined. `isFull`: its input has unread bytes. */
  check(pid: number, nowMs: number, isFull: boolean): string | undefined {
    const lookMs = Math.min(maxCountedMs, nowMs - (this.#checkedMs ?? nowMs));
    this.#checkedMs = nowMs;
    this.#silentMs += lookMs;
    this.#untakenMs = isFull ? this.#untakenMs + lookMs : 0;
    this.#noteRun(pid, lookMs);
    if (this.#frozenMs >= minFrozenMs) return "the decoder does not run";
    if (this.#silentMs <= lookMs) return undefined;
    const patienceMs = Math.max(this.#stuckMs(pid, nowMs), this.#patienceMs);
    if (this.#untakenMs >= patienceMs) return "the decoder takes no more video";
    if (this.#silentMs < patienceMs || this.#fragments < silentFragments) return undefined;
    return `no picture came out of ${this.#fragments} frames of the stream`;
  }

  #beginAgain(): void {
    this.#silentMs = 0;
    this.#untakenMs = 0;
    this.#frozenMs = 0;
    this.#processorTime.reset();
  }

  /**
   * Bytes that the process gets after a look make it run before the next one, unless it is frozen. Pictures may
   * be due all the same: a decoder that has read everything may hold frames back until more comes.
   */
  #noteRun(pid: number, lookMs: number): void {
    const ranMs = ranMsOf(pid);
    const isSame = ranMs !== undefined && ranMs === this.#ranMs;
    if (!isSame || processState(pid) === "R") {
      this.#ranMs = ranMs;
      this.#writtenAtRun = this.#written;
      this.#frozenMs = 0;
    } else if (this.#written > this.#writtenAtRun) this.#frozenMs += lookMs;
  }

  #stuckMs(pid: number, nowMs: number): number {
    const { elapsedMs, waitedMs } = this.#processorTime.since(pid, nowMs);
    return elapsedMs > 0 && waitedMs / elapsedMs > starvedShare ? minStarvedMs : minSilentMs;
  }
}
