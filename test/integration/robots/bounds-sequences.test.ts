import assert from "node:assert/strict";
import { test } from "node:test";
import { play } from "../../support/bounds/play.ts";
import { vehicles } from "../../support/bounds/vehicles.ts";

const isLong = process.env["TEST_LONG"] === "1";
const first = isLong ? Math.floor(Math.random() * 2 ** 30) : 1;

for (const [kind, count] of [
  ["sim", 300],
  ["vda5050", 60],
  ["rosbridge", 120],
] as const) {
  const sequences = isLong ? count * 20 : count;
  test(`in ${sequences} random sequences no robot of the kind ${kind} drives further on forbidden ground than it takes to stop it`, async () => {
    const sums = { entries: 0, taken: 0, incidents: 0 };
    for (let seed = first; seed < first + sequences; seed += 1) {
      const { tally, taken, incidents, log } = await play(seed, vehicles[kind]!);
      assert.equal(tally.beyondM, 0, `seed ${seed}\n${log.join("\n")}`);
      sums.entries += tally.entries;
      sums.taken += taken;
      sums.incidents += incidents.size;
    }
    assert.ok(sums.entries > sequences / 10, `${sums.entries} times on forbidden ground`);
    assert.ok(sums.taken > sequences, `${sums.taken} commands taken`);
    assert.ok(sums.incidents > sequences / 10);
  });
}
