import assert from "node:assert/strict";
import { test } from "node:test";
import { isLong } from "../../../support/box/long-form.ts";
import { playLift } from "./lift-life.ts";

const drawn = isLong ? Math.floor(Math.random() * 2 ** 30) : 1;
const first = Number(process.env["FUZZ_SEED"] ?? drawn);
const lives = Number(process.env["FUZZ_LIVES"] ?? (isLong ? 1000 : 25));

/** As long as the doors' long form may take. */
const limit = isLong ? { timeout: 1_400_000 } : {};

test(
  `in ${lives} random lives of a lift no robot enters, leaves or changes the level unless it says that it is open there`,
  limit,
  async () => {
    const sums = { entries: 0, rides: 0, crashes: 0 };
    for (let seed = first; seed < first + lives; seed += 1) {
      const { problems, log, entries, rides, crashes } = await playLift(seed);
      assert.deepEqual(problems, [], `seed ${seed}\n${log.join("\n")}`);
      sums.entries += entries;
      sums.rides += rides;
      sums.crashes += crashes;
    }
    assert.ok(sums.entries >= lives && sums.rides >= lives, JSON.stringify(sums));
    assert.ok(sums.crashes >= lives / 5, JSON.stringify(sums));
  },
);
