import { lstat, readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { installDir } from "../../base/settings/install-dir.ts";
import { healthVault } from "../../health/site-parts.ts";
import { tlsChoice } from "../../http/site-parts.ts";
import { webhookOptions } from "../../notifications/webhooks/site-parts.ts";
import type { SiteConfig } from "../config/site-config.ts";
import { lastBackup } from "../backup/state.ts";
import { storeVersion } from "../store/store-version.ts";
import {
  about,
  bad,
  type Check,
  type DoctorSite,
  each,
  type Finding,
  gigabytes,
  ok,
  skip,
  warn,
} from "./check.ts";

const dayMs = 86_400_000;
const oldBackupMs = 8 * dayMs;
/** Share of the store's address space. */
const fullShare = { warn: 0.7, fail: 0.9 };
/** Transactions in the free list beyond which writes become slow. */
const longFreeList = 100_000;
const manyRestarts = 3;

const configuration: Check = {
  id: "configuration",
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
  run({ box }) {
    if (!box) return skip("running.not");
    if (!box.ready) return warn("running.not_ready", "running.not_ready_fix");
    return ok("running.answers", { url: box.url });
  },
};

const safeMode: Check = {
  id: "safe_mode",
  run({ box }) {
    if (!box) return skip("any.box_stopped");
    const { active, reason } = box.safe_mode;
    if (!active) return ok("safe_mode.off");
    return reason === null
      ? bad("safe_mode.on", "safe_mode.fix")
      : bad("safe_mode.reason", "safe_mode.fix", { reason });
  },
};

const vision: Check = {
  id: "detector",
  run({ box }) {
    if (!box) return skip("any.box_stopped");
    const { state, restarts } = box.vision;
    const of = { state, restarts };
    if (state === "down" || state === "failed") return bad("detector.state", "detector.fix", of);
    return restarts > manyRestarts
      ? warn("detector.state", "detector.fix", of)
      : ok("detector.state", of);
  },
};

const keyFiles: Check = {
  id: "key_files",
  async run({ config }) {
    const tls = tlsChoice(config);
    const files = [
      webhookOptions(config).vault.path,
      healthVault(config).path,
      join(config.dataDir, "assets/signing-key"),
      ...(tls?.mode === "files" ? [tls.keyFile] : []),
      ...(tls?.mode === "site" ? [join(config.dataDir, "tls/site-ca.key")] : []),
      ...config.uplink.endpoints.flatMap(({ keyPath }) => keyPath ?? []),
      ...namedSecrets(config),
    ];
    const found = await Promise.all(
      files.map(async (file) => ({ file, at: await stat(file).catch(() => undefined) })),
    );
    const open = found.filter(({ at }) => at && (at.mode & 0o037) !== 0);
    if (open.length > 0) {
      return open.map(({ file }) => about(file, bad("key_files.open", "key_files.fix", { file })));
    }
    const there = found.filter(({ at }) => at).length;
    return there === 0 ? skip("key_files.none") : ok("key_files.closed", { files: there });
  },
};

/** Files of passwords and secrets that the sections for voice and alarms name. */
function namedSecrets({ voice, alarms }: SiteConfig): string[] {
  return [
    voice.openai?.webhookSecretFile,
    voice.elevenlabs?.webhookSecretFile,
    voice.livekit?.apiSecretFile,
    alarms.smtp?.passwordFile,
  ].flatMap((path) => (path === undefined ? [] : resolve(installDir, path)));
}

const apiKeys: Check = {
  id: "api_keys",
  run: (site) =>
    ofStore(site, ({ hasKeys }) =>
      hasKeys ? ok("api_keys.some") : warn("api_keys.none", "api_keys.fix"),
    ),
};

function ofStore(
  { store }: DoctorSite,
  look: (facts: Exclude<DoctorSite["store"], string>) => Finding,
): Finding {
  return typeof store === "string" ? skip("any.store_unasked", { problem: store }) : look(store);
}

const layout: Check = {
  id: "store_version",
  run: (site) =>
    ofStore(site, ({ version, readableFrom, isMigrating }) => {
      const of = { version, own: storeVersion };
      if (readableFrom > storeVersion)
        return bad("store_version.is", "store_version.newer_fix", of);
      if (isMigrating) return bad("store_version.cut_off", "store_version.migrate_fix");
      return version < storeVersion
        ? warn("store_version.is", "store_version.migrate_fix", of)
        : ok("store_version.is", of);
    }),
};

const size: Check = {
  id: "store_size",
  run: (site) =>
    ofStore(site, ({ figures: { usedBytes, limitBytes, entries } }) => {
      const of = { used: gigabytes(usedBytes), limit: gigabytes(limitBytes), entries };
      if (usedBytes > fullShare.fail * limitBytes)
        return bad("store_size.is", "store_size.fix", of);
      return usedBytes > fullShare.warn * limitBytes
        ? warn("store_size.is", "store_size.fix", of)
        : ok("store_size.is", of);
    }),
};

const freeList: Check = {
  id: "store_free_list",
  run: (site) =>
    ofStore(site, ({ figures: { freeListEntries, readers, maxReaders } }) => {
      const of = { freed: freeListEntries, readers, most: maxReaders };
      if (readers > 0.8 * maxReaders)
        return bad("store_free_list.is", "store_free_list.readers_fix", of);
      if (freeListEntries > longFreeList)
        return warn("store_free_list.is", "store_free_list.long_fix", of);
      return ok("store_free_list.is", of);
    }),
};

const webhooks: Check = {
  id: "webhooks",
  run: ({ store }) => {
    if (typeof store === "string") return skip("any.store_unasked", { problem: store });
    return each(store.disabledWebhooks, "webhooks.none", ({ id, org, reason }) => {
      const why = reason === "gone" ? "webhooks.gone" : "webhooks.failing";
      return about(`${org}/${id}`, warn(why, "webhooks.fix"));
    });
  },
};

const backup: Check = {
  id: "backup",
  async run({ config, nowMs }) {
    const last = await lastBackup(config.dataDir);
    if (!last) return warn("backup.none", "backup.fix");
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

const queue: Check = {
  id: "queue",
  run({ box, config }) {
    if (!box) return skip("any.box_stopped");
    const { queued, running: now } = box.jobs;
    const of = { queued, running: now };
    if (queued < 0.8 * config.limits.queuedJobs) return ok("queue.length", of);
    return warn("queue.length", "queue.fix", of);
  },
};

/** Checks of Gatehouse itself. */
export const boxChecks: readonly Check[] = [
  configuration,
  running,
  safeMode,
  vision,
  queue,
  keyFiles,
  apiKeys,
  layout,
  size,
  freeList,
  webhooks,
  backup,
  leftovers,
  unit,
];
