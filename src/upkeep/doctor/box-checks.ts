import { lstat, readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { installDir } from "../../config/paths.ts";
import { healthVault } from "../../config/health-parts.ts";
import { tlsChoice, webhookOptions } from "../../config/parts.ts";
import type { SiteConfig } from "../../config/site-config.ts";
import { lastBackup } from "../backup/state.ts";
import { storeVersion } from "../store/store-version.ts";
import {
  about,
  bad,
  type Check,
  type DoctorSite,
  each,
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
  title: "configuration",
  run({ configuration: { file, problems, warnings } }) {
    const name = file ?? "the defaults";
    if (problems.length > 0) {
      return problems.map((problem) =>
        bad(problem, `Mend it in ${name} (gatehouse config check).`),
      );
    }
    if (warnings.length > 0) return warnings.map((each) => warn(each, `Mend it in ${name}.`));
    return ok(name);
  },
};

const running: Check = {
  id: "running",
  title: "the box",
  run({ box }) {
    if (!box) return skip("it does not run");
    if (!box.ready) return warn("it is starting or stopping", "Wait, then look into its log.");
    return ok(`it answers at ${box.url}`);
  },
};

const safeMode: Check = {
  id: "safe_mode",
  title: "safe mode",
  run({ box }) {
    if (!box) return skip("the box does not run");
    if (!box.safe_mode.active) return ok("off");
    return bad(
      box.safe_mode.reason ?? "cameras and robots are paused",
      "Look into the log for what crashed, then run gatehouse safe-mode leave.",
    );
  },
};

const vision: Check = {
  id: "detector",
  title: "detector process",
  run({ box }) {
    if (!box) return skip("the box does not run");
    const { state, restarts } = box.vision;
    const said = `it is ${state}, and was restarted ${restarts} time(s)`;
    const fix = "Look into the log for what it died of; gatehouse models verify checks the models.";
    if (state === "down" || state === "failed") return bad(said, fix);
    return restarts > manyRestarts ? warn(said, fix) : ok(said);
  },
};

const keyFiles: Check = {
  id: "key_files",
  title: "files with keys",
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
      return open.map(({ file }) =>
        about(
          file,
          bad(
            "others may read it",
            `Run chmod 600 ${file}, and replace the key if others have access to the box.`,
          ),
        ),
      );
    }
    const there = found.filter(({ at }) => at).length;
    return there === 0 ? skip("there are none yet") : ok(`${there}, readable by their owner only`);
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
  title: "keys of the API",
  run: (site) =>
    ofStore(site, ({ hasKeys }) =>
      hasKeys
        ? ok("there are some")
        : warn(
            "there is none: nobody can sign in",
            "Use the setup code of the start, or gatehouse keys create --preset admin --name technician.",
          ),
    ),
};

function ofStore(
  { store }: DoctorSite,
  look: (facts: Exclude<DoctorSite["store"], string>) => ReturnType<typeof ok>,
) {
  return typeof store === "string" ? skip(store) : look(store);
}

const layout: Check = {
  id: "store_version",
  title: "layout of the store",
  run: (site) =>
    ofStore(site, ({ version, readableFrom, isMigrating }) => {
      const said = `layout ${version}; this release writes ${storeVersion}`;
      if (readableFrom > storeVersion)
        return bad(said, "Install the release that wrote it, or restore a backup.");
      if (isMigrating)
        return bad("a migration was cut off", "Stop the box and run gatehouse migrate.");
      return version < storeVersion
        ? warn(said, "Stop the box and run gatehouse migrate.")
        : ok(said);
    }),
};

const size: Check = {
  id: "store_size",
  title: "size of the store",
  run: (site) =>
    ofStore(site, ({ figures: { usedBytes, limitBytes, entries } }) => {
      const said = `${gigabytes(usedBytes)} of at most ${gigabytes(limitBytes)}, ${entries} entries`;
      const fix = "Lower retention.jobs, retention.events and retention.audit.";
      if (usedBytes > fullShare.fail * limitBytes) return bad(said, fix);
      return usedBytes > fullShare.warn * limitBytes ? warn(said, fix) : ok(said);
    }),
};

