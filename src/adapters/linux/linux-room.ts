import { availableParallelism, cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { MachineRoom, RoomMeter } from "../../system/capacity/capacity-port.ts";
import type { MachinePort } from "../../system/machine/machine-port.ts";

/** Time over which idle processors are counted. */
const windowMs = 5000;

/** Counts idle processors over five seconds, as `/proc/stat` has them, and reads the memory. */
export class LinuxRoom implements RoomMeter {
  readonly #machine: MachinePort;

  constructor(machine: MachinePort) {
    this.#machine = machine;
  }

  async read(): Promise<MachineRoom> {
    const before = times();
    await wait(windowMs);
    const after = times();
    const cores = availableParallelism();
    const idleShare = (after.idle - before.idle) / Math.max(1, after.all - before.all);
    const { memory } = await this.#machine.read();
    return { cores, idleCores: cores * idleShare, memory };
  }
}

function times(): { idle: number; all: number } {
  const each = cpus().map((cpu) => cpu.times);
  const sum = (pick: (of: (typeof each)[number]) => number): number =>
    each.reduce((total, one) => total + pick(one), 0);
  const idle = sum((one) => one.idle);
  return { idle, all: idle + sum(({ user, nice, sys, irq }) => user + nice + sys + irq) };
}
