import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import {
  type MovingCameras,
  type MovingPicture,
  movingPicturePixels,
} from "../../base/core/moving-pictures.ts";
import type { Ingest, IngestEvents, IngestRun } from "../../cameras/ingest-port.ts";
import type { RobotSource, SourceProblem, SourceSpec } from "../../cameras/source.ts";
import { FfmpegProcess } from "./ffmpeg-process.ts";
import { type Fmp4Fragment, type Fmp4Init, Fmp4Parser } from "./fmp4-parser.ts";
import { matroskaHead, pictureHead, type PictureSize } from "./matroska.ts";
import { sizeOfPicture } from "./picture-size.ts";
import { type FfmpegAbilities, probeAbilities } from "./probe.ts";

/** The parts that `PictureIngest` is built from. */
export interface PictureIngestOptions {
  cameras: MovingCameras;
  /** The clock of the pictures' times. */
  clock: Clock;
  log: Logger;
  /** The program; default the machine's own. */
  ffmpeg?: string;
}

/** Seconds between two key frames: a viewer who joins waits for none, and gets at most so much at once. */
const keySec = 2;
/** Times of two frames differ at least by this, in milliseconds. */
const leastStepMs = 1;

/**
 * Makes video of a robot's single pictures with one ffmpeg per camera. Each frame has the time at which its picture
 * was taken, on the box's monotonic clock. One picture is in ffmpeg and one waits: a newer one replaces it.
 */
export class PictureIngest implements Ingest {
  readonly #options: PictureIngestOptions;
  #abilities: Promise<FfmpegAbilities> | undefined;

  constructor(options: PictureIngestOptions) {
    this.#options = options;
  }