const freeList: Check = {
  id: "store_free_list",
  title: "free list and readers of the store",
  run: (site) =>
    ofStore(site, ({ figures: { freeListEntries, readers, maxReaders } }) => {
      const said = `${freeListEntries} freed transactions, ${readers} of ${maxReaders} readers`;
      if (readers > 0.8 * maxReaders)
        return bad(said, "Restart the box: readers that ended badly hold on to old pages.");
      if (freeListEntries > longFreeList)
        return warn(said, "Restart the box at a quiet time; if it grows again, report it.");
      return ok(said);
    }),
};

const webhooks: Check = {
  id: "webhooks",
  title: "webhook endpoints",
  run: ({ store }) => {
    if (typeof store === "string") return skip(store);
    return each(store.disabledWebhooks, "none was given up", ({ id, org, reason }) => {
      const why = reason === "gone" ? "it said that it is gone (410)" : "it failed for days";
      return about(
        `${org}/${id}`,
        warn(
          `nothing is sent any more: ${why}`,
          "Mend the receiver, set is_active again, and recover what was missed.",
        ),
      );
    });
  },
};

const backup: Check = {
  id: "backup",
  title: "last backup",
  async run({ config, nowMs }) {
    const last = await lastBackup(config.dataDir);
    const fix = "Run gatehouse backup, or enable its timer.";
    if (!last) return warn("there was none", fix);
    const days = Math.floor((nowMs - last.madeAtMs) / dayMs);
    const said = `${days === 0 ? "less than a day" : `${days} day(s)`} ago, ${last.file}`;
    return nowMs - last.madeAtMs > oldBackupMs ? warn(said, fix) : ok(said);
  },
};

const leftovers: Check = {
  id: "restores",
  title: "what restores set aside",
  async run({ config: { dataDir } }) {
    const parent = join(dataDir, "..");
    const name = dataDir.slice(dataDir.lastIndexOf("/") + 1);
    const aside = (await readdir(parent).catch(() => [])).filter((each) =>
      each.startsWith(`${name}.before-restore-`),
    );
    const found = await lstat(join(parent, `.${name}.restoring`)).catch(() => undefined);
    if (found) return bad("a restore was cut off", "Run gatehouse restore --finish.");
    if (aside.length === 0) return ok("nothing");
    return warn(
      `${join(parent, aside[0]!)} still takes up space`,
      "Remove it when the restored box is well.",
    );
  },
};

const unit: Check = {
  id: "service",
  title: "systemd service",
  async run({ host }) {
    const properties = "LoadState,ActiveState,Result,NRestarts,WatchdogUSec,UnitFileState";
    const answer = await host.run("systemctl", [
      "show",
      "gatehouse.service",
      `--property=${properties}`,
    ]);
    if (!answer || answer.code !== 0) return skip("systemd does not run here");
    const values = Object.fromEntries(answer.stdout.split("\n").map((line) => line.split("=", 2)));
    if (values["LoadState"] !== "loaded") return skip("the unit is not installed");
    const { ActiveState: state, Result: result, NRestarts: restarts } = values;
    if (state === "failed")
      return bad(
        `it failed (${result})`,
        "Read journalctl -u gatehouse, mend that, then systemctl start gatehouse.",
      );
    if (Number(restarts) > manyRestarts)
      return warn(`it was restarted ${restarts} times`, "Read journalctl -u gatehouse for why.");
    if (values["WatchdogUSec"] === "0")
      return warn("its watchdog is off", "Set WatchdogSec=30 in the unit.");
    if (values["UnitFileState"] === "disabled")
      return warn("it does not start with the machine", "Run systemctl enable gatehouse.");
    return ok(`${state}, restarted ${restarts} time(s)`);
  },
};

const queue: Check = {
  id: "queue",
  title: "queue of jobs",
  run({ box, config }) {
    if (!box) return skip("the box does not run");
    const { queued, running: now } = box.jobs;
    const said = `${queued} wait, ${now} run`;
    if (queued < 0.8 * config.limits.queuedJobs) return ok(said);
    return warn(
      said,
      "See which wait (GET /api/v1/jobs?status=queued), and whether their endpoint is up.",
    );
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
