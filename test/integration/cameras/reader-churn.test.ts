import assert from "node:assert/strict";
import { test } from "node:test";
import { isLong } from "../../support/box/long-form.ts";
import { ReaderChurn } from "../../support/cameras/webrtc/reader-churn.ts";

/** Code is compiled and caches are filled in the first rounds. */
const warmUpRounds = isLong ? 150 : 60;
const rounds = isLong ? 400 : 60;

test(`${rounds} rounds of readers that come and go leave the memory of the main process as it was`, async (t) => {
  const churn = await ReaderChurn.start();
  t.after(() => churn.stop());
  for (let round = 0; round < warmUpRounds; round += 1) await churn.round();
  const before = await churn.memory();
  for (let round = 0; round < rounds; round += 1) await churn.round();
  const after = await churn.memory();
  const text = JSON.stringify({ before, after });
  t.diagnostic(text);
  assert.ok(after.usedBytes <= before.usedBytes * 1.02, text);
});
