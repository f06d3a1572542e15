import assert from "node:assert/strict";
import { test } from "node:test";
import { farthestM, speedBeside } from "../../../src/robots/people/people-limit.ts";
import type { GroundLook } from "../../../src/robots/people/people-port.ts";
import { PersonMotion } from "../../../src/robots/people/person-motion.ts";
import { isLong } from "../../support/box/long-form.ts";
import { numbers } from "../../support/box/numbers.ts";
import { encounter, usualLimit } from "../../support/robots/encounters.ts";

const most = { settings: usualLimit, mostMps: 1 };
const person = (awayM: number, velocityMps: readonly [number, number] | null = null) => ({
  at: [awayM, 0] as const,
  errorM: 0,
  ageSec: 0,
  velocityMps,
  velocityAgeSec: 0,
});
const speed = (awayM: number, velocityMps?: readonly [number, number]): number =>
  speedBeside([0, 0], person(awayM, velocityMps), most);

test("the robot stops short of a person who comes towards it all the while it brakes", () => {
  const { personMps, reactionMs, brakeMps2, clearanceM } = usualLimit;
  for (const awayM of [2, 3, 4, 5]) {
    const mps = speed(awayM);
    const stopSec = reactionMs / 1000 + mps / brakeMps2;
    const drivenM = (mps * reactionMs) / 1000 + mps ** 2 / (2 * brakeMps2);
    const leftM = awayM - drivenM - personMps * stopSec;
    assert.ok(Math.abs(leftM - clearanceM) < 0.01, `${leftM} m left from ${awayM} m`);
  }
});

test("the limit falls steadily with the distance, from the robot's own speed to the slowest one", () => {
  const limits = Array.from({ length: 80 }, (_, n) => speed(n / 10));
  assert.deepEqual(
    limits,
    limits.toSorted((a, b) => a - b),
  );
  assert.equal(limits[0], usualLimit.slowestMps);
  assert.equal(speed(farthestM(usualLimit, 1) + 0.01), 1);
  assert.ok(speed(farthestM(usualLimit, 1) - 0.05) < 1);
});

test("somebody who walks away bounds it less than somebody who stands, and one who runs up more", () => {
  const [away, still, near] = [speed(3.5, [1.4, 0]), speed(3.5, [0, 0]), speed(3.5, [-4, 0])];
  assert.ok(away > still + 0.2 && still > near, `${away}, ${still}, ${near}`);
  assert.ok(still >= speed(3.5), "one whose motion is not known counts as coming");
});

test("an old sight and an unsure place bound it more", () => {
  const old = speedBeside([0, 0], { ...person(4), ageSec: 0.5 }, most);
  const unsure = speedBeside([0, 0], { ...person(4), errorM: 0.5 }, most);
  assert.ok(old < speed(4) && unsure < speed(4), `${old}, ${unsure}, ${speed(4)}`);
});

const look = (atMs: number, people: GroundLook["people"]): GroundLook => ({
  frame: "map",
  frameId: atMs,
  capturedMs: atMs,
  people,
  covers: () => true,
});
const at = (xM: number, trackId = 1) => ({ trackId, xM, yM: 1, errorM: 0 });

test("a motion is measured over the last frames, and unknown after the first two", () => {
  const motion = new PersonMotion();
  for (const [n, known] of [false, false, true, true, true, true].entries()) {
    motion.take(look(n * 200, [at(n * 0.3)]));
    motion.take(look(n * 200, [at(99)]));
    const [seen] = motion.at(n * 200);
    assert.equal(seen!.velocityMps !== null, known, `frame ${n}`);
    if (known) assert.ok(Math.abs(seen!.velocityMps![0] - 1.5) < 1e-9);
  }
});

test("a person out of sight counts for two more seconds, with a motion that nobody knows", () => {
  const motion = new PersonMotion();
  for (let n = 0; n < 5; n += 1) motion.take(look(n * 200, [at(n)]));
  motion.take(look(1000, []));
  assert.deepEqual(
    motion.at(1800).map(({ at: place, velocityMps, ageSec }) => [place[0], velocityMps, ageSec]),
    [[4, null, 1]],
  );
  assert.deepEqual(motion.at(2801), []);
});

test("the memory of people is bounded", () => {
  const motion = new PersonMotion();
  for (let n = 0; n < 1000; n += 1) motion.take(look(n, [at(0, n)]));
  assert.equal(motion.at(1000).length, 200);
});

const encounters = isLong ? 10_000 : 120;

test(`in ${encounters} encounters nobody is reached by a robot faster than its slowest speed`, (t) => {
  const all = (isLimited: boolean) =>
    Array.from({ length: encounters }, (_, n) => encounter(numbers(n + 1), { isLimited }));
  const [limited, free] = [all(true), all(false)];
  const mean = (of: typeof free): number =>
    of.reduce((sum, { drivenM }) => sum + drivenM, 0) / encounters;
  const reached = (of: typeof free): number => of.filter(({ hitMps }) => hitMps > 0).length;
  const fastest = Math.max(...limited.map(({ hitMps }) => hitMps));
  t.diagnostic(
    `within the clearance: ${reached(free)} without limits at 1 m/s, ${reached(limited)} with them at up to ` +
      `${fastest.toFixed(2)} m/s; driven ${mean(free).toFixed(1)} m and ${mean(limited).toFixed(1)} m`,
  );
  assert.ok(fastest <= usualLimit.slowestMps + 0.01, `${fastest} m/s`);
  assert.ok(reached(free) > encounters / 5, "the walks lead to the robot");
});
