import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The site's setting: try every method, none, or one. */
export const hardwareWishes = ["auto", "off", "cuda", "vaapi", "v4l2m2m", "nvv4l2"] as const;

/** One of `hardwareWishes`. */
export type HardwareWish = (typeof hardwareWishes)[number];

/** The way in which video is decoded, and the reason. */
export interface DecodingState {
  wish: HardwareWish;
  /** The method of each codec that has one; the others are decoded in software. */
  used: Record<string, string>;
  /** The outcome of each method: `used`, or the reason against it. */
  tried: { method: string; codec: string; outcome: string }[];
}

interface DecodingMethod {
  name: Exclude<HardwareWish, "auto" | "off">;
  /** Without such a node of /dev the hardware is missing, and `auto` starts no process for it. */
  device: { dir: string; pattern: RegExp };
  args: (codec: string) => string[];
}

const methods: readonly DecodingMethod[] = [
  {
    name: "nvv4l2",
    device: { dir: "/dev", pattern: /^(nvhost-nvdec|v4l2-nvdec)/ },
    args: (codec) => ["-c:v", `${codec}_nvv4l2dec`],
  },
  {
    name: "cuda",
    device: { dir: "/dev", pattern: /^nvidia\d/ },
    args: () => ["-hwaccel", "cuda"],
  },
  {
    name: "vaapi",
    device: { dir: "/dev/dri", pattern: /^renderD/ },
    args: () => ["-hwaccel", "vaapi"],
  },
  {
    name: "v4l2m2m",
    device: { dir: "/dev", pattern: /^video\d/ },
    args: (codec) => ["-c:v", `${codec}_v4l2m2m`],
  },
];

const codecs = ["h264", "hevc"] as const;
/** A decode of the twelve trial frames takes a tenth of a second; a driver that hangs fails. */
const trialMs = 5000;
/** Size and number of the trial's frames, as it looks at them: one byte a pixel. */
const trialPx = { width: 64, height: 48, frames: 12 } as const;
/** Greatest mean difference of a trial's pixels from software, in levels of 255: rounding of chips. */
const toleranceLevels = 3;

const run = promisify(execFile);

/**
 * Chooses how video is decoded by decoding a short clip with each method that the machine has, and
 * comparing the frames with software. What fails in a running stream is not used again.
 */
export class HardwareDecoding {
  readonly #ffmpegPath: string;
  readonly #onChange: (state: DecodingState) => void;
  readonly #state: DecodingState;
  #chosen: Promise<void> | undefined;

  constructor(options: {
    wish: HardwareWish;
    ffmpegPath: string;
    onChange: (state: DecodingState) => void;
  }) {
    this.#ffmpegPath = options.ffmpegPath;
    this.#onChange = options.onChange;
    this.#state = { wish: options.wish, used: {}, tried: [] };
  }

  /** Resolves when the choice is made, at most a few times five seconds after the first call. */
  choose(): Promise<void> {
    this.#chosen ??= this.#choose();
    return this.#chosen;
  }

  /** ffmpeg's input options for a stream of `codec`; none for software. Call after `choose`. */
  argsFor(codec: string): string[] {
    const name = this.#state.used[codec];
    return methods.find((one) => one.name === name)?.args(codec) ?? [];
  }

  /** A running decoder of `codec` failed: from now on it is decoded in software. */
  giveUp(codec: string, reason: string): void {
    const method = this.#state.used[codec];
    if (method === undefined) return;
    delete this.#state.used[codec];
    this.#note({ method, codec, outcome: `failed while running: ${reason}` });
    this.#onChange(this.#state);
  }

  async #choose(): Promise<void> {
    const { wish } = this.#state;
    if (wish === "off") return;
    const permitted = methods.filter(({ name }) => wish === "auto" || wish === name);
    for (const codec of codecs) {
      let golden: Buffer | undefined;
      for (const method of permitted) {
        const isMissing = wish === "auto" && !hasDevice(method);
        golden ??= isMissing ? undefined : await this.#decode(codec, []).catch(() => undefined);
        const outcome = isMissing ? "no such device" : await this.#try(method, codec, golden);
        this.#note({ method: method.name, codec, outcome });
        if (outcome !== "used") continue;
        this.#state.used[codec] = method.name;
        break;
      }
    }
    this.#onChange(this.#state);
  }

  async #try(method: DecodingMethod, codec: string, golden: Buffer | undefined): Promise<string> {
    if (!golden) return "no software decoder to compare with";
    try {
      const frames = await this.#decode(codec, method.args(codec));
      return differenceOf(frames, golden);
    } catch (error) {
      return reasonOf(error);
    }
  }

  async #decode(codec: string, args: readonly string[]): Promise<Buffer> {
    const clip = fileURLToPath(new URL(`trial-${codec}.mp4`, import.meta.url));
    const { width, height } = trialPx;
    const { stdout } = await run(
      this.#ffmpegPath,
      [
        ..."-nostdin -hide_banner -loglevel error".split(" "),
        ...args,
        "-i",
        clip,
        "-vf",
        `scale=${width}:${height}:flags=area,format=gray`,
        ..."-f rawvideo pipe:1".split(" "),
      ],
      { encoding: "buffer", timeout: trialMs, killSignal: "SIGKILL" },
    );
    return stdout;
  }

  #note(trial: DecodingState["tried"][number]): void {
    const rest = this.#state.tried.filter(
      ({ method, codec }) => method !== trial.method || codec !== trial.codec,
    );
    this.#state.tried = [...rest, trial];
  }
}

function hasDevice({ device }: DecodingMethod): boolean {
  try {
    return readdirSync(device.dir).some((name) => device.pattern.test(name));
  } catch {
    return false;
  }
}

/** `used` when the frames are those of the software decoder, within rounding. */
function differenceOf(frames: Buffer, golden: Buffer): string {
  const { width, height, frames: count } = trialPx;
  if (golden.length !== width * height * count) return "no software decoder to compare with";
  if (frames.length !== golden.length) {
    return `gave ${Math.floor(frames.length / (width * height))} frames of ${count}`;
  }
  let sum = 0;
  for (const [at, level] of frames.entries()) sum += Math.abs(level - golden[at]!);
  const mean = sum / frames.length;
  return mean <= toleranceLevels ? "used" : `wrong frames: ${mean.toFixed(1)} levels off`;
}

/** The last line that ffmpeg wrote, or how it ended. */
function reasonOf(error: unknown): string {
  const { killed, stderr, code } = error as { killed?: boolean; stderr?: Buffer; code?: unknown };
  if (killed) return `did not end within ${trialMs / 1000} s`;
  const last = stderr?.toString().trim().split("\n").at(-1)?.slice(0, 200);
  return last ? last : `ended with ${String(code)}`;
}
