import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { LinuxMachine } from "../../../../src/adapters/linux/linux-machine.ts";
import { machineAlarms } from "../../../../src/system/machine/machine-alarms.ts";
import { safeModeAlarm } from "../../../../src/system/selfcare/safe-mode-alarm.ts";
import type { MachineReading } from "../../../../src/system/machine/machine-port.ts";
import { MachineWatch } from "../../../../src/system/machine/machine-watch.ts";
import { historyWire, machineWire } from "../../../../src/system/machine/machine-wire.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

async function kernel(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const dir = await tempDir(t);
  for (const [name, text] of Object.entries(files)) {
    const path = join(dir, name);
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, `${text}\n`);
  }
  return dir;
}

function machineOf(dir: string): LinuxMachine {
  const paths = { proc: join(dir, "proc"), sys: join(dir, "sys") };
  return new LinuxMachine(dir, { ...paths, synchronised: join(dir, "synchronised") });
}

const throttleCount = "sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count";
const zones = "sys/class/thermal";

test("reads disk, memory, the hottest plausible sensor, throttling and clock as Linux tells them", async (t) => {
  const dir = await kernel(t, {
    "proc/meminfo": "MemTotal:        8000 kB\nMemFree:  10 kB\nMemAvailable:    2000 kB",
    [`${zones}/thermal_zone0/temp`]: "41500",
    [`${zones}/thermal_zone0/type`]: "board",
    [`${zones}/thermal_zone1/temp`]: "71250",
    [`${zones}/thermal_zone1/type`]: "cpu-thermal",
    [`${zones}/thermal_zone2/temp`]: "-274000",
    [`${zones}/thermal_zone2/type`]: "not fitted",
    [`${zones}/cooling_device0/type`]: "Processor",
    [`${zones}/cooling_device0/cur_state`]: "0",
    [`${zones}/cooling_device1/type`]: "pwm-fan",
    [`${zones}/cooling_device1/cur_state`]: "3",
    [throttleCount]: "7",
    synchronised: "",
  });
  const machine = machineOf(dir);
  const first = await machine.read();
  assert.deepEqual(first.memory, { totalBytes: 8000 * 1024, availableBytes: 2000 * 1024 });
  assert.deepEqual(first.hottest, { name: "cpu-thermal", celsius: 71.25 });
  // A fan that turns slows nothing down.
  assert.equal(first.isThrottled, false);
  assert.equal(first.isClockSynchronised, true);
  assert.ok(first.disk!.totalBytes >= first.disk!.freeBytes && first.disk!.freeBytes > 0);
  await writeFile(join(dir, throttleCount), "8\n");
  assert.equal((await machine.read()).isThrottled, true);
  assert.equal((await machine.read()).isThrottled, false);
  await writeFile(join(dir, zones, "cooling_device0/cur_state"), "2\n");
  assert.equal((await machine.read()).isThrottled, true);
});

test("what the kernel does not tell is null, and nothing fails for it", async (t) => {
  const reading = await machineOf(await kernel(t, { "proc/meminfo": "nonsense" })).read();
  assert.deepEqual([reading.memory, reading.hottest, reading.isThrottled], [null, null, null]);
  const gone = await new LinuxMachine("/nowhere").read();
  assert.equal(gone.disk, null);
});

const calm: MachineReading = {
  disk: { freeBytes: 90e9, totalBytes: 100e9 },
  freeFiles: 1e6,
  memory: { availableBytes: 4e9, totalBytes: 8e9 },
  load: [0.5, 0.4, 0.3],
  cpus: 4,
  hottest: { name: "cpu", celsius: 50 },
  isThrottled: null,
  isClockSynchronised: null,
};

test("the watch reads every 15 seconds and keeps a minute's reading for a day", async () => {
  const clock = new FakeClock();
  let reads = 0;
  const read = async (): Promise<MachineReading> => ({ ...calm, load: [(reads += 1), 0, 0] });
  const work = () => ({ camerasOnline: 2, jobsQueued: 3 });
  const watch = new MachineWatch({ machine: { read }, clock, work });
  assert.equal(watch.latest(), null);
  await watch.start();
  assert.equal(watch.history().length, 1);
  for (let quarter = 0; quarter < 4 * 1450; quarter += 1) {
    clock.advance(15_000);
    await watch.settled();
  }
  assert.equal(watch.latest()!.load[0], reads);
  assert.equal(watch.history().length, 1440);
  const columns = historyWire(watch.history());
  assert.equal(columns.at[1]! - columns.at[0]!, 60);
  assert.deepEqual([columns.cameras_online[0], columns.jobs_queued[0]], [2, 3]);
  assert.deepEqual(machineWire(calm)!.temperature, { sensor: "cpu", celsius: 50 });
  await watch.stop();
  clock.advance(60_000);
  assert.equal(watch.latest()!.load[0], reads);
});

test("the machine's alarms name what is scarce, hot, slow or unsynchronised", () => {
  const raised = (change: Partial<MachineReading>, isStoreFull = false): string[] =>
    machineAlarms({
      machine: { ...calm, ...change },
      isStoreFull,
      keptFreeBytes: 10e9,
    }).map(({ code }) => code);
  const nearlyFull = { disk: { freeBytes: 4.9e9, totalBytes: 100e9 } };
  assert.deepEqual(raised({}), []);
  assert.deepEqual(raised(nearlyFull), ["disk_low"]);
  assert.deepEqual(raised(nearlyFull, true), []);
  assert.deepEqual(raised({ freeFiles: 1999 }), ["inodes_low"]);
  assert.deepEqual(raised({ hottest: { name: "cpu", celsius: 85 } }), ["too_hot"]);
  assert.deepEqual(raised({ isThrottled: true }), ["throttled"]);
  assert.deepEqual(raised({ memory: { availableBytes: 1, totalBytes: 8e9 } }), ["memory_low"]);
  assert.deepEqual(raised({ isClockSynchronised: false }), ["clock_not_synchronised"]);
  const unread = { machine: null, isStoreFull: false, keptFreeBytes: 10e9 };
  assert.deepEqual(machineAlarms(unread), []);
});

test("safe mode is a critical alarm with its reason", () => {
  assert.deepEqual(safeModeAlarm(null), []);
  const alarm = { code: "safe_mode", severity: "critical", message: "it died" };
  assert.deepEqual(safeModeAlarm("it died"), [alarm]);
});
