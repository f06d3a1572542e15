import { type ChildProcessByStdio, spawn, type StdioOptions } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { ErrorCode } from "../../../../base/contract/error-codes.ts";
import { GatehouseError } from "../../../../base/core/errors.ts";
import { DecoderLife } from "./decoder-life.ts";
import { FramePipe, type PipeEnds } from "./frame-pipe.ts";
import { NutDemuxer } from "./nut-demuxer.ts";

/** One frame of compressed video, as `moof` and `mdat`. */
export interface FeedFragment {
  ptsSec: number;
  bytes: Uint8Array;
}

/** A problem by its code of the table. */
export interface CodedProblem {
  code: ErrorCode;
  message: string;
}

/** The events of a decoder for its owner; all calls come on the event loop. */
export interface DecoderEvents {
  /** A buffer of exactly `size` bytes for the next picture. */
  allocate(size: number): Buffer;
  onFrame(frame: Buffer, ptsSec: number): void;
  /** Reports a fair amount of consumed input; `takeTakenBytes` returns how much. */
  onTaken(): void;
  /** It is over: null after `end`, else why. Called exactly once, never after `kill`. */
  onEnd(problem: CodedProblem | null): void;
}

/** The parts that a decoder is built from. */
export interface DecoderParts {
  ffmpegPath: string;
  args: readonly string[];
  /** Of `makePipe`; the decoder owns it from now on. */
  pipe: PipeEnds;
  /** At most this many pictures a second come out. */
  fps: number;
}

/** Bytes of the decoder's stderr kept for the problem message. */
const stderrBytes = 2048;
/** Times of fragments that are remembered for matching frames; far above any reordering. */
const maxPendingTimes = 2048;
/** Bytes consumed before a report, because a message costs more than a fragment. */
const reportedBytesStep = 32_768;
/** Frames carry microseconds, fragments their track's ticks; within this they are the same. */
const sameTimeSec = 0.001;

/**
 * One run of ffmpeg: fragments in, raw pictures out with the exact times of their fragments.
 * It dies with this process, because both its pipes do.
 */
export class Decoder {
  readonly #parts: DecoderParts;
  readonly #events: DecoderEvents;
  readonly #demuxer: NutDemuxer;
  readonly #life: DecoderLife;
  #child!: ChildProcessByStdio<Writable, null, Readable>;
  #frames!: FramePipe;
  #times: number[] = [];
  #takenBytes = 0;
  #stderr = "";
  #isInputClosed = false;
  #isClosed = false;

  constructor(parts: DecoderParts, events: DecoderEvents) {
    this.#parts = parts;
    this.#events = events;
    this.#life = new DecoderLife(parts.fps);
    this.#demuxer = new NutDemuxer({
      allocate: (size) => events.allocate(size),
      onFrame: (frame, ptsSec) => {
        if (this.#isClosed) return;
        this.#life.onPicture();
        events.onFrame(frame, this.#fragmentTime(ptsSec));
      },
    });
  }

