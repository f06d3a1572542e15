import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import type { GatehouseError } from "../../base/core/errors.ts";
import type { Part } from "../../base/core/parts.ts";
import { RescueServer } from "../../http/rescue-server.ts";
import { lastBackup } from "../backup/state.ts";
import type { ApplianceOptions } from "../../appliance-options.ts";
import { startTls } from "../../http/module.ts";

/** How often the rescue looks whether a backup was restored, in milliseconds. */
const lookMs = 1000;
const unusable: ReadonlySet<string> = new Set(["store_damaged", "store_lost"]);

type Start = <P extends Part>(name: string, part: P) => Promise<P>;

/** Whether the box can only ask for a backup after this failure of its start. */
export function isStoreUnusable(error: unknown): error is GatehouseError {
  return unusable.has((error as { code?: string }).code ?? "");
}

/**
 * Serves the page that says what is wrong with the store, without holding the data directory, so that
 * `gatehouse restore` can work. Once the store's file has changed, `onFatal` ends the process, and the service
 * manager starts the box again.
 */
export async function startRescue(
  start: Start,
  options: ApplianceOptions,
  error: GatehouseError,
): Promise<RescueServer> {
  const { config, clock, log, onFatal } = options;
  const backup = await lastBackup(config.dataDir);
  const file = backup?.file ?? "FILE";
  const newest = backup
    ? `The newest backup that this box made is ${file}.`
    : "This box knows of no backup: look where they are kept.";
  const how = `Restore it with: gatehouse restore ${file} --replace --data-dir ${config.dataDir}`;
  const reason = `${error.message}. ${newest} ${how}`;
  log.error({ code: error.code, reason }, "there is no store that can be opened");
  const tls = await startTls(start, options);
  const { host, port } = config.server;
  const parts = { host, port, reason, wallMs: () => clock.wallMs(), ...(tls ? { tls } : {}) };
  const server = await start("rescue", new RescueServer(parts));
  const before = await fileOf(config.dataDir);
  const timer = clock.every(lookMs, () => {
    void fileOf(config.dataDir).then((now) => {
      if (now === before) return;
      timer.cancel();
      onFatal(fail(error.code as "store_damaged", "the store was replaced: the box starts again"));
    });
  });
  await start("look for a restored store", { stop: () => timer.cancel() });
  return server;
}

async function fileOf(dataDir: string): Promise<string> {
  const found = await stat(join(dataDir, "store", "data.mdb")).catch(() => undefined);
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : "";
}
