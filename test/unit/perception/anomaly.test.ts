import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyLong } from "../../support/box/long-form.ts";
import { AnomalyWatch } from "../../../src/perception/anomaly/anomaly-watch.ts";
import type { HourRecord } from "../../../src/perception/anomaly/baseline.ts";
import type { Finding } from "../../../src/perception/core/finding.ts";
import { planBehaviors } from "../../../src/perception/profiles/behavior-plans.ts";
import { BehaviorSet } from "../../../src/perception/profiles/behavior-set.ts";
import type { Track } from "../../../src/perception/core/track.ts";
import { standing } from "../../support/perception/scripted-tracks.ts";

/** A Monday, midnight of the machine's own time zone. */
const startMs = new Date(2026, 8, 7).getTime();

class Shelf {
  readonly hours = new Map<number, HourRecord>();
  load(): Iterable<readonly [number, HourRecord]> {
    return structuredClone(this.hours);
  }
  save(hour: number, record: HourRecord): void {
    this.hours.set(hour, structuredClone(record));
  }
}

/** Evenly spread, the same on every run. */
function chance(n: number, salt: number): number {
  const h = Math.imul(n ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(salt + 1, 0xc2b2_ae35);
  const k = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d);
  return ((k ^ (k >>> 13)) >>> 0) / 2 ** 32;
}

/** A site that is busy on working days from 8 to 18 and nearly empty otherwise. */
function usual(date: Date, minute: number): number {
  const works = date.getDay() >= 1 && date.getDay() <= 5;
  const isBusy = works && date.getHours() >= 8 && date.getHours() < 18;
  return isBusy ? 4 + Math.floor(6 * chance(minute, 1)) : chance(minute, 5) < 0.05 ? 1 : 0;
}

/** Plays minutes of the site, a frame each four seconds, and says what was unusual. */
function play(script: {
  shelf: Shelf;
  fromDay: number;
  days: number;
  sensitivity?: number;
  people?: (date: Date, minute: number) => number;
}): { date: Date; finding: Finding }[] {
  const { shelf, fromDay, days, sensitivity = 0.5, people = usual } = script;
  const watch = new AnomalyWatch(shelf);
  const behaviors = new BehaviorSet();
  behaviors.replace(planBehaviors([{ type: "anomaly", sensitivity }], new Map()));
  const found: { date: Date; finding: Finding }[] = [];
  let last = 0;
  for (let minute = fromDay * 1440; minute < (fromDay + days) * 1440; minute += 1) {
    const count = people(new Date(startMs + minute * 60_000), minute);
    for (let look = 0; look < 15; look += 1) {
      const tSec = minute * 60 + look * 4;
      const wallMs = startMs + tSec * 1000;
      const seen = Array.from({ length: count }, (_, i): Track => {
        const x = 0.1 + 0.1 * i + 0.02 * chance(minute + i, 3);
        const id = minute * 20 + i;
        const firstSeenSec = minute * 60;
        return {
          id,
          label: "person",
          score: 0.9,
          boxNorm: standing(x, 0.8),
          firstSeenSec,
          lastSeenSec: tSec,
        };
      });
      const frame = { tSec, tracks: seen, motionRatio: 0.002 * count };
      const minutes = watch.step(frame, { model: "m", wallMs });
      const results = behaviors.step({
        ...frame,
        frameGapSec: 4,
        aspect: 16 / 9,
        endedIds: [],
        scene: null,
        minutes,
      });
      const finding = results[0]?.findings[0];
      if (finding && minutes.number !== last) found.push({ date: new Date(wallMs), finding });
      last = minutes.number;
    }
  }
  return found;
}

test("four weeks as usual raise nothing; what is unusual then is found and explained", () => {
  const shelf = new Shelf();
  assert.deepEqual(play({ shelf, fromDay: 0, days: 28 }), []);
  assert.equal(shelf.hours.size, 168);
  const size = JSON.stringify([...shelf.hours.values()][33]).length;
  assert.ok(size < 4096, `${size} bytes an hour`);
  // The watch that goes on is a new one: as after a restart, from what was kept.
  const night = (date: Date, minute: number): number =>
    date.getHours() === 3 && date.getMinutes() >= 10 && date.getMinutes() < 20
      ? 7
      : usual(date, minute);
  const found = play({ shelf, fromDay: 28, days: 1, people: night });
  const [first] = found;
  assert.equal(first?.date.getHours(), 3);
  assert.ok(first.date.getMinutes() <= 13, `at ${first.date.toString()}`);
  const details = first.finding.details!;
  assert.ok(Number(details["value"]) > Number(details["high"]), JSON.stringify(details));
  assert.equal(details["basis"], "hour_of_week");
  assert.ok(
    found.every(({ date }) => date.getHours() === 3),
    "only then",
  );
});

test("says nothing while it is learning, however unusual", () => {
  const people = (date: Date, minute: number): number =>
    date.getHours() === 3 ? 9 : usual(date, minute);
  assert.deepEqual(play({ shelf: new Shelf(), fromDay: 0, days: 2, people }), []);
});

test("a busy hour that stays empty is unusual too", { skip: onlyLong }, () => {
  const shelf = new Shelf();
  play({ shelf, fromDay: 0, days: 21 });
  const strike = (date: Date): number => (date.getHours() < 12 ? 5 : 0);
  const [first] = play({ shelf, fromDay: 21, days: 1, sensitivity: 0.9, people: strike }).filter(
    ({ finding }) => finding.details!["value"] === 0,
  );
  assert.equal(first?.date.getHours(), 12);
});

test("a higher sensitivity finds smaller deviations", { skip: onlyLong }, () => {
  const learnt = new Shelf();
  play({ shelf: learnt, fromDay: 0, days: 21 });
  const more = (date: Date, minute: number): number =>
    date.getHours() === 10 ? 14 : usual(date, minute);
  const ask = (sensitivity: number): number => {
    const shelf = new Shelf();
    for (const [hour, record] of learnt.load()) shelf.save(hour, record);
    return play({ shelf, fromDay: 21, days: 1, sensitivity, people: more }).length;
  };
  assert.deepEqual([ask(0.1) > 0, ask(1) > 0], [false, true]);
});
