import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { Doors } from "../../../../src/robots/doors/doors.ts";
import type { MissionRequest } from "../../../../src/robots/missions/mission-document.ts";
import { aDoor, FakeDoor } from "../../../support/doors/fake-door.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { runRig } from "../run-rig.ts";

type Step = MissionRequest["steps"][number];

const go = (x: number, y: number): Step => ({ type: "go", target: { frame: "map", x, y } });
const mission = (...steps: Step[]): MissionRequest => ({ name: "round", steps });

test("a door step ends once the door is open, and a door that stays shut fails it by its code", async (t) => {
  const link = new FakeDoor();
  const store = await makeStore(t);
  const doors = new Doors({
    store,
    events: { append: async () => undefined as never },
    clock: systemClock,
    log: silentLogger,
    doors: [{ settings: aDoor({ mostAgeMs: 600_000 }), link }],
  });
  await doors.start();
  t.after(() => doors.stop());
  const rig = await runRig(t, { site: { doors } });
  link.say("closed");
  link.onRequest = ({ kind }) => {
    if (kind === "open") link.say("open");
  };
  const door: Step = { type: "door", door: "gate", seconds: 20 };
  const opened = await rig.over(await rig.task({ mission: mission(door, go(2, 0)) }));
  assert.equal(opened.status, "completed", JSON.stringify(opened.error));
  assert.equal(link.kinds[0], "open");
  link.onRequest = () => link.say("closed");
  link.say("closed");
  const shut = await rig.over(await rig.task({ mission: mission(door, go(2, 2)) }));
  assert.equal(shut.error?.code, "door_timeout", JSON.stringify(shut.error));
  assert.match(shut.error!.message, /Gate is closed/);
});