  /** Starts ffmpeg and writes the initialisation segment. Call it first. */
  start(header: Uint8Array): void {
    const { ffmpegPath, args, pipe } = this.#parts;
    const framesRead = Promise.withResolvers<void>();
    this.#frames = FramePipe.open(pipe, {
      onData: (bytes) => this.#read(bytes),
      onEnd: () => framesRead.resolve(),
    });
    const stdio: StdioOptions = ["pipe", this.#frames.writeFd, "pipe"];
    this.#child = spawn(ffmpegPath, args, { stdio }) as ChildProcessByStdio<
      Writable,
      null,
      Readable
    >;
    this.#frames.release();
    this.#child.stdin.on("error", () => {
      // It closed its input: the exit has the reason.
    });
    this.#child.stderr.setEncoding("utf8");
    this.#child.stderr.on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-stderrBytes);
    });
    this.#child.on("error", (error) => this.#finish("child_failed", error.message));
    this.#child.on("close", (code, signal) => {
      // Its last frames may still lie in the pipe.
      void framesRead.promise.then(() => this.#closed(code, signal));
    });
    this.#write(header);
  }

  /** Hands in fragments at once; `onTaken` follows some time after ffmpeg has read them. A time may be `NaN`. */
  write(fragments: readonly FeedFragment[]): void {
    if (this.#isClosed || this.#isInputClosed) return;
    this.#life.onWritten(fragments.length);
    this.#child.stdin.cork();
    for (const { bytes, ptsSec } of fragments) {
      if (!Number.isNaN(ptsSec)) this.#times.push(ptsSec);
      if (this.#times.length > maxPendingTimes) this.#times.shift();
      this.#write(bytes);
    }
    this.#child.stdin.uncork();
  }

  #write(bytes: Uint8Array): void {
    this.#child.stdin.write(bytes, () => {
      this.#life.onTaken();
      this.#takenBytes += bytes.length;
      if (this.#takenBytes >= reportedBytesStep && !this.#isClosed) this.#events.onTaken();
    });
  }

  /** Returns the bytes consumed since the last call. */
  takeTakenBytes(): number {
    const bytes = this.#takenBytes;
    this.#takenBytes = 0;
    return bytes;
  }

  /** No more fragments: frames still inside come out, then `onEnd(null)`. */
  end(): void {
    this.#isInputClosed = true;
    this.#child.stdin.end();
  }

  /** Stops reading pictures; ffmpeg, and in turn the writer, come to a halt. */
  pause(): void {
    this.#frames.pause();
  }

  resume(): void {
    this.#frames.resume();
  }

  /**
   * Ends a decoder that is stuck, with `onEnd`; to be called about once a second. `isRead`: its pictures are
   * being read.
   */
  checkLife(nowMs: number, isRead: boolean): void {
    const { pid, stdin } = this.#child;
    if (this.#isClosed || pid === undefined) return;
    if (!isRead) {
      this.#life.rest();
      return;
    }
    const reason = this.#life.check(pid, nowMs, stdin.writableLength > 0);
    if (reason === undefined) return;
    this.#child.kill("SIGKILL");
    this.#frames.destroy();
    this.#finish("stream_broken", reason);
  }

  /** Ends it at once; no event follows. */
  kill(): void {
    this.#isClosed = true;
    this.#child.kill("SIGKILL");
    this.#frames.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#isClosed) return;
    try {
      this.#demuxer.push(chunk);
    } catch (error) {
      const known = GatehouseError.find(error);
      if (!known) throw error;
      this.#child.kill("SIGKILL");
      this.#finish(known.code, known.message);
    }
  }

  #closed(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#isInputClosed && code === 0) {
      this.#finish(null, "");
      return;
    }
    const words = this.#stderr.trim().split("\n").slice(-3).join("; ");
    const how = signal ? `was killed by ${signal}` : `ended with ${code}`;
    this.#finish(problemCode(words), `the decoder ${how}${words ? `: ${words}` : ""}`);
  }

  #finish(code: ErrorCode | null, message: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.onEnd(code === null ? null : { code, message });
  }

  /** The time of the fragment that `ptsSec` stands for, so that both are the same number. */
  #fragmentTime(ptsSec: number): number {
    let nearest = ptsSec;
    let distance = sameTimeSec;
    for (const time of this.#times) {
      if (Math.abs(time - ptsSec) < distance) {
        nearest = time;
        distance = Math.abs(time - ptsSec);
      }
    }
    // Frames come out in order of time: older fragments have had theirs.
    this.#times = this.#times.filter((time) => time > ptsSec - sameTimeSec);
    return nearest;
  }
}

/** Tells a codec that ffmpeg cannot decode from a stream that is damaged. */
function problemCode(words: string): ErrorCode {
  return /decoder.*not found|unknown codec|could not find codec|not implemented|unsupported/i.test(
    words,
  )
    ? "stream_codec_unsupported"
    : "stream_broken";
}
