import assert from "node:assert/strict";
import { test } from "node:test";
import type { Appliance } from "../../support/box/appliance.ts";
import { isLong } from "../../support/box/long-form.ts";
import { noNats } from "../../support/fleet/nats-server.ts";
import {
  endOf,
  sharingBoxes,
  submitPicture,
  untilShared,
} from "../../support/fleet/sharing-boxes.ts";
import { assertOneEndEach } from "../../support/jobs/ends.ts";

const rounds = isLong ? 30 : 3;
/** Jobs submitted in each round. */
const jobsAtOnce = 3;

/** Numbers from 0 to 1 that depend on the seed alone. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test("whatever is killed, each accepted job has one end", { skip: noNats }, async (t) => {
  const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 100_000);
  t.diagnostic(`FUZZ_SEED=${seed}`);
  const random = randomOf(seed);
  const site = await sharingBoxes(t);
  const owner = await site.start("none");
  const takers = [await site.start(site.cloud), await site.start(site.cloud)];
  await untilShared(owner);
  const ids: string[] = [];
  const killed: string[] = [];
  const restart = async (box: Appliance, name: string): Promise<void> => {
    killed.push(name);
    await box.kill();
    await box.restart();
  };
  for (let round = 0; round < rounds; round += 1) {
    // Some pictures take until the end of the round, so that a kill meets them in the middle.
    site.cloud.misbehave({ what: "hold", on: "image", times: Math.floor(random() * 3) + 1 });
    const before = site.cloud.requests.length;
    for (let at = 0; at < jobsAtOnce; at += 1) {
      // A box that does not know another one with an endpoint yet refuses; then it has accepted nothing.
      const id = await submitPicture(owner, `Picture ${round}.${at}`).catch(() => undefined);
      if (id !== undefined) ids.push(id);
    }
    const pick = random();
    if (pick < 0.35) await restart(takers[0]!, "first taker");
    else if (pick < 0.55) await restart(takers[1]!, "second taker");
    else if (pick < 0.8) await restart(owner, "owner");
    else {
      killed.push("NATS with its disk");
      await site.nats.kill();
      await site.nats.wipe();
      await site.nats.start();
    }
    t.diagnostic(
      `round ${round}: ${killed.at(-1)}, requests ${site.cloud.requests.length - before}`,
    );
    site.cloud.release();
  }
  for (const id of ids) assert.equal((await endOf(owner, id)).status, "completed", `job ${id}`);
  assert.ok(ids.length >= jobsAtOnce);
  await owner.terminate();
  await assertOneEndEach(owner.dataDir, ids);
});
