/**
 * Viewers of one 720p15 stream by WebRTC: processor time and memory of the sender with 1 and 16 viewers, and the time
 * from an offer to the first picture, with a GOP of 2 s. The sender runs in a process of its own. Bounds: 16 viewers
 * cost at most 0.15 of a core; p95 of the first picture is at most 500 ms.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { WebrtcViewer } from "../../support/cameras/webrtc-viewer.ts";
import { until } from "../../support/box/wait.ts";

const seconds = Number(process.argv[2] ?? 10);
const boundShare = 0.15;
const boundMs = 500;
const program = fileURLToPath(new URL("whep/sender.ts", import.meta.url));

interface Usage {
  usedMs: number;
  bytes: number;
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  child.send("usage");
  const [usage] = (await once(child, "message")) as [Usage];
  return usage;
}

/** Adds a viewer; resolves with the milliseconds until its first complete picture. */
async function addViewer(child: ChildProcess): Promise<number> {
  const viewer = new WebrtcViewer();
  const offer = await viewer.offer();
  const beginMs = performance.now();
  child.send(offer);
  const [answer] = (await once(child, "message")) as [string];
  viewer.accept(answer);
  await until(() => viewer.packets.some(({ isLast }) => isLast), { everyMs: 1 });
  const firstMs = performance.now() - beginMs;
  viewer.forget();
  return firstMs;
}

async function shareOf(child: ChildProcess): Promise<{ share: number; bytes: number }> {
  await sleep(2000);
  const before = await usageOf(child);
  await sleep(seconds * 1000);
  const { usedMs, bytes } = await usageOf(child);
  return { share: (usedMs - before.usedMs) / (seconds * 1000), bytes };
}

const child = fork(program, [], { stdio: "inherit" });
await once(child, "message");
const none = await shareOf(child);
const firstMs = [await addViewer(child)];
const one = await shareOf(child);
while (firstMs.length < 16) firstMs.push(await addViewer(child));
const sixteen = await shareOf(child);
child.kill();
const sorted = firstMs.toSorted((a, b) => a - b);
const p95Ms = sorted[Math.floor(sorted.length * 0.95)]!;
const row = (name: string, { share, bytes }: { share: number; bytes: number }): string =>
  `${name}: ${share.toFixed(3)} of a core, ${(bytes / 1e6).toFixed(0)} MB`;
console.log(
  `${row("no viewer", none)}; ${row("1 viewer", one)}; ${row("16 viewers", sixteen)} (bound ${boundShare}); ` +
    `first picture p50 ${sorted[8]!.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms (bound ${boundMs})`,
);
process.exit(sixteen.share <= boundShare && p95Ms <= boundMs ? 0 : 1);
