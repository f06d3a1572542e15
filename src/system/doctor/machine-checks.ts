import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { bad, type Check, type DoctorSite, gigabytes, ok, skip, tenths, warn } from "./check.ts";

/** Below this much memory the kernel eventually kills the detector and the recorder, in bytes. */
const scarceMemory = { warn: 400e6, fail: 150e6 };
/**
 * Boards throttle from about 85 °C (datasheets of Jetson Orin and Intel N100: 95 to 105 at most).
 */
const hotCelsius = { warn: 80, fail: 95 };
/** Load per processor over 15 minutes beyond which frames are dropped. */
const heavyLoad = 1.5;
/** Bytes that the runtime's shared memory and ROS 2 need. */
const leastShm = 64e6;
/**
 * Default of Linux (net/core/sock.c), and the recommendation of the ROS 2 documentation for DDS.
 */
const leastReceiveBuffer = { usual: 212_992, ros: 4_194_304 };
/** A clock before this belongs to a board without a battery: no release is older. */
const earliestMs = Date.UTC(2026, 0, 1);
/** Events this far in the future were stored before somebody set the clock back. */
const jumpMs = 60_000;

const memory: Check = {
  id: "memory",
  position: 150,
  run({ machine }) {
    if (!machine.memory) return skip("memory.unknown");
    const { availableBytes, totalBytes } = machine.memory;
    const values = { free: gigabytes(availableBytes), total: gigabytes(totalBytes) };
    if (availableBytes < scarceMemory.fail) return bad("memory.is", "memory.fix", values);
    return availableBytes < scarceMemory.warn
      ? warn("memory.is", "memory.fix", values)
      : ok("memory.is", values);
  },
};

const killed: Check = {
  id: "memory_kills",
  position: 160,
  async run({ host }) {
    const text = await host.text("/proc/vmstat");
    const kills = Number(/^oom_kill (\d+)$/m.exec(text ?? "")?.[1] ?? Number.NaN);
    if (Number.isNaN(kills)) return skip("memory_kills.unknown");
    if (kills === 0) return ok("memory_kills.none");
    return warn("memory_kills.some", "memory_kills.fix", { kills });
  },
};

const temperature: Check = {
  id: "temperature",
  position: 170,
  run({ machine: { hottest } }) {
    if (!hottest) return skip("temperature.unknown");
    const said = hottest.name === "" ? "temperature.unnamed" : "temperature.is";
    const values = { sensor: hottest.name, celsius: Math.round(hottest.celsius) };
    if (hottest.celsius >= hotCelsius.fail) return bad(said, "temperature.fix", values);
    return hottest.celsius >= hotCelsius.warn
      ? warn(said, "temperature.fix", values)
      : ok(said, values);
  },
};

const throttling: Check = {
  id: "throttling",
  position: 180,
  run({ machine: { isThrottled } }) {
    if (isThrottled === null) return skip("throttling.unknown");
    if (!isThrottled) return ok("throttling.none");
    return warn("throttling.slow", "throttling.fix");
  },
};

const load: Check = {
  id: "load",
  position: 190,
  run({
    machine: {
      load: [, , fifteen],
      cpus,
    },
  }) {
    const values = { load: tenths(fifteen), cpus };
    return fifteen <= heavyLoad * cpus
      ? ok("load.is", values)
      : warn("load.is", "load.fix", values);
  },
};

const sharedMemory: Check = {
  id: "shared_memory",
  position: 200,
  async run({ host }) {
    const mounts = (await host.text("/proc/mounts")) ?? "";
    const mount = mounts.split("\n").find((line) => line.split(" ")[1] === "/dev/shm");
    const fix = "shared_memory.fix";
    if (!mount) return mounts === "" ? skip("any.no_mounts") : warn("shared_memory.none", fix);
    const space = await host.space("/dev/shm");
    if (!space) return warn("shared_memory.unusable", fix);
    const values = { free: gigabytes(space.freeBytes) };
    return space.freeBytes < leastShm
      ? warn("shared_memory.is", fix, values)
      : ok("shared_memory.is", values);
  },
};

const netBuffers: Check = {
  id: "network_buffers",
  position: 210,
  async run({ host, config }) {
    const text = await host.text("/proc/sys/net/core/rmem_max");
    const bytes = Number(text?.trim() || Number.NaN);
    if (Number.isNaN(bytes)) return skip("network_buffers.unknown");
    const hasRos = config.robots.some(({ request }) => request.driver === "ros2");
    const least = hasRos ? leastReceiveBuffer.ros : leastReceiveBuffer.usual;
    if (bytes >= least) return ok("network_buffers.is", { bytes: String(bytes) });
    // As text: a person types it into a file, where no language separates thousands.
    const values = { bytes: String(bytes), least: String(least) };
    return warn("network_buffers.is", "network_buffers.fix", values);
  },
};

const descriptors: Check = {
  id: "file_descriptors",
  position: 220,
  async run(site) {
    const pid = await pidOf(site);
    const text = await site.host.text(`/proc/${pid}/limits`);
    const soft = /^Max open files\s+(\S+)/m.exec(text ?? "")?.[1];
    if (soft === undefined) return skip("file_descriptors.unknown");
    const values = { files: soft };
    if (soft === "unlimited" || Number(soft) >= 4096) return ok("file_descriptors.enough", values);
    return Number(soft) < 1024
      ? bad("file_descriptors.few", "file_descriptors.fix", values)
      : warn("file_descriptors.few", "file_descriptors.fix", values);
  },
};

/** Returns the appliance's process id while it runs, else this process's. */
async function pidOf({ box, config }: DoctorSite): Promise<string> {
  const text = box ? await readFile(join(config.dataDir, "lock.pid"), "utf8").catch(() => "") : "";
  return /^\d+$/.exec(text.trim())?.[0] ?? "self";
}

const timeSync: Check = {
  id: "time_sync",
  position: 290,
  run({ machine: { isClockSynchronised } }) {
    if (isClockSynchronised === null) return skip("time_sync.unknown");
    if (isClockSynchronised) return ok("time_sync.follows");
    return warn("time_sync.none", "time_sync.fix");
  },
};

const clock: Check = {
  id: "clock",
  position: 300,
  run({ nowMs, store }) {
    const time = new Date(nowMs).toISOString().slice(0, 16).replace("T", " ");
    if (nowMs < earliestMs) return bad("clock.impossible", "clock.fix", { time });
    const last = typeof store === "string" ? null : store.lastEventAtMs;
    if (last !== null && last > nowMs + jumpMs) {
      const seconds = Math.round((last - nowMs) / 1000);
      return warn("clock.jumped", "clock.fix", { seconds });
    }
    return ok("clock.is", { time });
  },
};

/** Checks of the machine itself and its clock. */
export const machineChecks: readonly Check[] = [
  memory,
  killed,
  temperature,
  throttling,
  load,
  sharedMemory,
  netBuffers,
  descriptors,
  timeSync,
  clock,
];
