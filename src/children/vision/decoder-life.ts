import { hasProcessorTime, processState, ProcessorTime } from "../../core/processor-time.ts";

/** A decoder that took this many fragments for this long without a picture is stuck. */
const SILENT_FRAGMENTS = 25;
const SILENT_MS = 5_000;
/** One that waits for a processor for most of that time is not: another one would wait as well. */
const STARVED_MS = 30_000;
const STARVED_SHARE = 0.5;
/** One that was handed more and did not run at all for this long is frozen. */
const FROZEN_MS = 4_000;
/** Most that one look counts: when this process itself was held up, pictures lie unread. */
const LOOK_MS = 2_000;
/** Pictures that a decoder may leave out for its rate before it is silent. */
const LEFT_OUT = 3;

/**
 * Watches over one decoder: what it was handed, what it gave, and whether its process ran. `check` is to be
 * called about once a second.
 */
export class DecoderLife {
  readonly #patienceMs: number;
  readonly #processorTime = new ProcessorTime();
  /** Of the time since the last picture, as `check` saw it. */
  #silentMs = 0;
  /** Of the time since the decoder last took bytes of what lies before it. */
  #untakenMs = 0;
  /** Of the time for which it has not run although there was something new for it. */
  #frozenMs = 0;
  #checkedMs: number | undefined;
  #fragments = 0;
  #fragmentsAtRun = 0;
  #ranMs = 0;

  /** `fps`: at most this many pictures a second come out. */
  constructor(fps: number) {
    this.#patienceMs = (LEFT_OUT * 1_000) / fps;
  }

  /** Fragments since the last picture. */
  get unanswered(): number {
    return this.#fragments;
  }

  onWritten(fragments: number): void {
    this.#fragments += fragments;
  }

  onTaken(): void {
    this.#untakenMs = 0;
  }

  onPicture(): void {
    this.#fragments = 0;
    this.rest();
  }

  /** Nobody reads its pictures: its silence is no fault. */
  rest(): void {
    this.#silentMs = 0;
    this.#untakenMs = 0;
    this.#forgetRun();
  }

  /** Why the decoder is stuck; undefined while it is not. `isFull`: bytes lie before it that it has not taken. */
  check(pid: number, nowMs: number, isFull: boolean): string | undefined {
    const lookMs = Math.min(LOOK_MS, nowMs - (this.#checkedMs ?? nowMs));
    this.#checkedMs = nowMs;
    this.#silentMs += lookMs;
    this.#untakenMs = isFull ? this.#untakenMs + lookMs : 0;
    if (this.#silentMs <= lookMs) return undefined;
    const isStarved = this.#noteRun(pid, nowMs, lookMs);
    if (this.#frozenMs >= FROZEN_MS) return "the decoder does not run";
    const patienceMs = Math.max(isStarved ? STARVED_MS : SILENT_MS, this.#patienceMs);
    if (this.#untakenMs >= patienceMs) return "the decoder takes no more video";
    if (this.#silentMs < patienceMs || this.#fragments < SILENT_FRAGMENTS) return undefined;
    return `no picture came out of ${this.#fragments} frames of the stream`;
  }

  /** Notes whether the process ran since the last look; true when it waits for a processor most of the time. */
  #noteRun(pid: number, nowMs: number, lookMs: number): boolean {
    const { ranMs, elapsedMs, waitedMs } = this.#processorTime.since(pid, nowMs);
    const isFirst = elapsedMs === 0;
    const isReady = processState(pid) === "R";
    if (isFirst || ranMs !== this.#ranMs || isReady || !hasProcessorTime(pid)) {
      this.#ranMs = ranMs;
      this.#fragmentsAtRun = this.#fragments;
      this.#frozenMs = 0;
    } else if (this.#fragments > this.#fragmentsAtRun) this.#frozenMs += lookMs;
    return elapsedMs > 0 && waitedMs / elapsedMs > STARVED_SHARE;
  }

  #forgetRun(): void {
    this.#processorTime.reset();
    this.#frozenMs = 0;
    this.#ranMs = 0;
    this.#fragmentsAtRun = this.#fragments;
  }
}
