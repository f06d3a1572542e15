import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  maxStaticPlaces,
  StaticPlaces,
  staticPlaceSec,
} from "../../../src/perception/behaviors/measures/static-places.ts";
import type { Track } from "../../../src/perception/core/track.ts";
import { type Actor, runBehavior, standing } from "../../support/perception/scripted-tracks.ts";

/** Stands at `x` from `fromSec` for a second; the tracker gives it up three seconds later. */
function flicker(id: number, fromSec: number, x = 0.6): Actor {
  const untilSec = fromSec + 1;
  return {
    id,
    at: (tSec) => (tSec >= fromSec && tSec <= untilSec ? [x, 0.7] : null),
    endsSec: untilSec + 3,
  };
}

/** The tracks for which an intrusion is raised, with the first moment of each. */
function raisedBy(actors: readonly Actor[], type = "intrusion", seconds = 0): Map<string, number> {
  const { found } = runBehavior({ behavior: { type, seconds }, actors, untilSec: 40 });
  const firstSec = new Map<string, number>();
  for (const { tSec, findings } of found) {
    for (const { subject } of findings) {
      if (!firstSec.has(subject)) firstSec.set(subject, tSec);
    }
  }
  return firstSec;
}

describe("an intrusion at the place of something that never moved", () => {
  test("is raised the first time, and not again while nothing there moves", () => {
    const raised = raisedBy([flicker(1, 0), flicker(2, 10), flicker(3, 20)]);
    assert.deepEqual([...raised.keys()], ["1"]);
  });

  test("is not raised again for the same track that was out of sight", () => {
    const blinker: Actor = { id: 1, at: (t) => (t % 10 < 3 ? [0.6, 0.7] : null) };
    const { found } = runBehavior({
      behavior: { type: "intrusion" },
      actors: [blinker],
      untilSec: 40,
    });
    assert.ok(found.at(-1)!.tSec < 5);
  });

  test("is raised where what came before was too short to be raised", () => {
    const stayer: Actor = { id: 2, at: (t) => (t < 10 ? null : [0.6, 0.7]) };
    const raised = raisedBy([flicker(1, 0), stayer], "intrusion", 5);
    assert.deepEqual([...raised.keys()], ["2"]);
  });

  test("is raised once the one who appeared there moves", () => {
    const leaver: Actor = { id: 2, at: (t) => (t < 10 ? null : [0.6 + 0.05 * (t - 10), 0.7]) };
    const raised = raisedBy([flicker(1, 0), leaver]);
    const sec = raised.get("2") ?? Number.NaN;
    assert.ok(sec > 10 && sec <= 12, `raised at ${sec}`);
  });

  test("is raised for somebody who walks there and stands still", () => {
    const walker: Actor = {
      id: 2,
      at: (t) => (t < 10 ? null : [Math.min(0.6, 0.1 * (t - 10)), 0.7]),
    };
    const raised = raisedBy([flicker(1, 0), walker]);
    assert.equal(raised.get("2"), 10);
    const { found } = runBehavior({
      behavior: { type: "intrusion" },
      actors: [flicker(1, 0), walker],
      untilSec: 40,
    });
    assert.equal(found.at(-1)?.tSec, 40);
  });

  test("is raised for what appears still at another place", () => {
    const raised = raisedBy([flicker(1, 0), flicker(2, 10, 0.3)]);
    assert.deepEqual([...raised.keys()], ["1", "2"]);
  });

  test("is raised again where the one before walked away", () => {
    const leaver: Actor = {
      id: 1,
      at: (t) => (t < 3 ? [0.6 + 0.05 * t, 0.7] : null),
      endsSec: 6,
    };
    const raised = raisedBy([leaver, flicker(2, 10)]);
    assert.deepEqual([...raised.keys()], ["1", "2"]);
  });

  test("is raised again for mere motion, which has no box of its own to trust", () => {
    const motion = (id: number, fromSec: number) => ({ ...flicker(id, fromSec), label: "motion" });
    const raised = raisedBy([motion(1, 0), motion(2, 10)]);
    assert.deepEqual([...raised.keys()], ["1", "2"]);
  });

  test("leaves loitering alone", () => {
    const raised = raisedBy([flicker(1, 0), flicker(2, 10)], "loitering", 0.5);
    assert.deepEqual([...raised.keys()], ["1", "2"]);
  });
});

describe("the memory of static places", () => {
  const track = (id: number, x: number): Track => ({
    id,
    label: "person",
    score: 0.9,
    boxNorm: standing(x, 0.7, 0.02),
    firstSeenSec: 0,
    lastSeenSec: 0,
  });

  const aspect = 16 / 9;

  /** A place at `x` that something raised left at `tSec`. */
  function leave(places: StaticPlaces, id: number, x: number, tSec: number): void {
    const seen = [track(id, x)];
    places.step({ aspect, tSec: tSec - 1, tracks: seen, endedIds: [] });
    places.noteRaised(id);
    places.step({ aspect, tSec, tracks: seen, endedIds: [] });
    places.step({ aspect, tSec, tracks: [], endedIds: [id] });
  }

  function isRepeatAt(places: StaticPlaces, id: number, x: number, tSec: number): boolean {
    places.step({ aspect, tSec, tracks: [track(id, x)], endedIds: [] });
    return places.isRepeat(id);
  }

  test("forgets a place hours after the last thing there ended", () => {
    const places = new StaticPlaces();
    leave(places, 1, 0.5, 5);
    assert.equal(isRepeatAt(places, 2, 0.5, 5 + staticPlaceSec), true);
    assert.equal(isRepeatAt(places, 3, 0.5, 6 + staticPlaceSec), false);
  });

  test("forgets the place that was seen longest ago beyond its bound", () => {
    const places = new StaticPlaces();
    for (let index = 0; index <= maxStaticPlaces; index += 1) {
      leave(places, index + 1, 0.01 + index / 40, 5 + index);
    }
    assert.equal(isRepeatAt(places, 100, 0.01, 99), false);
    assert.equal(isRepeatAt(places, 101, 0.01 + 1 / 40, 99), true);
  });
});
