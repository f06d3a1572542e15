import assert from "node:assert/strict";
import { test } from "node:test";
import type { DoorSettings } from "../../../../src/robots/doors/door-settings.ts";
import { aDoor, FakeDoor } from "../../../support/doors/fake-door.ts";
import { move } from "../rig.ts";
import { type Layout, robotAt, trafficRig } from "../traffic-rig.ts";
import { endOf } from "./door-rig.ts";

/** A lift between two floors, each a map frame of its own. */
const tower = (settings: DoorSettings, link: FakeDoor): Layout => ({
  corridors: {},
  places: {
    "lift below": { at: [6, 0], kind: "lift", door: "lift", level: "0" },
    "lift above": { at: [106, 50], kind: "lift", door: "lift", level: "1", frame: "upper" },
  },
  doors: [{ settings, link }],
});

const aLift = (more: Partial<DoorSettings> = {}): DoorSettings =>
  aDoor({
    id: "lift",
    name: "Lift",
    kind: "lift",
    levels: [
      { name: "0", word: "ground" },
      { name: "1", word: "first" },
    ],
    ...more,
  });

/** A lift that takes two seconds for each of closing, moving and opening. */
function elevator(link: FakeDoor): () => void {
  let at = "first";
  let goal = "first";
  let step = 0;
  link.onRequest = (request) => {
    if (request.kind !== "open" || request.level === goal) return;
    goal = request.level!;
    step = 6;
  };
  return () => {
    if (step > 0) step -= 1;
    if (step < 3) at = goal;
    const state = step > 4 ? "closing" : step > 2 ? "moving" : step > 0 ? "opening" : "open";
    link.say(state, at);
  };
}

const onTwoFloors = { ...robotAt(0, 0), frames: ["map", "upper"] };

test("a robot rides a lift to a goal on another level", async (t) => {
  const link = new FakeDoor();
  const rig = await trafficRig(t, tower(aLift(), link), { rover: onTwoFloors });
  const lift = elevator(link);
  let tenth = 0;
  const sent = await rig.send(move(110, 50, "upper"));
  const seen: string[] = [];
  await rig.passUntil(() => {
    if ((tenth += 1) % 10 === 0) lift();
    const { frame, body } = rig.body();
    const { state, level } = rig.doors().find("default", "lift")!.view;
    const note = `${frame} ${state} ${level}`;
    const isInside = Math.hypot(body.xM - 6, body.yM) < 1 && frame === "map";
    const isEntering = !isInside && frame === "map" && Math.hypot(body.xM - 6, body.yM) < 1.3;
    if (isEntering) assert.equal(note, "map open 0");
    if (note !== seen.at(-1)) seen.push(note);
    return rig.service.getCommand("default", "rover", sent.command_id)!.state !== "executing";
  });
  assert.equal(await endOf(rig, sent.command_id), "succeeded ");
  assert.equal(rig.body().frame, "upper");
  assert.ok(Math.abs(rig.body().body.xM - 110) < 0.1);
  assert.ok(seen.includes("map moving 0"), seen.join(", "));
  assert.ok(seen.indexOf("map open 1") < seen.indexOf("upper open 1"), seen.join(", "));
  await rig.pass(2000);
  assert.deepEqual(link.kinds, ["open ground", "open first", "close"]);
  assert.deepEqual(rig.traffic().reservations, []);
});

test("a lift that never says that it is there is left by nobody", async (t) => {
  const link = new FakeDoor();
  const rig = await trafficRig(t, tower(aLift(), link), { rover: onTwoFloors });
  let tenth = 0;
  const sent = await rig.send(move(110, 50, "upper"));
  await rig.passUntil(() => {
    if ((tenth += 1) % 10 === 0) link.say("open", "ground");
    const { state } = rig.service.getCommand("default", "rover", sent.command_id)!;
    return state !== "executing";
  });
  assert.match(
    await endOf(rig, sent.command_id),
    /failed door_timeout: Lift is at level 0, and is needed at level 1/,
  );
  assert.equal(rig.body().frame, "map");
  assert.ok(Math.abs(rig.body().body.xM - 6) < 0.2);
});

test("a robot that is about to leave a lift stays in it when the lift goes elsewhere, and leaves when it is back", async (t) => {
  const link = new FakeDoor();
  const start = { ...onTwoFloors, ...robotAt(6, 0) };
  const rig = await trafficRig(t, tower(aLift(), link), { rover: start });
  const say = async (state: string, level: string, sec: number) => {
    for (let second = 0; second < sec; second += 1) {
      link.say(state, level);
      await rig.pass(1000);
    }
  };
  await say("open", "ground", 1);
  const sent = await rig.send(move(0, 0));
  await rig.pass(100);
  await say("moving", "ground", 5);
  assert.ok(Math.abs(rig.body().body.xM - 6) < 0.3, `${rig.body().body.xM}`);
  await say("open", "ground", 20);
  assert.equal(await endOf(rig, sent.command_id), "succeeded ");
});

test("without a lift between them no way leads to another level", async (t) => {
  const link = new FakeDoor();
  const layout = tower(aLift(), link);
  const { "lift above": _above, ...places } = layout.places;
  const rig = await trafficRig(t, { ...layout, places }, { rover: onTwoFloors });
  await assert.rejects(
    rig.send(move(110, 50, "upper")),
    /no_way: the robot is in map frame map, and the goal in upper/,
  );
  assert.equal(rig.body().body.xM, 0);
});
