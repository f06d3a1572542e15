import type { SystemRouteParts } from "../../../src/system/routes/all-system-routes.ts";
import { fail } from "../../../src/base/contract/fail.ts";
import type { BackupsState } from "../../../src/system/backup/backups-wire.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import type { SiteFileWire } from "../../../src/system/config/wire/site-file.ts";
import type { UpgradeFacts } from "../../../src/system/upgrade/upgrade-wire.ts";
import { historyWire } from "../../../src/system/machine/machine-wire.ts";
import { Examinations } from "../../../src/system/doctor/examinations.ts";

const noSiteFile: SiteFileWire = {
  file: null,
  yaml: "",
  etag: "",
  writable: false,
  trial: { state: "none", at: null, revert_at: null },
  waiting: [],
};

const noBackups: BackupsState = {
  siteName: "Gatehouse",
  backups: [],
  roomBytes: 0,
  work: null,
  upload: null,
  restored: undefined,
  former: [],
};

const noUpgrade: UpgradeFacts = {
  version: "0.0.0",
  blocked: "not_installed",
  slots: undefined,
  offered: undefined,
  upload: null,
  check: null,
  request: undefined,
  nowMs: 0,
};

async function notInstalled(): Promise<never> {
  throw fail("conflict", "upgrade: scripts/install.sh did not install this box. Upgrade its files");
}

async function noBackup(): Promise<never> {
  throw fail("not_found", "name: there is no such backup. Choose a listed one");
}

/** What routes about the box itself ask, of a box without anything to tell. */
export const fakeBox: Pick<
  SystemRouteParts,
  | "system"
  | "doctor"
  | "capacity"
  | "metrics"
  | "safeMode"
  | "configuration"
  | "siteFile"
  | "backups"
  | "upgrade"
> = {
  system: { describe: () => ({ state: "ok" }), history: () => historyWire([]) },
  doctor: new Examinations({
    clock: systemClock,
    checks: [],
    siteOf: async () => {
      throw new Error("there is no site");
    },
  }),
  capacity: {
    describe: () => ({ state: "not_measured", problem: null, last: null }),
    begin: () => undefined,
  },
  metrics: { text: async () => "" },
  safeMode: {
    describe: () => ({ sinceMs: null, reason: null }),
    leave: async () => undefined,
  },
  configuration: {
    describe: () => ({ file: null, settings: [] }),
  },
  siteFile: {
    read: async () => noSiteFile,
    check: async () => ({ valid: true, problems: [], changed: [], restart: [] }),
    apply: async () => ({ ...noSiteFile, applied: { in_force: [], waiting: [] } }),
    confirm: async () => noSiteFile,
  },
  upgrade: {
    describe: async () => noUpgrade,
    receive: notInstalled,
    install: notInstalled,
    rollBack: notInstalled,
    discard: async () => undefined,
  },
  backups: {
    list: async () => noBackups,
    describe: noBackup,
    make: async () => undefined,
    verify: noBackup,
    receive: async () => undefined,
    read: noBackup,
    remove: noBackup,
    removeFormer: noBackup,
    restore: noBackup,
  },
};
