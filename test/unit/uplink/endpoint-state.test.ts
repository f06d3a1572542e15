import assert from "node:assert/strict";
import { test } from "node:test";
import type { FailureKind } from "../../../src/uplink/endpoint-port.ts";
import { EndpointState } from "../../../src/uplink/endpoint-state.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";

function made() {
  const clock = new FakeClock();
  let opened = 0;
  const state = new EndpointState({ clock, random: () => 0.5, mayOpen: () => void (opened += 1) });
  const fail = (job: string, kind: FailureKind, retryAfterMs: number | null = null) =>
    state.failed(job, { kind, message: kind, retryAfterMs });
  return { clock, state, fail, opened: () => opened };
}

test("while it is away one job at a time tries it, ever more rarely, at least once a minute", () => {
  const { clock, state, fail, opened } = made();
  assert.equal(state.admits(null), true);
  assert.equal(fail("a", "unreachable"), true);
  const waits: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    assert.equal(state.admits(null), false);
    const before = opened();
    let waitedSec = 0;
    while (!state.admits("a")) {
      clock.advance(1000);
      waitedSec += 1;
    }
    assert.equal(opened(), before + 1);
    state.take("a");
    assert.deepEqual(
      [state.admits("a"), state.admits("b"), state.admits(null)],
      [true, false, false],
    );
    fail("a", "unreachable");
    state.release("a");
    waits.push(waitedSec);
  }
  assert.deepEqual(waits, [5, 10, 20, 40, 60, 60, 60, 60]);
});

test("a connection is proof that it is back, before any answer", () => {
  const { state, fail, opened } = made();
  fail("a", "unreachable");
  state.connected();
  assert.equal(state.view().state, "up");
  assert.equal(opened(), 1);
  fail("a", "refused");
  state.connected();
  assert.equal(state.view().state, "refused");
});

test("a try that never got there leaves the next one free", () => {
  const { clock, state, fail, opened } = made();
  fail("a", "unreachable");
  clock.advance(5000);
  state.take("b");
  const before = opened();
  state.release("b");
  assert.equal(opened(), before + 1);
  assert.equal(state.admits("c"), true);
});

test("one job's failures are its own; those of two in a row are the endpoint's, and an answer clears it", () => {
  const { state, fail } = made();
  for (let n = 0; n < 5; n += 1) assert.equal(fail("poison", "unavailable"), false);
  assert.equal(state.isUp, true);
  assert.equal(fail("other", "unavailable"), true);
  assert.equal(state.view().state, "failing");
  state.succeeded();
  assert.equal(fail("other", "unavailable"), false);
});

test("Retry-After is kept, within a second and an hour", () => {
  for (const [asked, kept] of [
    [0, 1000],
    [90_000, 90_000],
    [86_400_000, 3_600_000],
  ] as const) {
    const { clock, state, fail } = made();
    fail("a", "throttled", asked);
    assert.equal(state.view().nextTryAtMs, clock.wallMs() + kept);
  }
});
