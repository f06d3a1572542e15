import { createPublicKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Upgrade } from "../../../src/system/upgrade/upgrade.ts";
import { upgradeParts } from "./release-root.ts";

/** Upgrades the installation in `argv[2]` to the bundle `argv[3]` and kills itself at step `argv[4]`. */
const [root = "", bundle = "", killAt = ""] = process.argv.slice(2);
const key = createPublicKey(await readFile(join(root, "publisher.pem")));
const upgrade = new Upgrade({
  ...upgradeParts(root, key),
  onStep(step) {
    if (step === killAt) process.kill(process.pid, "SIGKILL");
  },
});
// The timers of the waiting do not keep the process alive.
setInterval(() => undefined, 1000);
await upgrade.run(bundle, { allowDowngrade: false });
process.exit(0);
