import assert from "node:assert/strict";
import { test } from "node:test";
import { fail } from "../../../../src/base/contract/fail.ts";
import { FakeVision } from "../../../support/perception/fake-vision.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { firstPage as page, visitor, yardRequest } from "../../../support/page/visitor.ts";
import { until } from "../../../support/box/wait.ts";

test("who answers an incident hears that the disk refuses it, and a running stream stores its end later", async (t) => {
  const rig = await PerceptionRig.make(t, { vision: new FakeVision(visitor) });
  await rig.submit(yardRequest);
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  await rig.play(12);
  const open = rig.listed("default", { state: "open" }, page).items[0]!;
  const { store } = rig.parts;
  const transact = store.transact.bind(store);
  const refused = () => Promise.reject(fail("store_unwritable", "disk: refuses writes"));
  Object.assign(store, { transact: refused });
  const answers = [
    () => rig.incidents.acknowledge("default", open.id, "key-1"),
    () => rig.incidents.resolve("default", open.id, "key-1"),
    // The running stream has ended it, but the store has it open.
    () => rig.incidents.resolve("default", open.id, "key-1"),
  ];
  for (const answer of answers) assert.equal((await codedError(answer)).code, "store_unwritable");
  const before = rig.incidents.get("default", open.id)!;
  assert.deepEqual([before.state, before.acknowledgedAtMs], ["open", null]);

  Object.assign(store, { transact });
  rig.clock.advance(1000);
  const stored = () => rig.incidents.get("default", open.id)!;
  await until(() => stored().state === "resolved");
  assert.equal(stored().resolvedBy, "key-1");
  assert.equal(stored().acknowledgedAtMs, null, "the refused acknowledgement changed nothing");
});
