import { execFileSync } from "node:child_process";
import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** A file system of its own of the given size; undefined where the test may not mount one. */
export async function smallDisk(t: TestContext, mib: number): Promise<string | undefined> {
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", dir], { stdio: "ignore" });
  } catch {
    await rmdir(dir);
    return undefined;
  }
  t.after(async () => {
    execFileSync("umount", ["-l", dir]);
    await rmdir(dir);
  });
  return dir;
}

/** Changes the size of a disk made by `smallDisk`. */
export function resizeDisk(dir: string, mib: number): void {
  execFileSync("mount", ["-o", `remount,size=${mib}m`, dir]);
}
