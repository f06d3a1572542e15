import type { Fragment, InitSegment } from "../../cameras/source.ts";
import { maskFilter } from "../../base/geo/mask-filter.ts";
import type { MaskedEvents, MaskedRun, MaskTranscoder } from "../../cameras/recording/mask-port.ts";
import { FfmpegProcess } from "./ffmpeg-process.ts";
import { type Fmp4Fragment, type Fmp4Init, Fmp4Parser } from "./fmp4-parser.ts";
import { type FfmpegAbilities, probeAbilities } from "./probe.ts";

/** Compressed video that may wait for one ffmpeg; beyond it frames are dropped up to a key frame. */
const waitingBytes = 8 * 1024 * 1024;
/** After ffmpeg died, frames are dropped for this long before the next is started. */
const retryMs = 2000;

/** An ffmpeg that was given nothing for this long is ended: its camera is away. */
const restMs = 40_000;

/** An ffmpeg that takes frames and returns none for this long is stuck and gets replaced. */
const stuckMs = 8000;

/** The longest time that an ffmpeg may take for its last frames. */
const flushMs = 1000;

type Masks = Parameters<MaskTranscoder["open"]>[0];
type OpenOptions = NonNullable<Parameters<MaskTranscoder["open"]>[2]>;

/** Paints masks with one ffmpeg per stream, which runs as long as the camera sends pictures. */
export class FfmpegMaskTranscoder implements MaskTranscoder {
  readonly #ffmpeg: string;
  #abilities: Promise<FfmpegAbilities> | undefined;

  /** `ffmpeg`: the program; default the machine's own. */
  constructor(options: { ffmpeg?: string } = {}) {
    this.#ffmpeg = options.ffmpeg ?? "ffmpeg";
  }

