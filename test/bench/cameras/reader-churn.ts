/**
 * Memory of the main process while readers by RTSP, WebSocket and WebRTC come and go, in a process with the flags of
 * the box. Arguments: minutes of churn (60), and minutes of warm-up before (10). A line for each reading, after two
 * collections of garbage with no reader open. Bound: the last three readings are at most 2 % above the first three
 * (medians), both the objects and buffers and the anonymous memory. The files of the resident memory have no bound: they
 * are the program and the store, whose pages the kernel takes back, and each reader adds entries to the audit log.
 */
import { ReaderChurn, readersPerRound } from "../../support/cameras/webrtc/reader-churn.ts";
import type { ServedMemory } from "../../support/cameras/webrtc/readers-child.ts";

const minutes = Number(process.argv[2] ?? 60);
const warmUpMinutes = Number(process.argv[3] ?? minutes / 6);
const bound = 1.02;
const readings = 12;

const churn = await ReaderChurn.start();
let rounds = 0;

async function churnFor(ms: number): Promise<ServedMemory> {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs) {
    await churn.round();
    rounds += 1;
  }
  return await churn.memory();
}

function show(at: string, memory: ServedMemory): void {
  const megabytes = Object.entries(memory)
    .filter(([name]) => name.endsWith("Bytes"))
    .map(([name, bytes]) => `${name.replace("Bytes", "")} ${(bytes / 1e6).toFixed(2)}`);
  console.log(`${at}, ${rounds * readersPerRound} readers: ${megabytes.join(", ")} MB`);
}

/** Growth from the first three readings to the last three. */
function growthOf(seen: readonly ServedMemory[], part: keyof ServedMemory): number {
  const median = (of: readonly ServedMemory[]): number =>
    of.map((each) => each[part]).toSorted((a, b) => a - b)[1]!;
  return median(seen.slice(-3)) / median(seen.slice(0, 3));
}

show("start", await churnFor(0));
const first = await churnFor(warmUpMinutes * 60_000);
show("after the warm-up", first);
const seen = [first];
rounds = 0;
for (let at = 1; at <= readings; at += 1) {
  const memory = await churnFor((minutes * 60_000) / readings);
  show(`${((minutes * at) / readings).toFixed(1)} min`, memory);
  seen.push(memory);
}
await churn.stop();
const used = growthOf(seen, "usedBytes");
const anonymous = growthOf(seen, "anonymousBytes");
const percent = (ratio: number): string => `${((ratio - 1) * 100).toFixed(2)} %`;
console.log(
  `${rounds * readersPerRound} readers in ${minutes} min: objects and buffers ${percent(used)}, ` +
    `anonymous memory ${percent(anonymous)} (bound ${percent(bound)})`,
);
process.exit(used <= bound && anonymous <= bound ? 0 : 1);