  open({ robot }: SourceSpec, events: IngestEvents): IngestRun {
    const program = this.#options.ffmpeg ?? "ffmpeg";
    const run = new PictureRun({
      ...this.#options,
      program,
      robot: robot!,
      events,
      abilities: () => (this.#abilities ??= probeAbilities(program)),
    });
    run.start();
    return run;
  }

  async answers({ robot }: SourceSpec): Promise<boolean> {
    return robot !== undefined && this.#options.cameras.has({ org: robot.org, robotId: robot.id });
  }
}

interface RunParts extends PictureIngestOptions {
  program: string;
  robot: RobotSource;
  events: IngestEvents;
  abilities(): Promise<FfmpegAbilities>;
}

class PictureRun implements IngestRun {
  readonly #parts: RunParts;
  readonly #parser = new Fmp4Parser();
  readonly #ended = Promise.withResolvers<void>();
  #leave: () => void = () => undefined;
  #child: FfmpegProcess | undefined;
  /** What the first picture was: another size or form takes a new ffmpeg. */
  #form: string | undefined;
  #waiting: MovingPicture | undefined;
  #lastMs = -Infinity;
  #isOver = false;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  start(): void {
    const { cameras, robot } = this.#parts;
    const { org, id: robotId, topic, fps } = robot;
    this.#leave = cameras.follow(
      { org, robotId, topic, fps },
      {
        onPicture: (picture) => this.#take(picture),
        onEnd: (message) => this.#end({ code: "stream_unreachable", message }),
      },
    );
  }

  async stop(): Promise<void> {
    this.#end(null);
    await this.#ended.promise;
  }

  #take(picture: MovingPicture): void {
    if (this.#isOver || picture.capturedMs < this.#lastMs + leastStepMs) return;
    const size = sizeOfPicture(picture);
    if (!size || size.widthPx * size.heightPx > movingPicturePixels) {
      this.#end(size ? tooLarge : unreadable);
      return;
    }
    const form = JSON.stringify([picture.form, size]);
    if (this.#form === undefined) {
      this.#form = form;
      void this.#begin(picture, size);
    }
    if (this.#form !== form) {
      this.#end(changedFormat);
      return;
    }
    this.#waiting = picture;
    this.#write();
  }

  async #begin({ form }: MovingPicture, size: PictureSize): Promise<void> {
    const { program, robot, abilities, events } = this.#parts;
    const args = encoderArgs(size, robot, await abilities());
    if (this.#isOver) return;
    const child = FfmpegProcess.start({ program, args, stdin: true });
    this.#child = child;
    child.stdin.on("drain", () => this.#write());
    child.stdout.on("data", (chunk: Buffer) => {
      for (const item of this.#parser.push(chunk)) if (!this.#isOver) publish(item, events);
      if (this.#parser.problem) this.#end(this.#parser.problem);
    });
    void child.exited.then(({ spawnError }) => {
      if (!this.#isOver) this.#parts.log.warn({ stderr: child.stderrTail() }, "ffmpeg ended");
      this.#end(spawnError ? missingProgram : unreadable);
    });
    child.stdin.write(matroskaHead(form, size));
    this.#write();
  }

  /** Gives ffmpeg the newest picture as soon as it has taken the one before. */
  #write(): void {
    const child = this.#child;
    const picture = this.#waiting;
    if (!child || !picture || this.#isOver || child.stdin.writableNeedDrain) return;
    this.#waiting = undefined;
    this.#lastMs = picture.capturedMs;
    child.stdin.write(pictureHead(picture.capturedMs, picture.bytes.length));
    child.stdin.write(picture.bytes);
  }

  #end(problem: SourceProblem | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leave();
    const gone = this.#child?.stop() ?? Promise.resolve();
    void gone.then(() => {
      this.#parts.events.onEnd(problem);
      this.#ended.resolve();
    });
  }
}

function publish(item: Fmp4Init | Fmp4Fragment, events: IngestEvents): void {
  if (item.type === "init") {
    const { bytes, codec, mimeCodec, widthPx, heightPx, colourMatrix } = item;
    events.onInit({ bytes, codec, mimeCodec, widthPx, heightPx, colourMatrix });
    return;
  }
  const { ptsSec, durationSec, key, bytes } = item;
  void events.onFragment({ ptsSec, durationSec, key, bytes });
}

/** One thread and no look-ahead: each picture leaves the encoder before the next one comes. */
function encoderArgs(
  size: PictureSize,
  { widthPx: mostPx }: RobotSource,
  { passthroughArgs, encoderArgs: encoder }: FfmpegAbilities,
): string[] {
  const widthPx = even(Math.min(size.widthPx, mostPx));
  const heightPx = even((size.heightPx * widthPx) / size.widthPx);
  return [
    ..."-protocol_whitelist pipe -threads 1 -probesize 32 -analyzeduration 0".split(" "),
    ..."-fpsprobesize 0 -fflags nobuffer -f matroska -i pipe:0 -map 0:v:0 -copyts".split(" "),
    ...`-filter_threads 1 -vf scale=${widthPx}:${heightPx}:out_range=tv,format=yuv420p`.split(" "),
    ...passthroughArgs,
    ...encoder,
    "-force_key_frames",
    `expr:if(isnan(prev_forced_t),1,gte(t,prev_forced_t+${keySec}))`,
    ..."-threads 1 -enc_time_base 1:90000 -video_track_timescale 90000".split(" "),
    ..."-avoid_negative_ts disabled -map_metadata -1 -f mp4 -movflags".split(" "),
    "frag_every_frame+empty_moov+default_base_moof+negative_cts_offsets+frag_discont",
    ..."-flush_packets 1 pipe:1".split(" "),
  ];
}

/** H.264 with 4:2:0 has even sides. */
function even(px: number): number {
  return Math.max(2, Math.floor(px / 2) * 2);
}

const tooLarge: SourceProblem = {
  code: "stream_broken",
  message: "The robot's pictures are too large for video. Set its camera to smaller ones.",
};
const unreadable: SourceProblem = {
  code: "stream_broken",
  message: "The robot's pictures cannot be read. Set its camera to JPEG.",
};
const changedFormat: SourceProblem = {
  code: "stream_changed",
  message: "The robot's camera changed the size or coding of its pictures; connecting again.",
};
const missingProgram: SourceProblem = {
  code: "child_failed",
  message: "ffmpeg cannot be started. Install the ffmpeg package on the box.",
};
