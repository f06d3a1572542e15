import { join } from "node:path";
import { type Check, type DoctorPart, ofStore, ok, skip, warn } from "../system/doctor/check.ts";

const queue: Check = {
  id: "queue",
  position: 50,
  run({ box, config }) {
    if (!box) return skip("any.box_stopped");
    const { queued, running: now } = box.jobs;
    const values = { queued, running: now };
    if (queued < 0.8 * config.limits.queuedJobs) return ok("queue.length", values);
    return warn("queue.length", "queue.fix", values);
  },
};

const apiKeys: Check = {
  id: "api_keys",
  position: 70,
  run: (site) =>
    ofStore(site, ({ hasKeys, hasPeople }) => {
      if (hasKeys) return ok("api_keys.some");
      return hasPeople ? ok("api_keys.people") : warn("api_keys.none", "api_keys.fix");
    }),
};

/** Checks of the queue and of the API keys. */
export const baseDoctor: DoctorPart = {
  checks: [queue, apiKeys],
  keyFiles: ({ dataDir }) => [join(dataDir, "assets/signing-key")],
};
