/**
 * Large bodies: six pictures of 15 MB in base64 (126 MB of JSON) for `POST /images/generations`, first one request,
 * then five at a time, of which the server refuses the fifth. Then the server runs the jobs: it reads the pictures,
 * reduces them and sends them to the stand-in. Bounds: the event loop works for at most 50 ms without a pause, and
 * the resident memory grows by at most 300 MB. The bench counts the work in processor time, because by the clock the
 * loop also stands still while other processes have its core.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { limits } from "../../../src/base/contract/limits.ts";
import { startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";
import { until } from "../../support/box/wait.ts";

const maxStallMs = 50;
const maxGrowthBytes = 300e6;
/** Noise does not compress: 15.2 MB as a PNG. */
const sidePx = 2200;
const noise = { type: "gaussian", mean: 120, sigma: 60 } as const;
const plain = { width: sidePx, height: sidePx, channels: 3, background: "#777" } as const;
const picture = await sharp({ create: { ...plain, noise } })
  .png()
  .toBuffer();
if (picture.length > limits.pictureBytes)
  throw new Error(`the picture is too large: ${picture.length}`);
const big = JSON.stringify({
  prompt: "A gate",
  reference_images: Array.from({ length: 6 }, () => picture.toString("base64")),
});
const bytes = Buffer.from(big);

interface Report {
  stallMs: number;
  /** The longest the loop's thread worked without a look at its timers, in milliseconds of CPU. */
  longestWorkMs: number;
  rss: number;
  peakRss: number;
}

const cloud = await startMockCloud();
/** The server in a process of its own, so that the senders' work is not measured. */
const server = spawn(
  process.execPath,
  [
    fileURLToPath(new URL("../../support/jobs/big-bodies-server.ts", import.meta.url)),
    cloud.baseUrls.openai,
    cloud.key,
  ],
  { stdio: ["pipe", "pipe", "inherit"] },
);
const lines = createInterface({ input: server.stdout });
async function ask(question?: string): Promise<unknown> {
  const line = once(lines, "line") as Promise<[string]>;
  if (question !== undefined) server.stdin.write(`${question}\n`);
  return JSON.parse((await line)[0]);
}

const { url, key } = (await ask()) as { url: string; key: string };
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
const send = async (): Promise<{ status: number; ms: number }> => {
  const startMs = performance.now();
  const answer = await fetch(`${url}/api/v1/images/generations`, {
    method: "POST",
    headers,
    body: bytes,
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - startMs };
};

/** Resolves when so many jobs have got their pictures. */
const made = (count: number): Promise<void> =>
  until(() => cloud.billed() === count, { deadlineMs: 300_000, what: `${count} jobs` });

let failed = false;
function show(what: string, report: Report, baseRss: number): void {
  const grown = report.peakRss - baseRss;
  const isGood = report.longestWorkMs <= maxStallMs && grown <= maxGrowthBytes;
  failed ||= !isGood;
  console.log(
    `${what}: the event loop works ${report.longestWorkMs.toFixed(1)} ms at a stretch, stands still ${report.stallMs.toFixed(0)} ms by the clock; ` +
      `RSS +${(grown / 1e6).toFixed(0)} MB${isGood ? "" : "  BEYOND THE BOUND"}`,
  );
}

const calm = (await ask("begin")) as Report;
const { rss: baseRss } = calm;
console.log(
  `body of ${(bytes.length / 1e6).toFixed(0)} MB; the server at rest has ${(baseRss / 1e6).toFixed(0)} MB`,
);
// First requests compile schemas, start the worker thread and load the SDK: that is not measured here.
const small = JSON.stringify({ prompt: "A gate", reference_images: ["A".repeat(100_000)] });
await fetch(`${url}/api/v1/images/generations`, { method: "POST", headers, body: small });
const plainBody = JSON.stringify({ prompt: "A gate" });
await fetch(`${url}/api/v1/images/generations`, { method: "POST", headers, body: plainBody });
await made(1);
await ask("begin");
const one = await send();
show(
  `one (${one.status} in ${(one.ms / 1000).toFixed(2)} s)`,
  (await ask("report")) as Report,
  baseRss,
);
await ask("begin");
await made(2);
show("its job", (await ask("report")) as Report, baseRss);
await ask("begin");
const five = await Promise.all([send(), send(), send(), send(), send()]);
const slowestMs = Math.max(...five.map(({ ms }) => ms));
const statuses = five.map(({ status }) => status).toSorted();
show(
  `five at once (${statuses.join(" ")} in ${(slowestMs / 1000).toFixed(2)} s)`,
  (await ask("report")) as Report,
  baseRss,
);
await ask("begin");
await made(6);
show("their jobs", (await ask("report")) as Report, baseRss);
failed ||= statuses.join(" ") !== "202 202 202 202 503";

console.log(`bare: JSON.parse of the same body stalls ${bareStallMs().toFixed(0)} ms`);
function bareStallMs(): number {
  const startMs = performance.now();
  JSON.parse(bytes.toString());
  return performance.now() - startMs;
}

await cloud.stop();
server.stdin.end();
await once(server, "exit");
process.exitCode = failed ? 1 : 0;
