/**
 * Viewers of one 720p15 stream by WebRTC: processor time and memory of the sender with 1 and 16 viewers, and the time
 * from an offer to the first picture, with a GOP of 2 s. Main process and WebRTC process are told apart. Bounds: 16
 * viewers cost at most 0.15 of a core in both; p95 of the first picture is at most 500 ms, and so is that of the first
 * viewer after the start.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { WebrtcViewer } from "../../support/cameras/webrtc/webrtc-viewer.ts";
import { until } from "../../support/box/wait.ts";

const seconds = Number(process.argv[2] ?? 10);
const boundShare = 0.15;
const boundMs = 500;
const program = fileURLToPath(new URL("whep/sender.ts", import.meta.url));

interface ProcessUsage {
  usedSec: number;
  bytes: number;
}

interface Usage {
  main: ProcessUsage;
  child: ProcessUsage;
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

async function shareOf(child: ChildProcess): Promise<{ total: number; words: string }> {
  await sleep(2000);
  const before = await usageOf(child);
  await sleep(seconds * 1000);
  const after = await usageOf(child);
  const share = (of: keyof Usage): number => (after[of].usedSec - before[of].usedSec) / seconds;
  const word = (of: keyof Usage): string =>
    `${of} ${share(of).toFixed(3)} of a core, ${(after[of].bytes / 1e6).toFixed(0)} MB`;
  return { total: share("main") + share("child"), words: `${word("main")}, ${word("child")}` };
}

const child = fork(program, [], { stdio: "inherit" });
await once(child, "message");
const none = await shareOf(child);
const firstMs = [await addViewer(child)];
const one = await shareOf(child);
while (firstMs.length < 16) firstMs.push(await addViewer(child));
const sixteen = await shareOf(child);
child.kill();
const startMs = firstMs[0]!;
const sorted = firstMs.toSorted((a, b) => a - b);
const p95Ms = sorted[Math.floor(sorted.length * 0.95)]!;
console.log(
  `no viewer: ${none.words}; 1 viewer: ${one.words}; 16 viewers: ${sixteen.words} (bound ${boundShare}); ` +
    `first picture p50 ${sorted[7]!.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms (bound ${boundMs}), ` +
    `${startMs.toFixed(0)} ms for the first viewer`,
);
const isFast = Math.max(p95Ms, startMs) <= boundMs;
process.exit(sixteen.total <= boundShare && isFast ? 0 : 1);