  open(masks: Masks, events: MaskedEvents, { maxWidthPx }: OpenOptions = {}): MaskedRun {
    const abilities = (): Promise<FfmpegAbilities> =>
      (this.#abilities ??= probeAbilities(this.#ffmpeg));
    const filter = filterOf(masks, maxWidthPx);
    return new FfmpegMaskedRun({ program: this.#ffmpeg, filter, events, abilities });
  }
}

interface RunParts {
  program: string;
  filter: string;
  events: MaskedEvents;
  abilities(): Promise<FfmpegAbilities>;
}

class FfmpegMaskedRun implements MaskedRun {
  readonly #parts: RunParts;
  readonly #exits = new Set<Promise<unknown>>();
  #init: InitSegment | undefined;
  #child: FfmpegProcess | undefined;
  /** Frames that came while ffmpeg was being prepared. */
  #starting: Fragment[] | undefined;
  #silence: NodeJS.Timeout | undefined;
  #retryAtMs = Number.NEGATIVE_INFINITY;
  /** Wall time minus media time of the newest frame, in milliseconds. */
  #wallOffsetMs = 0;
  /** The time at which ffmpeg received the oldest frame that it has not answered. */
  #unansweredMs: number | undefined;
  #isDropping = false;
  #dropped = 0;
  #isClosed = false;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  get dropped(): number {
    return this.#dropped;
  }

  init(init: InitSegment): void {
    this.#letGo();
    this.#init = init;
  }

  push(fragment: Fragment): void {
    if (this.#isClosed || fragment.generation !== this.#init?.generation) return;
    this.#wallOffsetMs = fragment.wallMs - fragment.ptsSec * 1000;
    this.#silence?.refresh();
    if (this.#starting) this.#starting.push(fragment);
    else if (this.#child) this.#write(this.#child, fragment);
    else if (fragment.key && performance.now() >= this.#retryAtMs) void this.#start(fragment);
    else this.#dropped += 1;
  }

  /** The last frames still come out, for at most a second. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#letGo();
    await Promise.all(this.#exits);
  }

  #write(child: FfmpegProcess, fragment: Fragment): void {
    this.#unansweredMs ??= performance.now();
    if (performance.now() - this.#unansweredMs > stuckMs) void child.stop();
    const isFull = child.stdin.writableLength + fragment.bytes.length > waitingBytes;
    if (isFull || (this.#isDropping && !fragment.key)) {
      this.#isDropping = true;
      this.#dropped += 1;
      return;
    }
    this.#isDropping = false;
    child.stdin.write(fragment.bytes);
  }

  async #start(first: Fragment): Promise<void> {
    const init = this.#init!;
    const waiting = [first];
    this.#starting = waiting;
    const { program, filter, abilities } = this.#parts;
    const args = transcodeArgs(filter, await abilities());
    if (this.#starting !== waiting) return;
    this.#starting = undefined;
    const child = FfmpegProcess.start({ program, args, stdin: true });
    this.#child = child;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#letGo(), restMs).unref();
    this.#isDropping = false;
    this.#unansweredMs = undefined;
    this.#read(child, init.generation);
    child.stdin.write(init.bytes);
    for (const fragment of waiting) this.#write(child, fragment);
  }

  #read(child: FfmpegProcess, generation: number): void {
    const parser = new Fmp4Parser();
    child.stdout.on("data", (chunk: Buffer) => {
      for (const item of parser.push(chunk)) this.#hand(item, generation);
    });
    void child.exited.then(({ spawnError }) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#retryAtMs = performance.now() + retryMs;
      const last = child.stderrTail().split("\n").at(-1)?.slice(0, 200) ?? "";
      this.#parts.events.onProblem({
        code: spawnError ? "child_failed" : "stream_broken",
        message: `Privacy masks cannot be painted, so nothing is recorded: ${last || "ffmpeg ended"}.`,
      });
    });
  }

  #hand(item: Fmp4Init | Fmp4Fragment, generation: number): void {
    const { events } = this.#parts;
    if (item.type === "init") {
      const { bytes, codec, mimeCodec, widthPx, heightPx } = item;
      events.onInit({ generation, bytes, codec, mimeCodec, widthPx, heightPx });
      events.onProblem(null);
      return;
    }
    this.#unansweredMs = undefined;
    const { ptsSec, durationSec, key, bytes } = item;
    const wallMs = ptsSec * 1000 + this.#wallOffsetMs;
    events.onFragment({ generation, ptsSec, durationSec, key, bytes, wallMs });
  }

  /** Lets the running ffmpeg finish its frames beside the next one. */
  #letGo(): void {
    const child = this.#child;
    this.#child = undefined;
    this.#starting = undefined;
    clearTimeout(this.#silence);
    this.#silence = undefined;
    if (!child) return;
    child.stdin.end();
    const late = setTimeout(() => void child.stop(), flushMs);
    const gone = child.exited.finally(() => {
      clearTimeout(late);
      this.#exits.delete(gone);
    });
    this.#exits.add(gone);
  }
}

/** Paints before it scales: no pixel under a mask then mixes with its neighbours. */
function filterOf(masks: Masks, maxWidthPx: number | undefined): string {
  const scale = maxWidthPx === undefined ? "" : `scale=w='min(${maxWidthPx},iw)':h=-2`;
  return [maskFilter(masks), scale, "format=yuv420p"].filter(Boolean).join(",");
}

/** Frame times stay the camera's own; an encoder without look-ahead returns each frame at once. */
function transcodeArgs(
  filter: string,
  { passthroughArgs, encoderArgs }: FfmpegAbilities,
): string[] {
  return [
    ..."-protocol_whitelist pipe -threads 1 -fpsprobesize 0 -ignore_editlist 1".split(" "),
    ..."-f mov -i pipe:0 -map 0:v:0 -copyts -filter_threads 1 -vf".split(" "),
    filter,
    ...passthroughArgs,
    ...encoderArgs,
    ..."-threads 1 -enc_time_base 1:90000 -video_track_timescale 90000".split(" "),
    ..."-avoid_negative_ts disabled -map_metadata -1 -f mp4 -movflags".split(" "),
    "frag_every_frame+empty_moov+default_base_moof+negative_cts_offsets+frag_discont",
    ..."-flush_packets 1 pipe:1".split(" "),
  ];
}
