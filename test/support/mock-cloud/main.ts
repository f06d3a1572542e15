import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { writeFileAtomic } from "../../../src/base/core/atomic-file.ts";
import { Receiver, siteCa } from "../notifications/https-receiver.ts";
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
const receiver = await startReceiver();
if (ready !== undefined) {
  await writeFileAtomic(
    ready,
    Buffer.from(JSON.stringify({ url: cloud.url, key, baseUrls, receiver })),
  );
}
console.log(`A stand-in for model endpoints; every picture and text it makes is a placeholder.
  openai             ${baseUrls.openai}
  google             ${baseUrls.google}
  anthropic          ${baseUrls.anthropic}
  openai-compatible  ${baseUrls.compatible}
  key                ${key}
Trouble on demand: curl -X POST ${cloud.url}/mock/misbehave -d '{"what": "rate_limited", "times": 3}'
What it was asked: curl ${cloud.url}/mock/requests`);
process.once("SIGINT", () => void stop());
process.once("SIGTERM", () => void stop());
if (values["ends-with-parent"]) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent) return;
    if (ready !== undefined) rmSync(ready, { force: true });
    void stop().then(() => process.exit());
  }, 500);
}

/** Takes webhooks and forgets them; undefined without openssl, which makes its certificate. */
async function startReceiver(): Promise<
  { url: string; ca_file: string; stop: () => Promise<void> } | undefined
> {
  try {
    const taker = new Receiver();
    taker.reply = (answer) => {
      taker.received.length = 0;
      answer.writeHead(204).end();
    };
    await taker.start({ after: () => undefined });
    return { url: taker.url(), ca_file: siteCa().caFile, stop: () => taker.stop() };
  } catch {
    return undefined;
  }
}

async function stop(): Promise<void> {
  await Promise.all([cloud.stop(), receiver?.stop()]);
}
