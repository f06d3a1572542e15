/**
 * The HTTP server with everything that makes pictures, for the bench of large bodies; its endpoint is the
 * stand-in at the address and key of the arguments. A line on stdin asks for a line on stdout: `begin`
 * starts a measurement, `report` ends it.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPictures } from "../../../src/media/module.ts";
import { OutboundClient } from "../../../src/adapters/outbound/outbound-client.ts";
import type { Part } from "../../../src/base/core/parts.ts";
import { Rig } from "../http/rig.ts";
import { makeUplink } from "../uplink/make-uplink.ts";

const [url = "", endpointKey = ""] = process.argv.slice(2);
const dir = mkdtempSync(join(tmpdir(), "gatehouse-big-"));
const rig = new Rig();
const { store, jobs, clock, assets, brands, blobs, feed: events } = rig;
const ends: (() => unknown)[] = [];
const uplink = await makeUplink({ after: (end: () => unknown) => void ends.push(end) } as never, {
  dir,
  store,
  endpoints: [{ name: "openai", kind: "openai", url, key: endpointKey }],
  routes: { image: [{ endpoint: "openai", model: "gpt-image-1" }] },
});
const start = <P extends Part>(_name: string, part: P): Promise<P> => {
  ends.push(() => part.stop?.());
  return Promise.resolve(part);
};
const outbound = new OutboundClient({ allowedNetworks: [], ownPorts: () => [] });
const options = { store, events, jobs, assets, outbound, uplink, brands, clock, blobs };
jobs.add((await startPictures(start, options)).operations);
await rig.start();
await uplink.start();
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
for (const end of ends) await end();
rmSync(dir, { recursive: true, force: true });
process.exit(0);
