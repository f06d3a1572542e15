import assert from "node:assert/strict";
import { test } from "node:test";
import { sentBy } from "../run-rig.ts";
import { go, mission, missionRig, type Steps } from "./mission-rig.ts";

test("below its threshold a robot charges between two steps and goes on, and never goes below its floor", async (t) => {
  const request = {
    driver: "sim" as const,
    battery_floor_percent: 20,
    charging: { below_percent: 40, until_percent: 60 },
    sim: { battery_percent: 40.5, dock: { frame: "map", x: -3, y: 0 } },
  };
  const rig = await missionRig(t, { request });
  const least = { percent: 100 };
  rig.clock.every(100, () => {
    least.percent = Math.min(least.percent, rig.body().body.batteryPercent);
  });
  const steps = ["a", "b", "c", "d", "a", "b", "c", "d"].map(go);
  const id = await rig.task({ mission: mission(steps) });
  rig.body().body.batteryPercent = 40.05;
  await rig.state(id, "charging");
  assert.match(rig.payload(id).hindrance.message, /charges up to 60 %/);
  const { charging } = rig.payload(id) as { charging: { reason: string } };
  assert.match(charging.reason, /below 40 %/);
  const taken = rig.payload(id).mission.taken;
  assert.ok(taken > 0 && taken < 8, `${taken} steps before`);
  const job = await rig.over(id);
  assert.equal(job.status, "completed", JSON.stringify(job.error));
  const sent = sentBy(rig, id).map(({ command }) => command.target?.place ?? command.command);
  assert.deepEqual(
    sent.filter((one) => one !== "dock"),
    ["a", "b", "c", "d", "a", "b", "c", "d"],
  );
  assert.equal(sent.filter((one) => one === "dock").length, 1);
  assert.ok(least.percent >= 20, `${least.percent} %`);
});

test("a step for which the charge is too low waits for it, and one for which no battery is enough is refused", async (t) => {
  const request = {
    driver: "sim" as const,
    battery_floor_percent: 20,
    charging: { below_percent: 25, until_percent: 30, percent_per_hour: 60 },
    sim: { battery_percent: 50, dock: { frame: "map", x: 1, y: 0 } },
  };
  const rig = await missionRig(t, { request });
  const wait = (minutes: number): Steps[number] => ({ type: "wait", seconds: minutes * 60 });
  const id = await rig.task({ mission: mission([wait(45), go("a")]) });
  await rig.state(id, "charging");
  assert.match(rig.payload(id).charging.reason, /the step leaves less than 20 %/);
  assert.ok(rig.payload(id).charging.until_percent >= 65);
  await rig.jobs.cancel("default", id);
  await rig.over(id);
  const never = await rig.over(await rig.task({ mission: mission([wait(90)]) }));
  assert.equal(never.error?.code, "battery_low");
  assert.match(
    never.error!.message,
    /step_1: the step needs 90\.\d % of the battery, and 20 % must stay/,
  );
});
