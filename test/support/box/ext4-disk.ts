import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { TestContext } from "node:test";
import { until } from "./wait.ts";

/** An ext4 file system in an image file. */
export interface Ext4Disk {
  dir: string;
  /** Writes to the file system stand still until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** The file system finds an error in itself and becomes read-only, until it is mounted again. */
  breakReadOnly(): Promise<void>;
  /**
   * Ends the file system as a power failure does: what is not on the disk is lost, and its journal is not written.
   * `remount` then reads the disk again, once no process uses it.
   */
  cutPower(): void;
  remount(): Promise<void>;
  /** Takes all free space; the returned function gives it back. */
  fill(): Promise<() => Promise<void>>;
}

/** Why `ext4Disk` has none. */
export const needsLoop = "needs the right to mount loop devices, and mkfs.ext4";

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (fs/ext4/ext4.h of Linux). */
const shutDown = `import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack("I", 2))`;

/** A new ext4 file system, in memory; undefined where the test may not mount one. */
export async function ext4Disk(
  t: TestContext,
  options: { mib: number; inodes?: number },
): Promise<Ext4Disk | undefined> {
  const home = await mkdtemp(
    join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "gatehouse-ext4-"),
  );
  const image = join(home, "image");
  const dir = join(home, "disk");
  await mkdir(dir);
  await writeFile(image, "");
  await truncate(image, options.mib * 1024 * 1024);
  const count = options.inodes === undefined ? [] : ["-N", String(options.inodes)];
  try {
    run("mkfs.ext4", "-q", "-m", "0", ...count, image);
    run("mount", "-o", "loop,errors=remount-ro", image, dir);
  } catch {
    await rm(home, { recursive: true });
    return undefined;
  }
  const device = (): string => basename(run("findmnt", "-no", "SOURCE", dir).trim());
  let isFrozen = false;
  const thaw = (): void => {
    if (isFrozen) run("fsfreeze", "--unfreeze", dir);
    isFrozen = false;
  };
  t.after(async () => {
    thaw();
    run("umount", "-l", dir);
    await rm(home, { recursive: true });
  });
  return {
    dir,
    freeze() {
      run("fsfreeze", "--freeze", dir);
      isFrozen = true;
    },
    thaw,
    breakReadOnly: () => writeFile(`/sys/fs/ext4/${device()}/trigger_fs_error`, "1"),
    cutPower: () => void run("python3", "-c", shutDown, dir),
    async remount() {
      const inUse = `/sys/fs/ext4/${device()}`;
      const unmounted = (): boolean => spawnSync("umount", [dir]).status === 0;
      await until(unmounted, { deadlineMs: 30_000, what: "no process uses the disk" });
      // A mount namespace made meanwhile has a mount of its own; while it lives, mounting again would only join that.
      await until(() => !existsSync(inUse), { deadlineMs: 60_000, what: "no namespace has it" });
      run("mount", "-o", "loop,errors=remount-ro", image, dir);
    },
    async fill() {
      const filler = join(dir, "filler");
      // Fails when there is no more room, which is its purpose.
      spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k", "conv=fsync"]);
      return () => rm(filler);
    },
  };
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
