import assert from "node:assert/strict";
import { test } from "node:test";
import { SubmissionLine } from "../../../src/uplink/submission-line.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";

function made(limits = { perSecond: 2, parallel: 2 }, expected = new Set<string>()) {
  const clock = new FakeClock();
  const isOlderExpected = (id: string) => [...expected].some((each) => each < id);
  const line = new SubmissionLine({ clock, limits, isOlderExpected });
  const in_: string[] = [];
  const never = new AbortController().signal;
  const enter = (id: string, signal = never) =>
    void line.enter(id, signal).then(
      () => in_.push(id),
      () => {},
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { clock, line, in_, enter, settle, expected };
}

test("the oldest goes first, no faster than agreed, and no more at once", async () => {
  const { clock, line, in_, enter, settle } = made();
  for (const id of ["c", "b", "d", "a"]) enter(id);
  await settle();
  assert.deepEqual(in_, ["c"]);
  clock.advance(499);
  await settle();
  assert.deepEqual(in_, ["c"]);
  clock.advance(1);
  await settle();
  assert.deepEqual(in_, ["c", "a"]);
  clock.advance(10_000);
  await settle();
  assert.deepEqual([in_.length, line.waiting], [2, 2]);
  line.leave();
  await settle();
  assert.deepEqual(in_, ["c", "a", "b"]);
});

test("an older job on its way holds younger ones back, for two seconds at most", async () => {
  const { clock, line, in_, enter, settle, expected } = made();
  expected.add("a");
  enter("b");
  await settle();
  assert.deepEqual(in_, []);
  enter("a");
  expected.clear();
  line.look();
  clock.advance(500);
  await settle();
  assert.deepEqual(in_, ["a", "b"]);
  const late = made(undefined, new Set(["a"]));
  late.enter("b");
  late.clock.advance(2000);
  await late.settle();
  assert.deepEqual(late.in_, ["b"]);
});

test("who leaves the line takes nobody's turn", async () => {
  const { clock, line, in_, enter, settle } = made({ perSecond: 2, parallel: 1 });
  const gone = new AbortController();
  enter("a");
  enter("b", gone.signal);
  enter("c");
  gone.abort();
  line.leave();
  clock.advance(500);
  await settle();
  assert.deepEqual(in_, ["a", "c"]);
  assert.equal(line.running, 1);
});
