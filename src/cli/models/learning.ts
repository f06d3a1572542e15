import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readTar } from "../../base/archive/tar-reader.ts";
import { safePath } from "../../base/archive/safe-path.ts";
import { fail } from "../../base/contract/fail.ts";
import { askAppliance, streamFromAppliance } from "../../system/admin/admin-client.ts";
import type { LearningState } from "../../system/admin/learning-admin.ts";
import { loadSite, type SiteFlags } from "../box/site.ts";
import { note, print, printJson } from "../terminal/output.ts";
import { writeNewFile } from "../terminal/new-file.ts";

const naming = { advice: "Name another path" };

type Flags = SiteFlags & { org?: string };

/** The period at which the command asks the running box for its progress. */
const pollMs = 500;

/**
 * `gatehouse models learn`: has the running box learn from its marks, waits for the end and says what changed. Codes:
 * `learning_refused`, `conflict`, `child_failed`.
 */
export async function learn(flags: Flags & { undo?: boolean; json?: boolean }): Promise<void> {
  const { dataDir, site } = await loadSite(flags);
  const params = { org: flags.org ?? site.organisation };
  const ask = (method: string): Promise<LearningState> => askRunning(dataDir, method, params);
  let state = await ask(flags.undo ? "learning.undo" : "learning.begin");
  if (!flags.undo) {
    note("Learning at low priority. The box continues if you stop this command.");
    while (state.work?.state === "running") {
      await wait(pollMs);
      state = await ask("learning.state");
    }
    const { error = null } = state.work ?? {};
    if (error) throw fail("learning_refused", error.message);
  }
  if (flags.json) printJson(state.learnt);
  else if (state.learnt) print(...state.learnt.cameras.map(({ sentence }) => sentence));
  else print("Nothing learnt is in force.");
}

async function askRunning(
  dataDir: string,
  method: string,
  params: Record<string, unknown>,
): Promise<LearningState> {
  const outcome = await askAppliance(dataDir, { method, params });
  if (outcome.isRunning) return outcome.result as LearningState;
  throw fail("child_failed", "data directory: no appliance runs on it. Start it first");
}

/**
 * `gatehouse models export-footage`: writes the marked pictures and their boxes to a new ZIP file, or to a new folder
 * where the path does not end in `.zip`. Codes: `not_found`, `store_failed`, `child_failed`.
 */
export async function exportFootage(path: string, flags: Flags): Promise<void> {
  const { dataDir, site } = await loadSite(flags);
  const form = path.endsWith(".zip") ? "zip" : "tar";
  const params = { org: flags.org ?? site.organisation, form };
  const chunks = await streamFromAppliance(dataDir, { method: "learning.footage", params });
  const bytes = await (form === "zip"
    ? writeNewFile(path, chunks, naming)
    : writeFolder(path, chunks));
  note(`${path}: ${(bytes / 1e6).toFixed(1)} MB. Privacy masks are burnt in.`);
}

async function writeFolder(path: string, chunks: AsyncGenerator<Buffer>): Promise<number> {
  let first = await chunks.next();
  await mkdir(join(path, "images"), { recursive: true });
  const all = async function* (): AsyncGenerator<Buffer> {
    for (; !first.done; first = await chunks.next()) yield first.value;
  };
  let bytes = 0;
  for await (const member of readTar(all())) {
    bytes += await writeNewFile(join(path, safePath(member.path)), member.body, naming);
  }
  return bytes;
}
