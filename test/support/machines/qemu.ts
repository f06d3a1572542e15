import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { tempDir } from "../box/temp-dir.ts";
import { until } from "../box/wait.ts";
import { rootsSkip } from "./debian-root.ts";

/** Under KVM a kernel gives up the missing root disk within seconds; interpreted KVM takes minutes. */
const trialMs = 20_000;

/** How the guest's instructions are executed: by the processor, or translated by QEMU. */
export type Accelerator = "kvm" | "tcg";

/** Why this machine runs no virtual machines; false where it does. */
export function machinesSkip(): string | false {
  const noRoots = rootsSkip();
  if (noRoots !== false) return noRoots;
  for (const [program, source] of [
    ["qemu-system-x86_64", "qemu-system-x86"],
    ["qemu-img", "qemu-utils"],
    ["ssh", "openssh-client"],
  ] as const) {
    const found = spawnSync(program, [program === "ssh" ? "-V" : "--version"]).status === 0;
    if (!found) return `${program} is not installed: apt-get install ${source}`;
  }
  return false;
}

/** Processor and machine of QEMU. KVM without nested paging cannot emulate `cmpxchg16b`: hidden. */
export function processorOf(accelerator: Accelerator): string[] {
  return accelerator === "kvm"
    ? ["-accel", "kvm", "-cpu", "host,arch-capabilities=off,cx16=off"]
    : ["-accel", "tcg,thread=multi,tb-size=512", "-cpu", "max"];
}

const bareMachine = ["-machine", "q35", "-display", "none", "-nic", "none", "-no-reboot"];

let chosen: Promise<Accelerator> | undefined;

/**
 * KVM where this kernel panics for want of a disk within 20 s under it, else TCG: some hosts have
 * a /dev/kvm that interprets the guest's kernel, and is slower than QEMU alone.
 */
export function accelerator(t: TestContext, kernel: string): Promise<Accelerator> {
  chosen ??= tryKvm(t, kernel);
  return chosen;
}

async function tryKvm(t: TestContext, kernel: string): Promise<Accelerator> {
  try {
    accessSync("/dev/kvm", constants.R_OK | constants.W_OK);
  } catch {
    return "tcg";
  }
  const log = join(await tempDir(t), "trial.log");
  const guest = ["-m", "512", "-kernel", kernel, "-append", "console=ttyS0 panic=-1"];
  const args = [...processorOf("kvm"), ...bareMachine, "-serial", `file:${log}`, ...guest];
  const child = spawn("qemu-system-x86_64", args, { stdio: "ignore" });
  const ended = once(child, "exit");
  await until(() => child.exitCode !== null, { deadlineMs: trialMs }).catch(() => undefined);
  child.kill("SIGKILL");
  await ended;
  const text = await readFile(log, "utf8").catch(() => "");
  const works = /Kernel panic - not syncing: VFS/.test(text);
  t.diagnostic(works ? "KVM works" : "KVM is missing or too slow: TCG translates the guest");
  return works ? "kvm" : "tcg";
}
