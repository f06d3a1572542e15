import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { recordingOptions } from "../../config/parts.ts";
import { bad, type Check, type DoctorSite, gigabytes, ok, skip, warn } from "./check.ts";

/** Below this nothing can be stored for long, in bytes. */
const leastFreeBytes = 1e9;
/** What one camera of 8 Mbit/s and the store need, and what sixteen do, in bytes a second. */
const slowBytes = { fail: 2e6, warn: 20e6 };
/** A job is answered after a write that took this long, in milliseconds. */
const slowSyncMs = { warn: 50, fail: 500 };
/** Share of its life that a disk has used, in percent (NVMe base specification, "Percentage Used"). */
const wornPercent = { warn: 80, fail: 100 };

const space: Check = {
  id: "disk_free",
  title: "free disk",
  async run({ host, config }) {
    const found = await host.space(config.dataDir);
    if (!found)
      return bad(
        `${config.dataDir} cannot be looked at`,
        "Make the data directory, or mend data_dir.",
      );
    const said = `${gigabytes(found.freeBytes)} of ${gigabytes(found.totalBytes)} are free`;
    const fix = "Free space, or lower the retention of recordings and pictures.";
    if (found.freeBytes < leastFreeBytes) return bad(said, fix);
    return found.freeBytes < recordingOptions(config).retention.freeBytes
      ? warn(said, fix)
      : ok(said);
  },
};

const inodes: Check = {
  id: "disk_files",
  title: "files that can still be made",
  async run({ host, config }) {
    const found = await host.space(config.dataDir);
    if (!found || found.totalFiles === 0) return skip("the file system does not count them");
    const said = `${found.freeFiles} of ${found.totalFiles}`;
    const share = found.freeFiles / found.totalFiles;
    const fix = "Lower the retention of pictures, or make the file system anew with more inodes.";
    if (found.freeFiles < 1000) return bad(said, fix);
    return share < 0.05 ? warn(said, fix) : ok(said);
  },
};

const speed: Check = {
  id: "disk_speed",
  title: "speed of the disk",
  async run({ host, config }) {
    const found = await host.writeSpeed(config.dataDir);
    if (!found)
      return bad("nothing can be written", "See disk_free, data_dir_owner and disk_mount.");
    const { bytesPerSec, syncMs } = found;
    const said = `${(bytesPerSec / 1e6).toFixed(0)} MB a second, a small write takes ${syncMs.toFixed(0)} ms`;
    const fix = "Use an SSD or an industrial card: the disk is too slow, worn, or busy.";
    if (bytesPerSec < slowBytes.fail || syncMs > slowSyncMs.fail) return bad(said, fix);
    return bytesPerSec < slowBytes.warn || syncMs > slowSyncMs.warn ? warn(said, fix) : ok(said);
  },
};

const mount: Check = {
  id: "disk_mount",
  title: "how the disk is mounted",
  async run({ host, config }) {
    const found = await mountOf(host, config.dataDir);
    if (!found) return skip("the system does not list mounts");
    const said = `${found.device} (${found.type})`;
    if (found.options.includes("ro")) {
      return bad(
        `${said} is mounted read-only`,
        "Look for disk errors (journalctl -k), then check the file system and mount it again.",
      );
    }
    if (["nfs", "nfs4", "cifs", "9p", "fuse.sshfs"].includes(found.type)) {
      return bad(
        `${said} is a disk of another machine`,
        "Put the data directory on a disk of the box: the store needs local locks and mapped files.",
      );
    }
    if (found.type === "tmpfs") {
      return warn(
        `${said} is memory and gone after a restart`,
        "Put the data directory on a disk.",
      );
    }
    return ok(said);
  },
};

