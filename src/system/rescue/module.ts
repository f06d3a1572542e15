import { stat } from "node:fs/promises";
import { join } from "node:path";
import { serverOptions } from "../../http/site-parts.ts";
import { DirectoryLock } from "../../adapters/lmdb/directory-lock.ts";
import { keptCopy } from "../../adapters/lmdb/kept-copy.ts";
import { openForRestore, storeLayout } from "../../adapters/lmdb/restored-store.ts";
import { fail } from "../../base/contract/fail.ts";
import type { GatehouseError } from "../../base/core/errors.ts";
import type { Part } from "../../base/core/parts.ts";
import { RescueServer } from "../../http/rescue/rescue-server.ts";
import { RescueCode } from "../../base/keys/rescue-code.ts";
import { lastBackup } from "../backup/state-record.ts";
import type { ApplianceOptions } from "../../appliance-options.ts";
import { RescueRestore } from "./rescue-restore.ts";
import { tlsOf } from "../../http/module.ts";

/** The period at which the rescue checks for a restored backup, in milliseconds. */
const lookMs = 1000;
const unusable: ReadonlySet<string> = new Set(["store_damaged", "store_lost"]);

type Start = <P extends Part>(name: string, part: P) => Promise<P>;

/** True when only a backup helps after this failure of the start. */
export function isStoreUnusable(error: unknown): error is GatehouseError {
  return unusable.has((error as { code?: string }).code ?? "");
}

/** The parts that run in place of the box. */
export interface Rescue {
  server: RescueServer;
  /** For a person at the box: restores from the page. */
  code: string;
}

/**
 * Serves the page that says what is wrong with the store and restores with a code, without holding the
 * data directory, so that `gatehouse restore` can work, too. Once the store's file has changed, `onFatal` ends the
 * process, and the service manager starts the box again.
 */
export async function startRescue(
  start: Start,
  options: ApplianceOptions,
  error: GatehouseError,
): Promise<Rescue> {
  const { config, clock, log, keepSecret } = options;
  const { dataDir } = config;
  const startAgain = once(() =>
    options.onFatal(
      fail(
        error.code as "store_damaged",
        "store: was replaced. Wait until the appliance has started again",
      ),
    ),
  );
  const backup = await lastBackup(dataDir);
  const file = backup?.file ?? "FILE";
  const newest = backup
    ? `The newest backup that this box made is ${file}.`
    : "This box knows of no backup: look where they are kept.";
  const how = `Restore it with: gatehouse restore ${file} --replace --data-dir ${dataDir}`;
  const reason = `${error.message}. ${newest} ${how}`;
  log.error({ code: error.code, reason }, "there is no store that can be opened");
  const tls = await tlsOf(start, options);
  const store = {
    lock: new DirectoryLock(dataDir),
    layout: storeLayout,
    keptCopy: () => keptCopy(dataDir),
    open: openForRestore,
  };
  const code = new RescueCode({ clock });
  const restoreParts = { dataDir, clock, log, store, code, onRestored: startAgain };
  const restorer = await start("restore from the page", new RescueRestore(restoreParts));
  keepSecret(restorer.shownCode());
  const { host, port, allowedHosts, publicUrl } = serverOptions(config);
  const names = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const listen = { host, port, allowedHosts: [...allowedHosts, ...names], ...(tls ? { tls } : {}) };
  const page = { reason, restorer, wallMs: () => clock.wallMs() };
  const server = await start("rescue", new RescueServer({ ...listen, ...page }));
  const before = await fileOf(dataDir);
  const timer = clock.every(lookMs, () => {
    void fileOf(dataDir).then((now) => {
      // A restore of the page ends the process itself.
      const isOwn = ["running", "done"].includes(restorer.describe().state);
      if (now !== before && !isOwn) startAgain();
    });
  });
  await start("look for a restored store", { stop: () => timer.cancel() });
  return { server, code: restorer.shownCode() };
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}

async function fileOf(dataDir: string): Promise<string> {
  const found = await stat(join(dataDir, "store", "data.mdb")).catch(() => undefined);
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : "";
}
