import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { writeFileAtomic } from "../../../src/base/core/atomic-file.ts";
import { startMockCloud } from "./mock-cloud.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8490" },
    key: { type: "string", default: "mock-key" },
    "ready-file": { type: "string" },
    // For scripts/demo, whose process becomes the appliance.
    "ends-with-parent": { type: "boolean", default: false },
  },
});
const cloud = await startMockCloud({ port: Number(values.port), key: values.key });
const { baseUrls, key } = cloud;
const ready = values["ready-file"];
if (ready !== undefined) {
  await writeFileAtomic(ready, Buffer.from(JSON.stringify({ url: cloud.url, key, baseUrls })));
}
console.log(`A stand-in for model endpoints; every picture and text it makes is a placeholder.
  openai             ${baseUrls.openai}
  google             ${baseUrls.google}
  anthropic          ${baseUrls.anthropic}
  openai-compatible  ${baseUrls.compatible}
  key                ${key}
Trouble on demand: curl -X POST ${cloud.url}/mock/misbehave -d '{"what": "rate_limited", "times": 3}'
What it was asked: curl ${cloud.url}/mock/requests`);
process.once("SIGINT", () => void cloud.stop());
process.once("SIGTERM", () => void cloud.stop());
if (values["ends-with-parent"]) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent) return;
    if (ready !== undefined) rmSync(ready, { force: true });
    void cloud.stop().then(() => process.exit());
  }, 500);
}
