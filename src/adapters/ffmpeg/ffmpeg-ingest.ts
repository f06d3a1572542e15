import { secretsIn } from "../../base/secrets/address-secrets.ts";
import type { CameraMetadata } from "../../cameras/metadata/camera-metadata.ts";
import type { Ingest, IngestEvents, IngestRun } from "../../cameras/ingest-port.ts";
import { isRelaySession, type RelaySession, type SourceRelay } from "../../cameras/relay-port.ts";
import type { InitSegment, SourceProblem, SourceSpec } from "../../cameras/source.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import { type FfmpegAbilities, fileInputArgs, probeAbilities, probeFile } from "./probe.ts";
import { FfmpegProcess } from "./ffmpeg-process.ts";
import { type Fmp4Fragment, type Fmp4Init, Fmp4Parser } from "./fmp4-parser.ts";
import { ParameterSetWatch } from "./parameter-sets.ts";
import { SoundFeed } from "./sound-feed.ts";

/** The parts that `FfmpegIngest` is built from. */
export interface FfmpegIngestOptions {
  relay: SourceRelay;
  log: Logger;
  /** Receives each camera's password before its use, so that no log shows it. */
  keepSecret?: (secret: string) => void;
  /** Programs; default the machine's own. */
  ffmpeg?: string;
  ffprobe?: string;
}

/** One local connection to the relay, and the source's own times. */
const cameraInputArgs: readonly string[] = [
  "-protocol_whitelist",
  "rtp,tcp",
  "-f",
  "rtsp",
  "-rtsp_transport",
  "tcp",
  // Start with the first key frame instead of measuring the frame rate for seconds.
  "-fpsprobesize",
  "0",
  "-analyzeduration",
  "5000000",
  "-copyts",
];

/**
 * Fragments of one frame each with the source's own times: signed composition offsets keep the
 * first time of streams with B-frames, `frag_discont` keeps a first time that is not zero.
 */
const outputArgs: readonly string[] = [
  "-an",
  "-sn",
  "-dn",
  "-map_metadata",
  "-1",
  "-avoid_negative_ts",
  "disabled",
  "-f",
  "mp4",
  "-movflags",
  "frag_every_frame+empty_moov+default_base_moof+negative_cts_offsets+frag_discont",
  "-flush_packets",
  "1",
  "pipe:1",
];

/** Containers whose times are good enough to copy from; others (AVI) lack presentation times. */
const copyContainers = ["mov", "mp4", "matroska", "webm", "mpegts", "flv"];
const copyCodecs = ["h264", "hevc"];

/** Frames this close together, one after another, are times that ffmpeg made up after a jump back. */
const jumpedBackSec = 0.0005;
const jumpedBackFrames = 5;

/** Reads cameras through a relay and files directly, with one ffmpeg each. */
export class FfmpegIngest implements Ingest {
  readonly #options: FfmpegIngestOptions;
  #abilities: Promise<FfmpegAbilities> | undefined;

  constructor(options: FfmpegIngestOptions) {
    this.#options = options;
  }

