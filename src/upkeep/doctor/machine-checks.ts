import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { bad, type Check, type DoctorSite, gigabytes, ok, skip, warn } from "./check.ts";

/** Below this much memory the detector and the recorder are killed sooner or later, in bytes. */
const scarceMemory = { warn: 400e6, fail: 150e6 };
/** Boards throttle from about 85 °C on (datasheets of Jetson Orin and Intel N100: 95 to 105 at most). */
const hotCelsius = { warn: 80, fail: 95 };
/** Load per processor over 15 minutes beyond which frames are dropped. */
const heavyLoad = 1.5;
/** What the runtime's shared memory and ROS 2 need, in bytes. */
const leastShm = 64e6;
/** Default of Linux (net/core/sock.c), and what the ROS 2 documentation advises for DDS. */
const leastReceiveBuffer = { usual: 212_992, ros: 4_194_304 };

const memory: Check = {
  id: "memory",
  title: "free memory",
  run({ machine }) {
    if (!machine.memory) return skip("the system does not tell its memory");
    const { availableBytes, totalBytes } = machine.memory;
    const said = `${gigabytes(availableBytes)} of ${gigabytes(totalBytes)} are available`;
    const fix = "Watch fewer streams, take a smaller model, or stop what else runs on the box.";
    if (availableBytes < scarceMemory.fail) return bad(said, fix);
    return availableBytes < scarceMemory.warn ? warn(said, fix) : ok(said);
  },
};

const killed: Check = {
  id: "memory_kills",
  title: "processes killed for memory",
  async run({ host }) {
    const text = await host.text("/proc/vmstat");
    const kills = Number(/^oom_kill (\d+)$/m.exec(text ?? "")?.[1] ?? Number.NaN);
    if (Number.isNaN(kills)) return skip("the kernel does not count them");
    if (kills === 0) return ok("none since the machine started");
    return warn(
      `the kernel has killed ${kills} process(es) for want of memory since the machine started`,
      "Look into the kernel's log (journalctl -k) for which, and give the box more memory or less work.",
    );
  },
};

const temperature: Check = {
  id: "temperature",
  title: "temperature",
  run({ machine: { hottest } }) {
    if (!hottest) return skip("no sensor tells a temperature");
    const said = `${hottest.name || "the hottest sensor"} has ${Math.round(hottest.celsius)} °C`;
    const fix = "Clean the fan and the fins, give the box air, or lower its power mode.";
    if (hottest.celsius >= hotCelsius.fail) return bad(said, fix);
    return hottest.celsius >= hotCelsius.warn ? warn(said, fix) : ok(said);
  },
};

const throttling: Check = {
  id: "throttling",
  title: "throttling",
  run({ machine: { isThrottled } }) {
    if (isThrottled === null) return skip("the processor does not tell");
    if (!isThrottled) return ok("the processor runs at its speed");
    return warn(
      "the processor is slowed down, because it is hot or short of power",
      "Cool the box, and use the power supply that its maker names.",
    );
  },
};

const load: Check = {
  id: "load",
  title: "load",
  run({
    machine: {
      load: [, , fifteen],
      cpus,
    },
  }) {
    const said = `${fifteen.toFixed(1)} processes run or wait, on ${cpus} processor(s)`;
    if (fifteen <= heavyLoad * cpus) return ok(said);
    return warn(said, "Lower the frame rates, use sub-streams, or take a smaller model.");
  },
};

const sharedMemory: Check = {
  id: "shared_memory",
  title: "/dev/shm",
  async run({ host }) {
    const mounts = (await host.text("/proc/mounts")) ?? "";
    const mount = mounts.split("\n").find((line) => line.split(" ")[1] === "/dev/shm");
    const fix = "Mount a tmpfs of 64 MB or more at /dev/shm (docker: --shm-size=256m).";
    if (!mount)
      return mounts === "" ? skip("the system does not list mounts") : warn("there is none", fix);
    const space = await host.space("/dev/shm");
    if (!space) return warn("it cannot be used", fix);
    const said = `${gigabytes(space.freeBytes)} are free`;
    return space.freeBytes < leastShm ? warn(said, fix) : ok(said);
  },
};

const netBuffers: Check = {
  id: "network_buffers",
  title: "the kernel's network buffers",
  async run({ host, config }) {
    const text = await host.text("/proc/sys/net/core/rmem_max");
    const bytes = Number(text?.trim() || Number.NaN);
    if (Number.isNaN(bytes)) return skip("the kernel does not tell them");
    const hasRos = config.robots.some(({ request }) => request.driver === "ros2");
    const least = hasRos ? leastReceiveBuffer.ros : leastReceiveBuffer.usual;
    const said = `net.core.rmem_max is ${bytes}`;
    if (bytes >= least) return ok(said);
    return warn(said, `Set net.core.rmem_max=${least} in /etc/sysctl.d/ and run sysctl --system.`);
  },
};

const descriptors: Check = {
  id: "file_descriptors",
  title: "limit of open files",
  async run(site) {
    const pid = await pidOf(site);
    const text = await site.host.text(`/proc/${pid}/limits`);
    const soft = /^Max open files\s+(\S+)/m.exec(text ?? "")?.[1];
    if (soft === undefined) return skip("the system does not tell it");
    if (soft === "unlimited" || Number(soft) >= 4096) return ok(`${soft} files may be open`);
    const said = `only ${soft} files may be open`;
    const fix = "Set LimitNOFILE=16384 in the unit of the service.";
    return Number(soft) < 1024 ? bad(said, fix) : warn(said, fix);
  },
};

/** The appliance's process where it runs, else this one. */
async function pidOf({ box, config }: DoctorSite): Promise<string> {
  const text = box ? await readFile(join(config.dataDir, "lock.pid"), "utf8").catch(() => "") : "";
  return /^\d+$/.exec(text.trim())?.[0] ?? "self";
}

/** Checks of the machine itself. */
export const machineChecks: readonly Check[] = [
  memory,
  killed,
  temperature,
  throttling,
  load,
  sharedMemory,
  netBuffers,
  descriptors,
];