async function mountOf(host: DoctorSite["host"], dir: string) {
  const text = await host.text("/proc/mounts");
  const mounts = (text ?? "").split("\n").map((line) => line.split(" "));
  const above = mounts
    .filter(
      ([, point = ""]) =>
        point !== "" && (dir === point || dir.startsWith(point === "/" ? "/" : `${point}/`)),
    )
    .toSorted((a, b) => b[1]!.length - a[1]!.length)[0];
  if (!above) return undefined;
  const [device = "", , type = "", options = ""] = above;
  return { device, type, options: options.split(",") };
}

const wear: Check = {
  id: "disk_wear",
  title: "wear of the disk",
  async run(site) {
    const used = (await smartUse(site)) ?? (await cardUse(site));
    if (typeof used === "string") return skip(used);
    const fix = "Make a backup and replace the disk.";
    if (used.isFailing) return bad(`${used.device} says that it is failing`, fix);
    const said = `${used.device} has used ${used.percent} % of its life`;
    if (used.percent >= wornPercent.fail) return bad(said, fix);
    return used.percent >= wornPercent.warn ? warn(said, fix) : ok(said);
  },
};

interface Wear {
  device: string;
  percent: number;
  isFailing: boolean;
}

/** What smartctl says of the disk of the data directory; undefined when it cannot be asked. */
async function smartUse({ host, config }: DoctorSite): Promise<Wear | undefined> {
  const device = (await mountOf(host, config.dataDir))?.device ?? "";
  if (!device.startsWith("/dev/")) return undefined;
  const answer = await host.run("smartctl", ["--json", "--all", device]);
  try {
    const report = JSON.parse(answer?.stdout ?? "") as {
      smart_status?: { passed: boolean };
      nvme_smart_health_information_log?: { percentage_used: number };
      endurance_used?: { current_percent: number };
    };
    if (!report.smart_status) return undefined;
    const { nvme_smart_health_information_log: nvme, endurance_used: endurance } = report;
    const percent = nvme?.percentage_used ?? endurance?.current_percent ?? 0;
    return { device, percent, isFailing: !report.smart_status.passed };
  } catch {
    return undefined;
  }
}

/** eMMC tells its life in tenths: 0x01 is up to 10 % used (JEDEC JESD84-B51, DEVICE_LIFE_TIME_EST). */
async function cardUse({ host }: DoctorSite): Promise<Wear | string> {
  for (const name of await host.names("/sys/block")) {
    const text = await host.text(`/sys/block/${name}/device/life_time`);
    const tenths = (text ?? "")
      .trim()
      .split(/\s+/)
      .map(Number)
      .filter((each) => each > 0);
    if (tenths.length > 0) {
      const worst = Math.max(...tenths);
      return { device: name, percent: worst * 10, isFailing: worst > 10 };
    }
  }
  return "no disk tells its wear; install smartmontools for SSDs";
}

const owner: Check = {
  id: "data_dir_owner",
  title: "owner of the data directory",
  async run({ config: { dataDir } }) {
    const dir = await lstat(dataDir).catch(() => undefined);
    if (!dir) return skip("there is no data directory yet; the first start makes it");
    if ((dir.mode & 0o077) !== 0) {
      return warn(`others may look into ${dataDir}`, `Run chmod 700 ${dataDir}.`);
    }
    for (const name of await foreign(dataDir, dir.uid)) {
      return bad(
        `${name} belongs to another user than ${dataDir}`,
        `Run chown -R ${dir.uid}:${dir.gid} ${dataDir}.`,
      );
    }
    return ok(`all of it belongs to user ${dir.uid}`);
  },
};

/** The first thing, two levels deep, that belongs to somebody else. */
async function foreign(dataDir: string, uid: number): Promise<string[]> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    const path = join(dataDir, name);
    const inside = await readdir(path).catch(() => []);
    for (const each of [path, ...inside.slice(0, 100).map((one) => join(path, one))]) {
      const found = await lstat(each).catch(() => undefined);
      if (found && found.uid !== uid) return [each];
    }
  }
  return [];
}

/** Checks of the disk under the data directory. */
export const diskChecks: readonly Check[] = [space, inodes, speed, mount, wear, owner];
