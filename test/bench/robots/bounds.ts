/**
 * Random sequences for robots with bounds: commands, retries, zones that appear and disappear, lost poses, docks,
 * runs and manual driving. A program that shares no code with the product counts the metres that the robot drives on
 * forbidden ground beyond the stated stopping distance (bound: 0). `scripts/bench bounds sim 100000` names the driver
 * and the number of sequences; `--long` takes new seeds, and `--from=N` begins with the seed N.
 */
import { play, type Played } from "../../support/bounds/play.ts";
import { vehicles } from "../../support/bounds/vehicles.ts";

const [kindAsked = "sim", countAsked = "2000"] = process.argv
  .slice(2)
  .filter((each) => !each.startsWith("--"));
const from = process.argv.find((each) => each.startsWith("--from="))?.slice("--from=".length);
const first = process.argv.includes("--long")
  ? Math.floor(Math.random() * 2 ** 30)
  : Number(from ?? 1);
const count = Number(countAsked);
const make = vehicles[kindAsked];
if (!make)
  throw new Error(`no such robot: ${kindAsked}; there are ${Object.keys(vehicles).join(", ")}`);

const sums = { sent: 0, taken: 0, entries: 0, insideM: 0, beyondM: 0 };
const incidents = new Map<string, number>();
const worst: Played[] = [];
const startMs = performance.now();
for (let at = 0; at < count; at += 1) {
  const played = await play(first + at, make);
  const { tally } = played;
  sums.sent += played.sent;
  sums.taken += played.taken;
  sums.entries += tally.entries;
  sums.insideM += tally.insideM;
  sums.beyondM += tally.beyondM;
  for (const [type, times] of played.incidents)
    incidents.set(type, (incidents.get(type) ?? 0) + times);
  if (tally.beyondM > 1e-9) worst.push(played);
}
const told = [...incidents]
  .toSorted(([, a], [, b]) => b - a)
  .map(([type, times]) => `${times} ${type}`);
console.log(
  `${kindAsked}: ${count} sequences from seed ${first}, ${sums.sent} commands, ${sums.taken} taken; ` +
    `${sums.entries} times on forbidden ground, ${sums.insideM.toFixed(1)} m there, ` +
    `${sums.beyondM.toFixed(3)} m beyond the stopping distance (bound 0), in ${worst.length} sequences`,
);
console.log(
  `incidents: ${told.join(", ")}; ${((performance.now() - startMs) / 1000).toFixed(0)} s`,
);
for (const { seed, tally, log } of worst
  .toSorted((a, b) => b.tally.beyondM - a.tally.beyondM)
  .slice(0, 2)) {
  console.log(`FAULT seed ${seed}: ${tally.beyondM.toFixed(3)} m\n${log.join("\n")}`);
}
process.exitCode = sums.beyondM === 0 && sums.entries > 0 ? 0 : 1;
