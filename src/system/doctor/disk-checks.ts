import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { recordingOptions } from "../../cameras/site-parts.ts";
import { bad, type Check, type DoctorSite, gigabytes, ok, skip, warn } from "./check.ts";

/** Below this free space the appliance soon cannot store anything, in bytes. */
const leastFreeBytes = 1e9;
/** Bytes a second that one camera of 8 Mbit/s needs with the store, and that sixteen need. */
const slowBytes = { fail: 2e6, warn: 20e6 };
/** Duration of a durable write, for which each answer to a job waits, in milliseconds. */
const slowSyncMs = { warn: 50, fail: 500 };
/** Used share of a disk's life, in percent (NVMe base specification, "Percentage Used"). */
const wornPercent = { warn: 80, fail: 100 };

const space: Check = {
  id: "disk_free",
  position: 230,
  async run({ host, config }) {
    const found = await host.space(config.dataDir);
    if (!found) return bad("disk_free.unknown", "disk_free.unknown_fix", { dir: config.dataDir });
    const values = { free: gigabytes(found.freeBytes), total: gigabytes(found.totalBytes) };
    if (found.freeBytes < leastFreeBytes) return bad("disk_free.is", "disk_free.fix", values);
    return found.freeBytes < recordingOptions(config).retention.freeBytes
      ? warn("disk_free.is", "disk_free.fix", values)
      : ok("disk_free.is", values);
  },
};

const inodes: Check = {
  id: "disk_files",
  position: 240,
  async run({ host, config }) {
    const found = await host.space(config.dataDir);
    if (!found || found.totalFiles === 0) return skip("disk_files.unknown");
    const values = { free: found.freeFiles, total: found.totalFiles };
    const share = found.freeFiles / found.totalFiles;
    if (found.freeFiles < 1000) return bad("disk_files.is", "disk_files.fix", values);
    return share < 0.05
      ? warn("disk_files.is", "disk_files.fix", values)
      : ok("disk_files.is", values);
  },
};

const speed: Check = {
  id: "disk_speed",
  position: 250,
  async run({ host, config }) {
    const found = await host.writeSpeed(config.dataDir);
    if (!found) return bad("disk_speed.none", "disk_speed.none_fix");
    const { bytesPerSec, syncMs } = found;
    const values = { megabytes: Math.round(bytesPerSec / 1e6), sync_ms: Math.round(syncMs) };
    if (bytesPerSec < slowBytes.fail || syncMs > slowSyncMs.fail)
      return bad("disk_speed.is", "disk_speed.fix", values);
    return bytesPerSec < slowBytes.warn || syncMs > slowSyncMs.warn
      ? warn("disk_speed.is", "disk_speed.fix", values)
      : ok("disk_speed.is", values);
  },
};

const mount: Check = {
  id: "disk_mount",
  position: 260,
  async run({ host, config }) {
    const found = await mountOf(host, config.dataDir);
    if (!found) return skip("any.no_mounts");
    const { device, type } = found;
    const values = { device, type };
    if (found.options.includes("ro"))
      return bad("disk_mount.read_only", "disk_mount.read_only_fix", values);
    if (["nfs", "nfs4", "cifs", "9p", "fuse.sshfs"].includes(type))
      return bad("disk_mount.remote", "disk_mount.remote_fix", values);
    if (type === "tmpfs") return warn("disk_mount.in_memory", "disk_mount.in_memory_fix", values);
    return ok("disk_mount.is", values);
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
  position: 270,
  async run(site) {
    const used = (await smartUse(site)) ?? (await cardUse(site));
    if (!used) return skip("disk_wear.unknown");
    const { device, percent } = used;
    if (used.isFailing) return bad("disk_wear.failing", "disk_wear.fix", { device });
    const values = { device, percent };
    if (percent >= wornPercent.fail) return bad("disk_wear.is", "disk_wear.fix", values);
    return percent >= wornPercent.warn
      ? warn("disk_wear.is", "disk_wear.fix", values)
      : ok("disk_wear.is", values);
  },
};

interface Wear {
  device: string;
  percent: number;
  isFailing: boolean;
}

/** Returns the report of smartctl about the disk of the data directory; undefined without one. */
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

/**
 * Returns the wear of an eMMC, which reports its life in tenths: 0x01 is up to 10 % used (JEDEC
 * JESD84-B51, DEVICE_LIFE_TIME_EST).
 */
async function cardUse({ host }: DoctorSite): Promise<Wear | undefined> {
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
  return undefined;
}

const owner: Check = {
  id: "data_dir_owner",
  position: 280,
  async run({ config: { dataDir } }) {
    const dir = await lstat(dataDir).catch(() => undefined);
    if (!dir) return skip("data_dir_owner.none");
    if ((dir.mode & 0o077) !== 0)
      return warn("data_dir_owner.open", "data_dir_owner.open_fix", { dir: dataDir });
    for (const file of await foreign(dataDir, dir.uid)) {
      const values = { file, dir: dataDir, owner: `${dir.uid}:${dir.gid}` };
      return bad("data_dir_owner.foreign", "data_dir_owner.foreign_fix", values);
    }
    return ok("data_dir_owner.well", { uid: String(dir.uid) });
  },
};

/** Returns the first entry, two levels deep, that belongs to another user. */
async function foreign(dataDir: string, uid: number): Promise<string[]> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    // The measurement of the disk's speed briefly belongs to root, before root gives it away.
    if (name.startsWith(".speed-")) continue;
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
