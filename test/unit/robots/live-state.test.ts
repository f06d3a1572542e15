import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveState } from "../../../src/robots/live-state.ts";
import { FakeClock } from "../../support/fake-clock.ts";

test("a value that the robot no longer says is unknown at once, and others stay", () => {
  const state = new LiveState(new FakeClock(), { staleMs: 1000, offlineMs: 3000 });
  state.take({ source: "state", mode: "automatic", isEmergencyStopped: false });
  state.take({ source: "state", isEmergencyStopped: null });
  assert.deepEqual([state.fresh("isEmergencyStopped"), state.fresh("mode")], [null, "automatic"]);
  assert.equal(
    state.wire("isEmergencyStopped", (value) => value),
    null,
  );
});
