import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../../support/box/wait.ts";
import { anna, move } from "./rig.ts";
import { patrol, runRig, sentBy, yard } from "./run-rig.ts";

test("a patrol visits every corner, lap after lap, under its own name, and reports", async (t) => {
  const rig = await runRig(t);
  const id = await rig.start({ ...patrol, laps: 2 });
  const { plan } = (await until(() => rig.payload(id)["plan"] !== undefined), rig.payload(id));
  assert.equal(plan.source, "task");
  assert.deepEqual(
    plan.sections[0].steps.map((step: { command: { target: { x: number; y: number } } }) => [
      step.command.target.x,
      step.command.target.y,
    ]),
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ],
  );
  await until(() => rig.service.status("default", "rover")!.active_run === id);
  assert.equal(rig.service.status("default", "rover")!.lease?.holder, `run:${id}`);
  await assert.rejects(rig.start(patrol), { code: "conflict", param: "robot_id" });
  const job = await rig.over(id);
  assert.equal(job.status, "completed", JSON.stringify(job.error));
  const { laps, state, skipped } = job.payload as unknown as {
    laps: { lap: number; done: number }[];
    state: string;
    skipped: unknown[];
  };
  assert.deepEqual(
    laps.map(({ lap, done }) => [lap, done]),
    [
      [0, 4],
      [1, 4],
    ],
  );
  assert.deepEqual([state, skipped.length, job.progress], ["done", 0, 1]);
  assert.equal(sentBy(rig, id).length, 8);
  const status = rig.service.status("default", "rover")!;
  assert.deepEqual([status.active_run, status.lease], [null, null]);
  await rig.start({ ...patrol, dry_run: true });
});

test("words become a plan that is shown, and a dry run does nothing else", async (t) => {
  const rig = await runRig(t, {});
  await rig.service.putZones("default", [{ ...yard, name: "north yard" }]);
  const id = await rig.start({
    robot_id: "rover",
    task: "Undock, patrol the north yard twice slowly, then go home",
    dry_run: true,
  });
  const job = await rig.over(id);
  const { plan } = job.payload as unknown as {
    plan: { sections: { laps: number; steps: any[] }[] };
  };
  assert.deepEqual(
    plan.sections.map(({ laps, steps }) => [laps, steps.map((step) => step.command.command)]),
    [
      [1, ["undock"]],
      [2, ["move_to", "move_to", "move_to", "move_to"]],
      [1, ["dock"]],
    ],
  );
  assert.equal(plan.sections[1]!.steps[0].command.max_speed_mps, 0.3);
  assert.deepEqual(sentBy(rig, id), []);
});

test("a run is paused and resumed where it was, and cancelled with the robot at rest", async (t) => {
  const rig = await runRig(t);
  const id = await rig.start({ ...patrol, laps: null });
  await rig.passUntil(() => rig.payload(id)["at"]?.step === 2, "the second corner");
  await rig.runs.pause("default", id, "anna");
  await rig.state(id, "paused");
  assert.equal(rig.body().goal, null);
  assert.equal(rig.service.status("default", "rover")!.lease, null);
  const at = { ...rig.body().body };
  await rig.pass(5000);
  assert.deepEqual([rig.body().body.xM, rig.body().body.yM], [at.xM, at.yM]);
  await assert.rejects(rig.runs.pause("default", id, "anna"), { code: "conflict" });
  await rig.runs.resume("default", id);
  await rig.passUntil(() => rig.payload(id)["at"]?.lap === 1, "the next lap");
  await rig.jobs.cancel("default", id);
  const job = await rig.over(id);
  assert.equal(job.status, "cancelled");
  assert.equal(rig.body().goal, null);
  await assert.rejects(rig.runs.resume("default", id), { code: "conflict" });
  const again = await rig.start(patrol);
  assert.equal((await rig.over(again)).status, "completed");
});

test("an ability that is lost on the way is waited for, and driving goes on where it was", async (t) => {
  const rig = await runRig(t);
  const id = await rig.start(patrol);
  await rig.passUntil(() => rig.payload(id)["at"]?.step === 1, "the first corner");
  await rig.passUntil(() => rig.body().goal !== null, "the way to the second");
  rig.body().faults.lacks = ["move_to"];
  await rig.state(id, "waiting");
  assert.equal(rig.payload(id)["hindrance"].code, "capability_missing");
  const [cut] = sentBy(rig, id).slice(-1);
  assert.deepEqual([cut!.state, cut!.reason?.split(":")[0]], ["failed", "capability_missing"]);
  assert.equal(rig.service.status("default", "rover")!.lease, null);
  await rig.pass(20_000);
  rig.body().faults.lacks = [];
  const job = await rig.over(id);
  assert.equal(job.status, "completed", JSON.stringify(job.error));
  assert.deepEqual((job.payload as unknown as { skipped: unknown[] }).skipped, []);
});

