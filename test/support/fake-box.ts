import type { HttpServerParts } from "../../src/http/server.ts";
import { historyWire } from "../../src/machine/machine-wire.ts";

/** What routes about the box itself ask, of a box without anything to tell. */
export const fakeBox: Pick<HttpServerParts, "system" | "metrics" | "safeMode" | "configuration"> = {
  system: { describe: () => ({ state: "ok" }), history: () => historyWire([]) },
  metrics: { text: async () => "" },
  safeMode: {
    describe: () => ({ active: false, since: null, reason: null }),
    leave: async () => undefined,
  },
  configuration: {
    describe: () => ({ file: null, settings: [] }),
    check: async () => ({ valid: true, problems: [] }),
  },
};
