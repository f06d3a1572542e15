import type { Clock } from "../../base/core/clock.ts";
import { onlySoundTrack } from "../../cameras/sound/sound-boxes.ts";
import { FfmpegProcess } from "./ffmpeg-process.ts";

/** The parts that a `SoundProcess` is built from. */
export interface SoundProcessOptions {
  clock: Clock;
  /** What ffmpeg does with its input (`-i pipe:0` is among them). */
  args: readonly string[];
  /** Another process begins: the rest of the former one's output is void. */
  onStart(): void;
  onOutput(chunk: Buffer): void;
}

/** Sound that the process has not taken; beyond it sound is dropped. */
const maxWaitingBytes = 64 * 1024;
/** After ffmpeg has died, sound is dropped for this long before the next one starts. */
const retryMs = 5000;

/** One ffmpeg that reads a camera's sound as MP4 of one track, so that hostile sound cannot end the main process. */
export class SoundProcess {
  readonly #options: SoundProcessOptions;
  #header: Uint8Array | undefined;
  #child: FfmpegProcess | undefined;
  #retryAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: SoundProcessOptions) {
    this.#options = options;
  }

  /** Starts with the header of another run of video (`InitSound.header`). */
  begin(header: Uint8Array): void {
    this.#header = onlySoundTrack(header);
    const child = this.#child;
    this.#child = undefined;
    void child?.stop();
  }

  /** Takes the sound of a frame (`Fragment.sound`); never waits. The first one starts the process. */
  push(sound: Uint8Array): void {
    this.#child ??= this.#start();
    const child = this.#child;
    if (child && child.stdin.writableLength <= maxWaitingBytes) child.stdin.write(sound);
  }

  /** Ends the process. Idempotent. */
  async close(): Promise<void> {
    this.#header = undefined;
    const child = this.#child;
    this.#child = undefined;
    await child?.stop();
  }

  #start(): FfmpegProcess | undefined {
    const { clock, args, onStart, onOutput } = this.#options;
    if (this.#header === undefined || clock.monoMs() < this.#retryAtMs) return undefined;
    const child = FfmpegProcess.start({ args, stdin: true });
    onStart();
    child.stdin.write(this.#header);
    child.stdout.on("data", (chunk: Buffer) => {
      if (this.#child === child) onOutput(chunk);
    });
    void child.exited.then(() => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#retryAtMs = clock.monoMs() + retryMs;
    });
    return child;
  }
}
