import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { RuleRequest } from "../../../../src/automation/rules/rule-document.ts";
import { makeRules, ScriptedIncidents } from "../../../support/automation/make-rules.ts";
import { rover } from "../../../support/robots/make-robots.ts";
import { until } from "../../../support/box/wait.ts";
import { anna, move, robotRig } from "../../robots/rig.ts";

async function rigOf(t: TestContext, request = rover) {
  const rig = await robotRig(t, { request });
  const { clock, robotService: robots, log: events } = rig;
  const incidents = new ScriptedIncidents(clock);
  const rules = makeRules({ ...rig, clock, events, robots, incidents });
  await rules.start();
  t.after(() => rules.stop());
  /** Raises an incident and waits for the rule to take it, before time passes: a rule leaves old ones alone. */
  const see = async (): Promise<void> => {
    const before = rules.chains("default").length;
    incidents.see();
    await until(() => rules.chains("default").length > before, { what: "a chain" });
  };
  /** Lets time pass until the newest chain says so. */
  const passUntil = (isTrue: (states: string[]) => boolean, what: string) =>
    until(
      async () => {
        const states = rules.chains("default")[0]?.steps.map(({ state }) => state) ?? [];
        if (!isTrue(states)) await rig.pass(400);
        return isTrue(states);
      },
      { what },
    );
  return { rig, rules, see, passUntil };
}

const greet = (x: number): RuleRequest => ({
  on: { type: "intrusion" },
  do: [
    { type: "command", robot_id: "rover", command: move(x, 0) },
    { type: "alert", severity: "warning", message: "I am here", after: "arrived" },
    { type: "command", robot_id: "rover", command: move(0, 0) },
  ],
});

test("a step that waits for the arrival is done when the robot is there, and what follows it then", async (t) => {
  const { rig, rules, see, passUntil } = await rigOf(t);
  await rules.put("default", "greet", greet(8));
  await see();
  await passUntil(([go]) => go === "executing", "the way");
  await rig.pass(6000);
  assert.deepEqual(rig.incidents("rule_alert"), []);
  assert.deepEqual(
    rules.chains("default")[0]!.steps.map(({ state }) => state),
    ["executing", "pending", "pending"],
  );
  await until(async () => {
    await rig.pass(400);
    return rig.incidents("rule_alert").length === 1;
  });
  // The way took longer than an incident may be old: what waited for its end is done all the same.
  await passUntil(([, alert]) => alert === "succeeded", "the alert");
  await passUntil(([, , back]) => back === "refused", "the step that did not wait");
  assert.equal(rules.chains("default")[0]!.steps[2]!.code, "incident_too_old");
});

test("a step that waits for the arrival is refused when the robot does not get there, or the box stops", async (t) => {
  const { rig, rules, see, passUntil } = await rigOf(t);
  await rules.put("default", "greet", { ...greet(8), cooldown_seconds: 0 });
  await see();
  // The robot drives: a command that was not sent yet would be cancelled instead.
  await passUntil(() => rig.body().goal !== null, "the way");
  rig.body().faults.lacks = ["move_to"];
  await passUntil(([go, alert]) => go === "failed" && alert === "refused", "the refusal");
  assert.equal(rules.chains("default")[0]!.steps[1]!.code, "not_arrived");
  rig.body().faults.lacks = [];
  await rig.pass(400);
  await see();
  await passUntil(([go]) => go === "executing", "the way again");
  await rules.stop();
  assert.equal(rules.chains("default")[0]!.steps[1]!.code, "not_arrived");
  assert.deepEqual(rig.incidents("rule_alert"), []);
});