test("a run keeps its robot while a slow disk still records that it took it", async (t) => {
  const rig = await runRig(t);
  const id = await rig.start(patrol);
  const held = () => rig.robots.unit("default", "rover")!.lease.held;
  await until(() => held() !== null);
  // Longer than the lease, before the disk has the time to answer.
  for (let seconds = 0; seconds < 15; seconds++) rig.clock.advance(1000);
  assert.equal(held()?.keyId, `run:${id}`);
  assert.equal((await rig.over(id)).status, "completed");
});

test("an ability that stays away for a minute ends the run with its code, and nothing drives", async (t) => {
  const rig = await runRig(t);
  const id = await rig.start(patrol);
  await rig.passUntil(() => rig.body().goal !== null, "the way");
  rig.body().faults.lacks = ["move_to"];
  const job = await rig.over(id);
  assert.deepEqual([job.status, job.error?.code], ["failed", "capability_missing"]);
  assert.equal(rig.body().goal, null);
  assert.equal(rig.service.status("default", "rover")!.active_run, null);
});

test("after a crash nothing drives until somebody resumes the run, which then goes on at its place", async (t) => {
  const rig = await runRig(t);
  const id = await rig.start(patrol);
  await rig.passUntil(() => rig.payload(id)["at"]?.step === 2, "the second corner");
  await rig.passUntil(() => rig.body().goal !== null, "the way to the third");
  await rig.dieAndComeBack();
  await rig.state(id, "paused");
  assert.equal(rig.payload(id)["hindrance"].code, "restarted");
  // The robot itself still had its goal: that is ended once the robot is heard of.
  await rig.passUntil(() => rig.body().goal === null, "the robot to stand");
  const { length } = sentBy(rig, id);
  await rig.pass(20_000);
  assert.deepEqual([rig.body().goal, sentBy(rig, id).length], [null, length]);
  await rig.dieAndComeBack();
  await until(() => rig.service.status("default", "rover")!.active_run === id);
  assert.equal(rig.payload(id)["state"], "paused");
  await rig.runs.resume("default", id);
  const job = await rig.over(id);
  assert.equal(job.status, "completed", JSON.stringify(job.error));
  const succeeded = sentBy(rig, id).filter(
    ({ command, state }) => "target" in command && state === "succeeded",
  );
  assert.equal(succeeded.length, 4);
});

test("a run that moves nothing goes on by itself after a crash", async (t) => {
  const rig = await runRig(t);
  const id = await rig.start({ robot_id: "rover", task: "observe", dwell_seconds: 10 });
  await rig.passUntil(() => rig.payload(id)["state"] === "running", "the stay");
  await rig.dieAndComeBack();
  assert.equal((await rig.over(id)).status, "completed");
});

test("after a crash a run that may resumes at its place, with no command given twice", async (t) => {
  const rig = await runRig(t);
  const id = await rig.start({ ...patrol, after_restart: "resume" });
  await rig.passUntil(() => rig.payload(id)["at"]?.step === 2, "the second corner");
  await rig.passUntil(() => rig.body().goal !== null, "the way to the third");
  const { length } = sentBy(rig, id);
  await rig.dieAndComeBack();
  const job = await rig.over(id);
  assert.equal(job.status, "completed", JSON.stringify(job.error));
  const commands = sentBy(rig, id);
  const succeeded = commands.filter(({ state }) => state === "succeeded");
  // Each corner once: the one that was cut off again, or taken up where the robot still had it.
  assert.equal(succeeded.length, 4, JSON.stringify(commands.map((one) => [one.state, one.reason])));
  assert.ok(commands.length <= length + 3);
  const places = succeeded.map(({ command }) => JSON.stringify((command as any).target));
  assert.equal(new Set(places).size, 4);
});

