import assert from "node:assert/strict";
import { test } from "node:test";
import type { RobotActionStep } from "../../../src/robots/fleet/config-document.ts";
import type { RobotRunRequest } from "../../../src/robots/tasks/run-document.ts";
import { withBoxSpeech } from "../../../src/robots/driver/box-speech.ts";
import { until } from "../../support/box/wait.ts";
import { anna, move } from "./rig.ts";
import { runRig, type RunRig, sentBy } from "./run-rig.ts";

/** A run that stays and does `step` when the stream `gate` sees somebody. */
const reacting = (step: Partial<RobotActionStep> = {}, dwellSec = 60): RobotRunRequest => ({
  robot_id: "rover",
  task: "observe",
  dwell_seconds: dwellSec,
  after_restart: "resume",
  behaviors: [{ type: "intrusion" }],
  actions: [{ on: "intrusion", do: [{ type: "command", command: move(1, 0), ...step }] }],
  perception: { stream_ids: ["gate"] },
});

/** Such a run, while an operator holds the robot, up to the sight of somebody. */
async function whileHeld(rig: RunRig, request: RobotRunRequest): Promise<string> {
  await rig.service.takeLease(anna, "rover", { ttl_seconds: 300 });
  const { length } = rig.incidents("intrusion");
  const id = await rig.start(request);
  await until(() => rig.scene.isHeard);
  rig.scene.happen();
  await until(() => rig.incidents("intrusion").length > length);
  return id;
}

/** The command has been tried once, in vain. */
async function waiting(rig: RunRig, id: string): Promise<void> {
  await until(() => rig.payload(id)["actions"]?.[0]?.code === "lease_held");
  assert.equal(rig.payload(id)["actions"][0].state, "pending");
}

test("a command that finds the robot taken waits until it is free, and is given then", async (t) => {
  const rig = await runRig(t);
  const id = await whileHeld(rig, reacting());
  await waiting(rig, id);
  await rig.pass(15_000);
  assert.deepEqual(sentBy(rig, id), []);
  await rig.service.releaseLease(anna, "rover");
  const job = await rig.over(id);
  const [action] = rig.payload(id)["actions"];
  const [sent] = sentBy(rig, id);
  assert.deepEqual([job.status, rig.payload(id)["warnings"]], ["completed", []]);
  assert.deepEqual(
    [action.state, action.code, action.command_id],
    ["sent", null, sent!.command_id],
  );
  assert.equal(sent!.state, "succeeded");
});

test("a robot that stays taken: after 30 s a warning of the completed run, or the end of it where the command was required", async (t) => {
  const rig = await runRig(t);
  const id = await whileHeld(rig, reacting({}, 5));
  await waiting(rig, id);
  await rig.pass(20_000);
  assert.equal(rig.job(id).completedAtMs, null);
  const job = await rig.over(id);
  assert.equal(job.status, "completed");
  const { warnings, actions } = rig.payload(id);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /^actions: move_to on intrusion .*lease_held: .*anna/);
  assert.deepEqual([actions[0].state, actions[0].code], ["failed", "lease_held"]);
  const waitedMs = job.completedAtMs! - job.createdAtMs;
  assert.ok(waitedMs >= 30_000 && waitedMs < 40_000, `${waitedMs}`);

  const strict = await whileHeld(rig, reacting({ required: true, wait_seconds: 2 }));
  await waiting(rig, strict);
  const required = await rig.over(strict);
  assert.deepEqual([required.status, required.error?.code], ["failed", "lease_held"]);
  assert.ok(required.completedAtMs! - required.createdAtMs < 10_000);
  assert.equal(rig.service.status("default", "rover")!.lease?.holder, "anna");
});

test("a restart while a command waits is told: it is not given later", async (t) => {
  const rig = await runRig(t);
  const optional = await whileHeld(rig, reacting({}, 5));
  await rig.dieAndComeBack();
  const first = await rig.over(optional);
  assert.equal(first.status, "completed", JSON.stringify(first.error));
  assert.match(rig.payload(optional)["warnings"][0], /not_repeated/);
  const required = await whileHeld(rig, reacting({ required: true }, 5));
  await rig.dieAndComeBack();
  const job = await rig.over(required);
  assert.deepEqual([job.status, job.error?.code], ["failed", "not_repeated"]);
});

test("what the box itself says needs no lease, and takes the robot from nobody", async (t) => {
  const said: string[] = [];
  const rig = await runRig(t, {
    wrap: (driver) =>
      withBoxSpeech(driver, {
        usable: () => ({ available: true, sink: "files" }),
        say: async (message) => (said.push(message), { state: "succeeded", reason: null }),
      }),
  });
  const command = { command: "announce", message: "Please leave" } as const;
  const id = await whileHeld(rig, reacting({ command }, 3));
  assert.equal((await rig.over(id)).status, "completed");
  assert.deepEqual([said, rig.payload(id)["warnings"]], [["Please leave"], []]);
  assert.equal(rig.service.status("default", "rover")!.lease?.holder, "anna");
  const words = await rig.start({ robot_id: "rover", task: 'say "Good evening"' });
  assert.equal((await rig.over(words)).status, "completed");
  assert.deepEqual(said, ["Please leave", "Good evening"]);
});

test("an alert takes no field of a command, inline or stored", async (t) => {
  const rig = await runRig(t);
  const alert = { type: "alert", severity: "info", required: true } as const;
  const on = "intrusion";
  const run = reacting();
  await assert.rejects(rig.start({ ...run, actions: [{ on, do: [alert] }] }), {
    param: "actions[0].do[0].required",
  });
  await assert.rejects(rig.service.putActions("default", [{ name: "a", on, do: [alert] }]), {
    param: "actions[0].do[0].required",
  });
});
