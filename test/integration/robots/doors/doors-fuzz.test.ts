import assert from "node:assert/strict";
import { test } from "node:test";
import { isLong } from "../../../support/box/long-form.ts";
import { playDoor } from "./door-life.ts";

const drawn = isLong ? Math.floor(Math.random() * 2 ** 30) : 1;
const first = Number(process.env["FUZZ_SEED"] ?? drawn);
const lives = isLong ? 1000 : 25;

/** The long form takes four minutes alone, and a quarter of an hour on a busy machine. */
const limit = isLong ? { timeout: 1_400_000 } : {};

test(
  `in ${lives} random lives of a door no robot drives into it unless it says that it is open, and each false state is reported by name`,
  limit,
  async () => {
    const sums = { entries: 0, lies: 0, crashes: 0 };
    for (let seed = first; seed < first + lives; seed += 1) {
      const { problems, log, entries, lies, crashes } = await playDoor(seed);
      assert.deepEqual(problems, [], `seed ${seed}\n${log.join("\n")}`);
      sums.entries += entries;
      sums.lies += lies;
      sums.crashes += crashes;
    }
    assert.ok(sums.entries >= lives, JSON.stringify(sums));
    assert.ok(sums.lies >= lives / 10 && sums.crashes >= lives / 5, JSON.stringify(sums));
  },
);
