import type { SystemRouteParts } from "../../../src/system/routes/all-system-routes.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import type { SiteFileWire } from "../../../src/system/config/wire/site-file.ts";
import { historyWire } from "../../../src/system/machine/machine-wire.ts";
import { Examinations } from "../../../src/system/doctor/examinations.ts";

const noSiteFile: SiteFileWire = {
  file: null,
  yaml: "",
  etag: "",
  writable: false,
  trial: { state: "none", at: null, revert_at: null },
};

/** What routes about the box itself ask, of a box without anything to tell. */
export const fakeBox: Pick<
  SystemRouteParts,
  "system" | "doctor" | "metrics" | "safeMode" | "configuration" | "siteFile"
> = {
  system: { describe: () => ({ state: "ok" }), history: () => historyWire([]) },
  doctor: new Examinations({
    clock: systemClock,
    checks: [],
    siteOf: async () => {
      throw new Error("there is no site");
    },
  }),
  metrics: { text: async () => "" },
  safeMode: {
    describe: () => ({ active: false, since: null, reason: null }),
    leave: async () => undefined,
  },
  configuration: {
    describe: () => ({ file: null, settings: [] }),
    check: async () => ({ valid: true, problems: [] }),
  },
  siteFile: {
    read: async () => noSiteFile,
    apply: async () => noSiteFile,
    confirm: async () => noSiteFile,
  },
};
