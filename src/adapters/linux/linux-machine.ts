import { execFile } from "node:child_process";
import { readdir, readFile, stat, statfs } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { MachinePort, MachineReading } from "../../system/machine/machine-port.ts";

const run = promisify(execFile);
/** A separate process queries systemd, whose answers change seldom. */
const askPeriodMs = 300_000;
const askTimeoutMs = 1500;
/** Sensors that are not fitted report absolute zero or far above the limit of silicon. */
const plausibleCelsius = { min: -40, max: 150 };

/** The folders of the kernel's figures. */
export interface LinuxPaths {
  /** `/proc`. */
  proc: string;
  /** `/sys`. */
  sys: string;
  /** Touched by systemd-timesyncd when the clock has followed a server. */
  synchronised: string;
}

const defaultPaths: LinuxPaths = {
  proc: "/proc",
  sys: "/sys",
  synchronised: "/run/systemd/timesync/synchronized",
};

/** The machine as Linux reports it. */
export class LinuxMachine implements MachinePort {
  readonly #dataDir: string;
  readonly #paths: LinuxPaths;
  #throttles: number | undefined;
  #lastReply: { atMs: number; answer: boolean | null } | undefined;

  /** `dataDir` is on the disk that is measured. */
  constructor(dataDir: string, paths: Partial<LinuxPaths> = {}) {
    this.#dataDir = dataDir;
    this.#paths = { ...defaultPaths, ...paths };
  }

  async read(): Promise<MachineReading> {
    const [{ disk, freeFiles }, memory, hottest, isThrottled, isClockSynchronised] =
      await Promise.all([
        this.#disk(),
        this.#memory(),
        this.#hottest(),
        this.#throttled(),
        this.#clock(),
      ]);
    const [one = 0, five = 0, fifteen = 0] = loadavg();
    const load = [one, five, fifteen] as const;
    const cpus = availableParallelism();
    return { disk, freeFiles, memory, load, cpus, hottest, isThrottled, isClockSynchronised };
  }

  async #disk(): Promise<Pick<MachineReading, "disk" | "freeFiles">> {
    const found = await statfs(this.#dataDir).catch(() => null);
    if (!found) return { disk: null, freeFiles: null };
    const { bavail, blocks, bsize, files, ffree } = found;
    const disk = { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    // Btrfs and others that make inodes as they go say 0.
    return { disk, freeFiles: files === 0 ? null : ffree };
  }

  async #memory(): Promise<MachineReading["memory"]> {
    const text = await textOf(join(this.#paths.proc, "meminfo"));
    const kib = (name: string): number | undefined => {
      const match = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text ?? "");
      return match ? Number(match[1]) : undefined;
    };
    const total = kib("MemTotal");
    const available = kib("MemAvailable");
    if (total === undefined || available === undefined) return null;
    return { totalBytes: total * 1024, availableBytes: available * 1024 };
  }

  /** `/sys/class/thermal/thermal_zone*` (Documentation/driver-api/thermal/sysfs-api.rst of the kernel). */
  async #hottest(): Promise<MachineReading["hottest"]> {
    const zones = await this.#devices("thermal_zone");
    const all = await Promise.all(
      zones.map(async (dir) => {
        const milli = await numberOf(join(dir, "temp"));
        if (milli === undefined) return [];
        const celsius = milli / 1000;
        if (celsius < plausibleCelsius.min || celsius > plausibleCelsius.max) return [];
        return [{ name: (await textOf(join(dir, "type")))?.trim() ?? "", celsius }];
      }),
    );
    return all.flat().toSorted((a, b) => b.celsius - a.celsius)[0] ?? null;
  }

  /**
   * By the processors' cooling devices (a state above 0 slows them down) and by Intel's counters of
   * throttling, which must have moved since the last reading.
   */
  async #throttled(): Promise<boolean | null> {
    const cooling = await this.#devices("cooling_device");
    const states = await Promise.all(
      cooling.map(async (dir) => {
        const type = (await textOf(join(dir, "type")))?.trim() ?? "";
        if (!/^(processor|cpu|thermal-cpufreq|devfreq|gpu)/i.test(type)) return undefined;
        return await numberOf(join(dir, "cur_state"));
      }),
    );
    const counters = await numberOf(
      join(this.#paths.sys, "devices/system/cpu/cpu0/thermal_throttle/package_throttle_count"),
    );
    const known = states.filter((state) => state !== undefined);
    const before = this.#throttles;
    this.#throttles = counters;
    if (known.length === 0 && counters === undefined) return null;
    const hasMoved = counters !== undefined && before !== undefined && counters > before;
    return hasMoved || known.some((state) => state > 0);
  }

  async #devices(kind: string): Promise<string[]> {
    const dir = join(this.#paths.sys, "class/thermal");
    const names = await readdir(dir).catch(() => [] as string[]);
    return names.filter((name) => name.startsWith(kind)).map((name) => join(dir, name));
  }

  /** By systemd-timesyncd's mark, else by systemd's view of the kernel's clock. */
  async #clock(): Promise<boolean | null> {
    const isMarked = await stat(this.#paths.synchronised).then(
      () => true,
      () => false,
    );
    if (isMarked) return true;
    const nowMs = performance.now();
    if (!this.#lastReply || nowMs - this.#lastReply.atMs >= askPeriodMs) {
      this.#lastReply = { atMs: nowMs, answer: await askSystemd() };
    }
    return this.#lastReply.answer;
  }
}

async function askSystemd(): Promise<boolean | null> {
  try {
    const args = ["show", "--property=NTPSynchronized", "--value"];
    const { stdout } = await run("timedatectl", args, { timeout: askTimeoutMs });
    const said = stdout.trim();
    return said === "yes" ? true : said === "no" ? false : null;
  } catch {
    return null;
  }
}

async function textOf(file: string): Promise<string | undefined> {
  return await readFile(file, "utf8").catch(() => undefined);
}

async function numberOf(file: string): Promise<number | undefined> {
  const text = (await textOf(file))?.trim() ?? "";
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}