  open(source: SourceSpec, events: IngestEvents): IngestRun {
    const secrets = source.password === undefined ? [] : [source.password];
    for (const secret of [...secrets, ...secretsIn(source.url)]) this.#options.keepSecret?.(secret);
    const run = new FfmpegRun({
      ...this.#options,
      source,
      events,
      abilities: () => (this.#abilities ??= probeAbilities(this.#options.ffmpeg ?? "ffmpeg")),
    });
    run.start();
    return run;
  }

  async answers(source: SourceSpec, signal: AbortSignal): Promise<boolean> {
    return source.kind !== "file" && (await this.#options.relay.answers(source, signal));
  }
}

interface RunOptions extends FfmpegIngestOptions {
  source: SourceSpec;
  events: IngestEvents;
  abilities(): Promise<FfmpegAbilities>;
}

class FfmpegRun implements IngestRun {
  readonly #options: RunOptions;
  readonly #abort = new AbortController();
  #running: Promise<void> = Promise.resolve();
  readonly #parser = new Fmp4Parser();
  #sets: ParameterSetWatch | undefined;
  #sound: SoundFeed | undefined;
  #soundLack: InitSegment["sound"];
  #hasKey = false;
  #tooClose = 0;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    // The caller gets its handle before the first call back.
    await Promise.resolve();
    let problem: SourceProblem | null;
    try {
      problem =
        this.#options.source.kind === "file" ? await this.#readFile() : await this.#readCamera();
    } catch (error) {
      this.#options.log.error({ error: describeError(error) }, "ingest failed");
      problem = { code: "stream_broken", message: "The stream cannot be read." };
    }
    this.#options.events.onEnd(this.#abort.signal.aborted ? null : problem);
  }

  async #readCamera(): Promise<SourceProblem | null> {
    const session = await this.#options.relay.open(this.#options.source, this.#abort.signal);
    if (!isRelaySession(session)) return session;
    try {
      if (this.#abort.signal.aborted) return null;
      this.#openSound(session);
      session.listenMetadata((metadata) => this.#onMetadata(metadata));
      return await this.#copyCamera(session);
    } finally {
      session.close();
      await this.#sound?.stop();
    }
  }

  #onMetadata(metadata: CameraMetadata): void {
    if (!this.#abort.signal.aborted) this.#options.events.onMetadata?.(metadata);
  }

  #openSound(session: RelaySession): void {
    const { sound } = session;
    if (sound === undefined) return;
    if ("lack" in sound) {
      this.#soundLack = sound;
      return;
    }
    this.#sound = new SoundFeed(session, sound, this.#options.ffmpeg);
    this.#sound.start();
  }

  async #copyCamera(session: RelaySession): Promise<SourceProblem | null> {
    const tag = session.codec === "hevc" ? ["-tag:v", "hvc1"] : [];
    const child = this.#spawn([
      ...cameraInputArgs,
      "-i",
      session.url,
      "-map",
      "0:v:0",
      "-c:v",
      "copy",
      ...tag,
      ...outputArgs,
    ]);
    let fault: SourceProblem | null = null;
    child.stdout.on("data", (chunk: Buffer) => {
      for (const item of this.#parser.push(chunk)) {
        fault ??= this.#checkLive(item);
        if (fault === null) void this.#publish(item);
      }
      fault ??= this.#parser.problem;
      if (fault !== null) void child.stop();
    });
    const exit = await this.#exitOf(child);
    if (fault !== null) return fault;
    if (exit.spawnError) return missingProgram;
    return session.problem() ?? brokenStream(child);
  }

  async #readFile(): Promise<SourceProblem | null> {
    const path = this.#options.source.url;
    const format = await probeFile(this.#options.ffprobe ?? "ffprobe", path);
    if ("code" in format) return format;
    if (this.#abort.signal.aborted) return null;
    const names = format.container.split(",");
    const canCopy =
      copyCodecs.includes(format.codec) && names.some((name) => copyContainers.includes(name));
    const child = this.#spawn([
      ...fileInputArgs,
      "-copyts",
      "-i",
      `file:${path}`,
      "-map",
      "0:V:0",
      ...(canCopy ? copyArgs(format.codec) : await this.#transcodeArgs()),
      ...outputArgs,
    ]);
    try {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        for (const item of this.#parser.push(chunk)) await this.#publish(item);
        if (this.#parser.problem) break;
      }
    } catch {
      // stop() closed the pipe; the exit status below has the reason.
    }
    if (this.#parser.problem) await child.stop();
    return this.#fileProblem(child);
  }

  /** Returns the problem of a file that has been read; null when there was none. */
  async #fileProblem(child: FfmpegProcess): Promise<SourceProblem | null> {
    const exit = await this.#exitOf(child);
    if (exit.spawnError) return missingProgram;
    if (this.#parser.problem) return this.#parser.problem;
    if (exit.code !== 0 || !this.#hasKey) return brokenStream(child);
    return cutOff.test(child.stderrTail()) ? cutOffFile : null;
  }

  async #transcodeArgs(): Promise<readonly string[]> {
    const { passthroughArgs, encoderArgs } = await this.#options.abilities();
    return [...passthroughArgs, ...encoderArgs, "-threads", "2"];
  }

  #spawn(args: readonly string[]): FfmpegProcess {
    const child = FfmpegProcess.start({ program: this.#options.ffmpeg ?? "ffmpeg", args });
    const stop = (): void => void child.stop();
    this.#abort.signal.addEventListener("abort", stop, { once: true });
    if (this.#abort.signal.aborted) stop();
    return child;
  }

  async #exitOf(child: FfmpegProcess): ReturnType<() => FfmpegProcess["exited"]> {
    const exit = await child.exited;
    const { code, signal, stopped } = exit;
    if (!stopped && code !== 0) {
      this.#options.log.warn({ code, signal, stderr: child.stderrTail() }, "ffmpeg ended");
    }
    return exit;
  }

  async #publish(item: Fmp4Init | Fmp4Fragment): Promise<void> {
    if (this.#abort.signal.aborted) return;
    if (item.type === "init") {
      const { bytes, codec, mimeCodec, widthPx, heightPx, colourMatrix } = item;
      this.#sets = new ParameterSetWatch(item);
      const size = { widthPx, heightPx };
      const sound = this.#sound?.begin(bytes) ?? this.#soundLack;
      const tracks = { bytes, codec, mimeCodec, ...size, colourMatrix };
      this.#options.events.onInit(sound ? { ...tracks, sound } : tracks);
      return;
    }
    // A camera that is joined in the middle of a GOP sends frames that nothing can decode.
    this.#hasKey ||= item.key;
    if (!this.#hasKey) return;
    const { ptsSec, durationSec, key, bytes } = item;
    const sound = this.#sound?.take(ptsSec);
    const video = { ptsSec, durationSec, key, bytes };
    await this.#options.events.onFragment(sound ? { ...video, sound } : video);
  }

  /** Changes in a running camera that need a new header or new times. */
  #checkLive(item: Fmp4Init | Fmp4Fragment): SourceProblem | null {
    if (item.type === "init") return null;
    if (this.#sets?.hasChanged(item.sample)) return changedFormat;
    this.#tooClose = item.durationSec < jumpedBackSec ? this.#tooClose + 1 : 0;
    return this.#tooClose >= jumpedBackFrames ? changedClock : null;
  }
}

const changedFormat: SourceProblem = {
  code: "stream_changed",
  message: "The camera changed its picture size or encoder settings; connecting again.",
};
const changedClock: SourceProblem = {
  code: "stream_changed",
  message: "The camera's clock jumped; connecting again.",
};
/** The message that ffmpeg writes, with success, about an MP4 or Matroska file that ends before its index does. */
const cutOff = /: partial file$|File ended prematurely/m;
const cutOffFile: SourceProblem = {
  code: "stream_broken",
  message:
    "The file is cut off. What there is of it has been looked at, and its incidents are kept.",
};
const missingProgram: SourceProblem = {
  code: "child_failed",
  message: "ffmpeg cannot be started. Install the ffmpeg package on the box.",
};

function copyArgs(codec: string): string[] {
  return ["-c:v", "copy", ...(codec === "hevc" ? ["-tag:v", "hvc1"] : [])];
}

function brokenStream(child: FfmpegProcess): SourceProblem {
  const last = child.stderrTail().split("\n").at(-1)?.slice(0, 200) ?? "";
  const why = last === "" ? "" : ` (${last.replaceAll(/rtsp:\S+|file:\S+/g, "…")})`;
  return { code: "stream_broken", message: `The stream cannot be read${why}.` };
}
