import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { repoDir } from "../box/appliance.ts";
import { tempDir } from "../box/temp-dir.ts";

/** Namespaces of network, mounts and processes: with the first process in it everything ends and nothing remains. */
const unshare = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
const enter =
  'for dir in /run $SITE_DIR; do mount -t tmpfs tmpfs "$dir" || exit 1; done && exec "$@"';
const probe =
  "ip netns add box-1 && ip link add lan-1 type veth peer name lan netns box-1 && ip link add br0 type bridge";

function problem(): string | false {
  const asked = spawnSync("unshare", [...unshare, "sh", "-c", enter, "sh", "sh", "-c", probe], {
    encoding: "utf8",
  });
  if (asked.error) return "unshare is not installed";
  if (asked.status === 0) return false;
  const [why = ""] = asked.stderr.trim().split("\n");
  return `network namespaces may not be made here (${why || "run as root"})`;
}

/** Why a site of several boxes in network namespaces cannot run here; false where it can. */
export const noNamespaces: string | false = problem();

/** A site to play, for `site-child.ts`. */
export interface SitePlay {
  /** 3 or 5. */
  boxes: number;
  /** Empty folder for the data of the site. */
  dir: string;
  /** Faults to happen one after the other; so many drawn by `seed` when it is a number. */
  faults: readonly string[] | number;
  seed: number;
  /** Length of a complete outage, in milliseconds. */
  outageMs: number;
}

/**
 * Plays a site in namespaces of its own; rejects with what was wrong. What the play says becomes diagnostics of the
 * test. The play ends with this process, whatever ends it.
 */
export async function playSite(
  t: Pick<TestContext, "after" | "diagnostic">,
  play: Omit<SitePlay, "dir">,
): Promise<void> {
  const dir = await tempDir(t);
  const program = [join(repoDir, "scripts/node"), join(import.meta.dirname, "site-child.ts")];
  const words = [...unshare, "sh", "-c", enter, "sh", ...program];
  const child = spawn("unshare", [...words, JSON.stringify({ ...play, dir } satisfies SitePlay)], {
    // In memory: what the test kills are processes, and a busy disk would only slow it.
    env: { ...process.env, SITE_DIR: dir },
    stdio: ["pipe", "pipe", "pipe"],
  });
  t.after(() => end(child));
  const wrong: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    wrong.push(line);
    t.diagnostic(line);
  });
  createInterface({ input: child.stderr }).on("line", (line) => wrong.push(line));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(wrong.join("\n") || `the play ended with ${code}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
