import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { UpgradeState } from "./slots.ts";
import type { Upgrade } from "./upgrade.ts";

/** What the page asks of the helper, which runs as root. */
export interface UpgradeRequest {
  id: string;
  kind: "install" | "rollback";
  allowDowngrade: boolean;
  /** Unix milliseconds. */
  atMs: number;
}

/** How far the helper is with a request. */
export interface RequestResult {
  id: string;
  state: "running" | "done" | "refused";
  /** Why the helper refused it. */
  problem: string | null;
}

/** Folder in the data directory with the received bundle and the request. */
export const upgradeFolder = "upgrade";
/** The received bundle after its check. */
export const bundleFile = "offered.bundle";
const requestFile = "request.json";
/** In the folder of releases: only root writes there, so no link of the service's user can lead the helper astray. */
const resultFile = "request-result.json";

/** Leaves a request where `gatehouse-upgrade-request.path` sees it. Rejects with the system's error. */
export async function writeRequest(dataDir: string, request: UpgradeRequest): Promise<void> {
  await writeFileAtomic(join(dataDir, upgradeFolder, requestFile), JSON.stringify(request));
}

/** Returns the last request; undefined without one. */
export async function readRequest(dataDir: string): Promise<UpgradeRequest | undefined> {
  return await readJson<UpgradeRequest>(join(dataDir, upgradeFolder, requestFile));
}

/** Returns how far the helper is with the request `id`; undefined before it took it. */
export async function readResult(root: string, id: string): Promise<RequestResult | undefined> {
  const result = await readJson<RequestResult>(join(root, resultFile));
  return result?.id === id ? result : undefined;
}

/**
 * Carries out the last request once, as the helper. Resolves with undefined when there is none, when it was taken
 * before, or when `upgrade` refuses it; the result says why.
 */
export async function carryOutRequest(
  { root, dataDir }: { root: string; dataDir: string },
  upgradeOf: () => Promise<Pick<Upgrade, "run" | "rollBack">>,
): Promise<UpgradeState | undefined> {
  const request = await readRequest(dataDir);
  if (!request || (await readResult(root, request.id))) return undefined;
  const note = async (state: RequestResult["state"], problem: string | null): Promise<void> => {
    const result: RequestResult = { id: String(request.id), state, problem };
    await writeFileAtomic(join(root, resultFile), JSON.stringify(result), 0o644);
  };
  await note("running", null);
  try {
    const upgrade = await upgradeOf();
    const bundle = join(dataDir, upgradeFolder, bundleFile);
    const allowDowngrade = request.allowDowngrade === true;
    const state =
      request.kind === "rollback"
        ? await upgrade.rollBack()
        : await upgrade.run(bundle, { allowDowngrade });
    await note("done", null);
    return state;
  } catch (error) {
    const problem = GatehouseError.find(error)?.message;
    await note("refused", problem ?? "upgrade: failed. See the log of gatehouse-upgrade-request");
    return undefined;
  }
}

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}
