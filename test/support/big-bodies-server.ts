/**
 * The HTTP server with an operation that takes six pictures, for the bench of large bodies. A line on
 * stdin asks for a line on stdout: `begin` starts a measurement, `report` ends it.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { Type } from "typebox";
import { limits } from "../../src/contract/limits.ts";
import type { Operation } from "../../src/jobs/operation.ts";
import { Rig } from "../integration/http/rig.ts";

const pictures: Operation = {
  namespace: "test",
  method: "pictures",
  summary: "Take pictures",
  scope: "jobs:write",
  jobType: "image.generation",
  path: "/pictures",
  inputSchema: Type.Object(
    { reference_images: Type.Array(Type.String({ maxLength: 21_000_000 }), { maxItems: 6 }) },
    { additionalProperties: false },
  ),
  bodyLimitBytes: limits.manyPicturesBodyBytes,
  blobFields: ["reference_images[]"],
  prepare: (input: { reference_images: string[] }, _caller, blobs) => {
    const blobIds = input.reference_images.map((text) => blobs!.of(text)!.id);
    return { inputEcho: { count: blobIds.length }, input: { blobIds }, blobIds };
  },
} as Operation;

const rig = new Rig();
rig.jobs.operations.register(pictures);
rig.jobs.register({ type: "image.generation", concurrency: 4, run: async () => ({}) });
await rig.start();
const delay = monitorEventLoopDelay({ resolution: 1 });
let peakRss = 0;
let longestWorkMs = 0;
let cpu = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(cpu);
  cpu = process.threadCpuUsage();
  longestWorkMs = Math.max(longestWorkMs, (user + system) / 1000);
}, 1);
setInterval(() => {
  peakRss = Math.max(peakRss, process.memoryUsage.rss());
}, 10);

console.log(JSON.stringify({ url: rig.server.url(), key: rig.key }));
for await (const line of createInterface({ input: process.stdin })) {
  const rss = process.memoryUsage.rss();
  const report = { stallMs: delay.max / 1e6, longestWorkMs, rss, peakRss };
  console.log(JSON.stringify(report));
  if (line === "begin") {
    delay.reset();
    delay.enable();
    peakRss = rss;
    longestWorkMs = 0;
  }
}
await rig.stop();
process.exit(0);