test("an operator who takes the robot pauses the run; it waits for a person, not for the lease", async (t) => {
  const rig = await runRig(t);
  const id = await rig.start({ ...patrol, laps: null });
  await rig.passUntil(() => rig.body().goal !== null, "the way to a corner");
  const sent = await rig.send(move(0, 0));
  assert.equal(sent.state, "executing");
  await rig.state(id, "paused");
  assert.equal(rig.payload(id)["hindrance"].code, "superseded");
  await rig.pass(8000);
  await rig.ended(sent.command_id);
  assert.equal(rig.payload(id)["state"], "paused");
  await rig.runs.resume("default", id);
  await rig.state(id, "running");
  await rig.service.stop(anna, "rover", "test");
  await rig.state(id, "paused");
  await rig.runs.resume("default", id);
  await rig.pass(2000);
  await rig.state(id, "paused");
  assert.equal(rig.payload(id)["hindrance"].code, "stopped_by_operator");
  await rig.send({ command: "pause" });
  await rig.runs.resume("default", id);
  await rig.state(id, "running");
});

test("a robot that is lost on the way is waited for, also while the clock is set", async (t) => {
  const rig = await runRig(t);
  const id = await rig.start(patrol);
  await rig.passUntil(() => rig.body().goal !== null, "the way to a corner");
  rig.body().faults.silent = true;
  await rig.passUntil(
    () => rig.payload(id)["hindrance"]?.code === "robot_offline" || rig.body().goal === null,
    "the robot to be lost",
  );
  rig.clock.jumpWall(7_200_000);
  await rig.pass(5000);
  rig.clock.jumpWall(-14_400_000);
  await rig.pass(5000);
  assert.equal(rig.job(id).status, "processing");
  rig.body().faults.silent = false;
  assert.equal((await rig.over(id)).status, "completed");
});

test("a robot that can no longer do it ends the run with the code; a place that is blocked is skipped", async (t) => {
  const rig = await runRig(t, {
    request: {
      driver: "sim",
      sim: {
        obstacles: [
          [
            [0.6, -3],
            [3, -3],
            [3, -0.6],
            [0.6, -0.6],
          ],
        ],
      },
    },
  });
  const id = await rig.start(patrol);
  const job = await rig.over(id);
  assert.equal(job.status, "completed");
  const { skipped } = job.payload as unknown as { skipped: { code: string; reason: string }[] };
  assert.ok(skipped.length >= 1 && skipped.length <= 3);
  assert.match(skipped[0]!.reason, /obstacle/);
  const strict = await rig.start({ ...patrol, on_blocked: "fail" });
  const failed = await rig.over(strict);
  assert.deepEqual([failed.status, failed.error?.code], ["failed", "place_unreachable"]);
  rig.body().faults.refuse = ["move_to"];
  const none = await rig.over(await rig.start(patrol));
  assert.deepEqual([none.status, none.error?.code], ["failed", "no_progress"]);
  rig.body().faults.refuse = [];
  const gone = await rig.start(patrol);
  await rig.passUntil(() => rig.body().goal !== null, "the way to a corner");
  await rig.service.remove("default", "rover");
  const removed = await rig.over(gone);
  assert.deepEqual([removed.status, removed.error?.code], ["failed", "robot_removed"]);
});

test("what a stream sees makes the run act once: an alert, and a command that lets it go on after", async (t) => {
  const rig = await runRig(t);
  const id = await rig.start({
    ...patrol,
    laps: null,
    after_restart: "resume",
    behaviors: [{ type: "intrusion" }],
    actions: [
      {
        on: "intrusion",
        do: [
          { type: "alert", severity: "critical", message: "Look there" },
          { type: "command", command: move(0, 0) },
        ],
      },
    ],
    perception: { stream_ids: ["gate"] },
  });
  await rig.passUntil(() => rig.body().goal !== null, "the way to a corner");
  rig.scene.happen({ streamId: "yard" });
  rig.scene.happen();
  rig.scene.happen();
  await until(() => rig.incidents("intrusion").length === 1);
  const { data } = rig.incidents("intrusion")[0]!;
  assert.deepEqual(
    [data["run_id"], data["severity"], data["summary"], data["stream_id"]],
    [id, "critical", "Look there", "gate"],
  );
  await rig.passUntil(
    () =>
      sentBy(rig, id).some(
        ({ command, state }) => (command as any).target?.x === 0 && state === "succeeded",
      ),
    "the command of the action",
  );
  const before = rig.payload(id)["at"].step as number;
  await rig.passUntil(() => rig.payload(id)["at"].step !== before, "the patrol to go on");
  await rig.dieAndComeBack();
  await until(() => rig.scene.isHeard);
  rig.scene.happen();
  await rig.pass(3000);
  assert.equal(rig.incidents("intrusion").length, 1);
  await rig.pass(30_000);
  rig.scene.happen({ frameAgeMs: 9000 });
  await until(() => rig.incidents("intrusion").length === 2);
  await rig.passUntil(
    () =>
      (rig.payload(id)["actions"] as { code: string }[]).some(
        ({ code }) => code === "incident_too_old",
      ),
    "the old incident to be left out",
  );
});

