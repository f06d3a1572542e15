import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { lastBackup } from "../backup/state-record.ts";
import { storeVersion } from "../store/store-version.ts";
import { bad, type Check, gigabytes, ofStore, ok, skip, warn } from "./check.ts";

const dayMs = 86_400_000;
const oldBackupMs = 8 * dayMs;
/** Used share of the store's address space. */
const fullShare = { warn: 0.7, fail: 0.9 };
/** Transactions in the free list beyond which writes become slow. */
const longFreeList = 100_000;
const manyRestarts = 3;

const configuration: Check = {
  id: "configuration",
  position: 10,
  run({ configuration: { file, problems, warnings } }) {
    if (problems.length > 0) {
      return problems.map((problem) =>
        file === null
          ? bad("configuration.problem", "configuration.setting_fix", { problem })
          : bad("configuration.problem", "configuration.problem_fix", { problem, file }),
      );
    }
    if (warnings.length > 0) {
      return warnings.map((problem) =>
        file === null
          ? warn("configuration.problem", "configuration.setting_fix", { problem })
          : warn("configuration.problem", "configuration.warning_fix", { problem, file }),
      );
    }
    return file === null ? ok("configuration.defaults") : ok("configuration.file", { file });
  },
};

const running: Check = {
  id: "running",
  position: 20,
  run({ box }) {
    if (!box) return skip("running.not");
    if (!box.ready) return warn("running.not_ready", "running.not_ready_fix");
    return ok("running.answers", { url: box.url });
  },
};

const safeMode: Check = {
  id: "safe_mode",
  position: 30,
  run({ box }) {
    if (!box) return skip("any.box_stopped");
    const { active, reason } = box.safe_mode;
    if (!active) return ok("safe_mode.off");
    return reason === null
      ? bad("safe_mode.on", "safe_mode.fix")
      : bad("safe_mode.reason", "safe_mode.fix", { reason });
  },
};

const layout: Check = {
  id: "store_version",
  position: 80,
  run: (site) =>
    ofStore(site, ({ version, readableFrom, isMigrating }) => {
      const values = { version, own: storeVersion };
      if (readableFrom > storeVersion)
        return bad("store_version.is", "store_version.newer_fix", values);
      if (isMigrating) return bad("store_version.cut_off", "store_version.migrate_fix");
      return version < storeVersion
        ? warn("store_version.is", "store_version.migrate_fix", values)
        : ok("store_version.is", values);
    }),
};

const size: Check = {
  id: "store_size",
  position: 90,
  run: (site) =>
    ofStore(site, ({ figures: { usedBytes, limitBytes, entries } }) => {
      const values = { used: gigabytes(usedBytes), limit: gigabytes(limitBytes), entries };
      if (usedBytes > fullShare.fail * limitBytes)
        return bad("store_size.is", "store_size.fix", values);
      return usedBytes > fullShare.warn * limitBytes
        ? warn("store_size.is", "store_size.fix", values)
        : ok("store_size.is", values);
    }),
};

const freeList: Check = {
  id: "store_free_list",
  position: 100,
  run: (site) =>
    ofStore(site, ({ figures: { freeListEntries, readers, maxReaders } }) => {
      const values = { freed: freeListEntries, readers, most: maxReaders };
      if (readers > 0.8 * maxReaders)
        return bad("store_free_list.is", "store_free_list.readers_fix", values);
      if (freeListEntries > longFreeList)
        return warn("store_free_list.is", "store_free_list.long_fix", values);
      return ok("store_free_list.is", values);
    }),
};

const backup: Check = {
  id: "backup",
  position: 120,
  async run({ config, nowMs }) {
    const last = await lastBackup(config.dataDir);
    if (!last) {
      // The timer makes one each night: a box of today cannot have one.
      const { birthtimeMs } = await lstat(config.dataDir);
      const isNew = birthtimeMs > 0 && nowMs - birthtimeMs < dayMs;
      return isNew ? ok("backup.new") : warn("backup.none", "backup.fix");
    }
    const { file } = last;
    const days = Math.floor((nowMs - last.madeAtMs) / dayMs);
    if (days <= 0) return ok("backup.today", { file });
    return nowMs - last.madeAtMs > oldBackupMs
      ? warn("backup.days", "backup.fix", { days, file })
      : ok("backup.days", { days, file });
  },
};

const leftovers: Check = {
  id: "restores",
  position: 130,
  async run({ config: { dataDir } }) {
    const parent = join(dataDir, "..");
    const name = dataDir.slice(dataDir.lastIndexOf("/") + 1);
    const startingWith = async (folder: string, start: RegExp): Promise<string[]> =>
      (await readdir(folder).catch(() => []))
        .filter((each) => start.test(each))
        .map((each) => join(folder, each));
    const beside = await startingWith(parent, /\.before-restore-/);
    const aside = [
      ...beside.filter((each) => each.startsWith(`${dataDir}.`)),
      ...(await startingWith(dataDir, /^(store\.)?before-restore-/)),
    ];
    const found = await lstat(join(parent, `.${name}.restoring`)).catch(() => undefined);
    if (found) return bad("restores.cut_off", "restores.cut_off_fix");
    if (aside.length === 0) return ok("restores.none");
    return warn("restores.aside", "restores.aside_fix", { folder: aside[0]! });
  },
};

const unit: Check = {
  id: "service",
  position: 140,
  async run({ host }) {
    const properties = "LoadState,ActiveState,Result,NRestarts,WatchdogUSec,UnitFileState";
    const answer = await host.run("systemctl", [
      "show",
      "gatehouse.service",
      `--property=${properties}`,
    ]);
    if (!answer || answer.code !== 0) return skip("service.no_systemd");
    const values = Object.fromEntries(answer.stdout.split("\n").map((line) => line.split("=", 2)));
    if (values["LoadState"] !== "loaded") return skip("service.not_installed");
    const { ActiveState: state = "?", Result: result = "?" } = values;
    const restarts = Number(values["NRestarts"] ?? 0);
    if (state === "failed") return bad("service.failed", "service.failed_fix", { result });
    if (restarts > manyRestarts)
      return warn("service.restarted", "service.restarted_fix", { restarts });
    if (values["WatchdogUSec"] === "0")
      return warn("service.no_watchdog", "service.no_watchdog_fix");
    if (values["UnitFileState"] === "disabled")
      return warn("service.disabled", "service.disabled_fix");
    return ok("service.well", { state, restarts });
  },
};

/** Checks of Gatehouse itself. */
export const boxChecks: readonly Check[] = [
  configuration,
  running,
  safeMode,
  layout,
  size,
  freeList,
  backup,
  leftovers,
  unit,
];