test("a battery that gets low sends the robot home; rules of other robots and of their alerts stay still", async (t) => {
  const { rig, rules, passUntil } = await rigOf(t, { ...rover, battery_floor_percent: 20 });
  await rig.service.put("default", "other", rover);
  const home: RuleRequest = {
    on: { type: "battery_low", robot_ids: ["rover"] },
    do: [
      { type: "command", robot_id: "rover", command: { command: "dock", max_speed_mps: 0.5 } },
      { type: "alert", severity: "info", message: "Charging", after: "arrived" },
    ],
  };
  await rules.put("default", "home", home);
  await rules.put("default", "else", { ...home, on: { ...home.on, robot_ids: ["other"] } });
  rig.body().body.batteryPercent = 15;
  await passUntil(([go]) => go === "executing", "the way home");
  await passUntil((states) => states.every((state) => state === "succeeded"), "the dock");
  assert.equal(rig.body().isDocked, true);
  const chains = rules.chains("default");
  assert.deepEqual(
    chains.map(({ rule_id: id, frame, incident }) => [id, frame.stream_id, incident.robot_id]),
    [["home", "robot:rover", "rover"]],
  );
  assert.equal(chains[0]!.incident.type, "battery_low");
});

test("rules about robots' incidents name their robots, rest for ten seconds, and wait only for a movement", async (t) => {
  const { rules } = await rigOf(t);
  const alert = { type: "alert", severity: "info", message: "Low" } as const;
  const cases: [RuleRequest, string][] = [
    [{ on: { type: "battery_low" }, do: [alert], cooldown_seconds: 5 }, "cooldown_seconds"],
    [{ on: { type: "intrusion", robot_ids: ["rover"] }, do: [alert] }, "on.robot_ids"],
    [{ on: { type: "rule_alert" }, do: [alert] }, "on.type"],
    [{ on: { type: "battery_low" }, do: [{ ...alert, after: "arrived" }] }, "do[0].after"],
    [{ on: { type: "battery_low" }, do: [{ ...alert, wait_seconds: 3 }] }, "do[0].wait_seconds"],
  ];
  for (const [request, param] of cases) {
    await assert.rejects(rules.put("default", "one", request), { param }, param);
  }
});

const homeWhenLow = (waitSec?: number): RuleRequest => ({
  on: { type: "battery_low" },
  do: [
    {
      type: "command",
      robot_id: "rover",
      command: { command: "dock", max_speed_mps: 0.5 },
      ...(waitSec === undefined ? {} : { wait_seconds: waitSec }),
    },
    { type: "alert", severity: "warning", message: "Low" },
  ],
});

test("a rule's command waits for a robot that an operator has, alerts do not, and goes when it is free", async (t) => {
  const { rig, rules, passUntil } = await rigOf(t, { ...rover, battery_floor_percent: 20 });
  await rules.put("default", "home", homeWhenLow());
  await rig.service.takeLease(anna, "rover", { ttl_seconds: 300 });
  rig.body().body.batteryPercent = 15;
  await passUntil(([go, alert]) => go === "pending" && alert === "succeeded", "the wait");
  assert.equal(rules.chains("default")[0]!.steps[0]!.code, "lease_held");
  await rig.service.releaseLease(anna, "rover");
  await passUntil(([go]) => go === "succeeded", "the dock");
  assert.equal(rules.chains("default")[0]!.steps[0]!.code, null);
  assert.equal(rig.body().isDocked, true);
});

test("a rule's command that waited in vain is refused in the chain, after the time that its step says", async (t) => {
  const { rig, rules, passUntil } = await rigOf(t, { ...rover, battery_floor_percent: 20 });
  await rules.put("default", "home", homeWhenLow(20));
  const keep = () => rig.service.takeLease(anna, "rover", { ttl_seconds: 300 });
  await keep();
  rig.body().body.batteryPercent = 15;
  await passUntil(([go]) => go === "pending", "the wait");
  await rig.pass(15_000);
  await keep();
  assert.equal(rules.chains("default")[0]!.steps[0]!.state, "pending");
  await passUntil(([go]) => go === "refused", "the end of the wait");
  assert.equal(rules.chains("default")[0]!.steps[0]!.code, "lease_held");
  assert.equal(rig.body().isDocked, false);
});