test("the robot follows what it sees at its distance, looks at it, and says when it is lost", async (t) => {
  const rig = await runRig(t);
  rig.scene.places = [{ frame: "map", xM: 5, yM: 0 }];
  const id = await rig.start({
    robot_id: "rover",
    task: "follow the person",
    standoff_m: 2,
    perception: { stream_ids: ["gate"] },
  });
  await rig.passUntil(() => Math.abs(rig.body().body.xM - 3) < 0.2, "the robot to be near");
  rig.scene.places = [{ frame: "map", xM: 3, yM: 6 }];
  await rig.passUntil(() => Math.abs(rig.body().body.yM - 4) < 0.2, "the robot to be near again");
  const { xM, yM } = rig.body().body;
  rig.scene.places = [{ frame: "map", xM: xM - 1.5, yM }];
  await rig.passUntil(() => Math.abs(rig.body().body.yawRad) > 2.9, "the robot to look at it");
  assert.ok(Math.hypot(rig.body().body.xM - xM, rig.body().body.yM - yM) < 0.3);
  rig.scene.places = [];
  const job = await rig.over(id);
  assert.equal(job.status, "completed");
  const { skipped } = job.payload as unknown as { skipped: { code: string }[] };
  assert.equal(skipped[0]!.code, "target_lost");
});

test("no movement of a run is faster than its words and its own limit: following, docking, actions", async (t) => {
  const rig = await runRig(t, {
    request: { driver: "sim", max_speed_mps: 1.2, sim: { dock: { frame: "map", x: 2, y: 2 } } },
  });
  let fastest = 0;
  const measured = async (id: string): Promise<number> => {
    fastest = 0;
    await rig.passUntil(() => {
      fastest = Math.max(fastest, Math.abs(rig.body().body.linearMps));
      return rig.job(id).completedAtMs !== null;
    }, "the end of the run");
    return fastest;
  };
  const speedsOf = (id: string) =>
    sentBy(rig, id).flatMap(({ command }) =>
      "target" in command || "max_speed_mps" in command ? [(command as any).max_speed_mps] : [],
    );
  const perception = { stream_ids: ["gate"] };
  rig.scene.places = [{ frame: "map", xM: 5, yM: 0 }];
  const words = await rig.start({
    robot_id: "rover",
    task: "follow the person at 0.2 m/s for 20 seconds",
    perception,
  });
  assert.ok(Math.abs((await measured(words)) - 0.2) < 1e-6, `${fastest}`);
  rig.scene.places = [{ frame: "map", xM: -5, yM: 0 }];
  const named = await rig.start({
    robot_id: "rover",
    task: "follow",
    max_speed_mps: 0.3,
    dwell_seconds: 10,
    perception,
  });
  assert.ok(Math.abs((await measured(named)) - 0.3) < 1e-6, `${fastest}`);
  assert.deepEqual([...new Set([...speedsOf(words), ...speedsOf(named)])], [0.2, 0.3]);
  rig.scene.places = [];
  const home = await rig.start({ robot_id: "rover", task: "go home at 0.2 m/s" });
  assert.ok(Math.abs((await measured(home)) - 0.2) < 1e-6, `${fastest}`);
  const acting = await rig.start({
    ...patrol,
    task: "undock, patrol the yard at 1.2 m/s",
    max_speed_mps: 0.4,
    behaviors: [{ type: "intrusion" }],
    actions: [{ on: "intrusion", do: [{ type: "command", command: move(0, 0) }] }],
    perception,
  });
  await rig.passUntil(() => rig.payload(acting)["at"]?.section === 1, "the patrol");
  rig.scene.happen();
  await measured(acting);
  assert.ok(fastest <= 0.4 + 1e-6, `${fastest}`);
  assert.equal(rig.payload(acting)["actions"].length, 1);
  assert.deepEqual([...new Set(speedsOf(acting))], [0.4]);
});
