import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { tempDir } from "../box/temp-dir.ts";
import { until } from "../box/wait.ts";
import type { BootDisk } from "./bootable-root.ts";
import { accelerator, processorOf, type Accelerator } from "./qemu.ts";

const run = promisify(execFile);
const bootDeadlineMs = 600_000;
const commandDeadlineMs = 600_000;

/** How a machine is made. */
export interface MachineOptions {
  disk: BootDisk;
  /** A file that the machine sees, read-only, as `/dev/vdb`. */
  cargo?: string;
  memoryMib?: number;
}

/** A virtual machine with two processors, no network but the host's loopback, and a disk of its own. */
export interface Machine {
  readonly accelerator: Accelerator;
  /** Address of the guest's port 8480. */
  readonly url: string;
  /** Starts it; resolves once it answers by SSH, with the seconds that this took. */
  boot(): Promise<number>;
  /** Runs a shell command as root; rejects with its output when it fails or takes ten minutes. */
  run(command: string): Promise<string>;
  /** Kills QEMU, as a power failure ends a box: what the guest has not written to its disk is lost. */
  cutPower(): Promise<void>;
  /** Ends it by its own `poweroff`. */
  shutDown(): Promise<void>;
  /** What the serial console showed since the last boot. */
  console(): Promise<string>;
}

/** Makes a machine that is off; it ends with the test. */
export async function makeMachine(t: TestContext, options: MachineOptions): Promise<Machine> {
  const { disk } = options;
  const dir = await tempDir(t);
  const overlay = join(dir, "overlay.qcow2");
  await run("qemu-img", ["create", "-q", "-f", "qcow2", "-F", "raw", "-b", disk.image, overlay]);
  const how = await accelerator(t, disk.kernel);
  const [sshPort, boxPort] = [await freePort(), await freePort()];
  const serial = join(dir, "console.log");
  const args = [
    ...processorOf(how),
    ...`-machine q35 -smp 2 -m ${options.memoryMib ?? 2048} -display none -no-reboot`.split(" "),
    ...`-serial file:${serial} -kernel ${disk.kernel} -initrd ${disk.initrd}`.split(" "),
    "-append",
    "root=/dev/vda rw console=ttyS0 quiet systemd.show_status=0",
    "-drive",
    `file=${overlay},if=virtio,format=qcow2,cache=writeback`,
    ...(options.cargo ? ["-drive", `file=${options.cargo},if=virtio,format=raw,readonly=on`] : []),
    "-nic",
    `user,model=virtio-net-pci,restrict=on,hostfwd=tcp:127.0.0.1:${sshPort}-:22,hostfwd=tcp:127.0.0.1:${boxPort}-:8480`,
    "-device",
    "virtio-rng-pci",
  ];
  let child: ChildProcess | undefined;
  const ssh = (command: string, deadlineMs: number): Promise<string> =>
    remotely({ keyFile: disk.keyFile, port: sshPort, deadlineMs }, command);
  const end = async (stop: () => Promise<void> | void): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    await stop();
    await ended;
  };
  const cutPower = (): Promise<void> => end(() => void child?.kill("SIGKILL"));
  t.after(cutPower);
  return {
    accelerator: how,
    url: `http://127.0.0.1:${boxPort}`,
    async boot() {
      const startedAt = performance.now();
      child = spawn("nice", ["-n", "10", "qemu-system-x86_64", ...args], { stdio: "ignore" });
      const answers = (): Promise<boolean> => ssh("true", 20_000).then(isTrue, isFalse);
      await until(async () => child?.exitCode !== null || (await answers()), {
        deadlineMs: bootDeadlineMs,
        everyMs: 200,
        what: "the machine answers by SSH",
      });
      if (child.exitCode !== null)
        throw new Error(`QEMU ended:\n${await readFile(serial, "utf8")}`);
      return (performance.now() - startedAt) / 1000;
    },
    run: (command) => ssh(command, commandDeadlineMs),
    cutPower,
    shutDown: () => end(async () => void (await ssh("systemctl poweroff", 30_000).catch(isFalse))),
    console: () => readFile(serial, "utf8"),
  };
}

const isTrue = (): boolean => true;
const isFalse = (): boolean => false;

async function remotely(
  { keyFile, port, deadlineMs }: { keyFile: string; port: number; deadlineMs: number },
  command: string,
): Promise<string> {
  const options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR"];
  const more = ["BatchMode=yes", "ConnectTimeout=10", "ServerAliveInterval=30"];
  const flags = [...options, ...more].flatMap((option) => ["-o", option]);
  const target = ["-F", "none", "-i", keyFile, "-p", String(port), "root@127.0.0.1"];
  const done = await run("ssh", [...flags, ...target, command], {
    timeout: deadlineMs,
    maxBuffer: 1e8,
  });
  return done.stdout + done.stderr;
}

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
