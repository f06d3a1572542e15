import assert from "node:assert/strict";
import { test } from "node:test";
import type { MissionRequest } from "../../../../src/robots/missions/mission-document.ts";
import { until } from "../../../support/box/wait.ts";
import { sentBy } from "../run-rig.ts";
import { go, mission, missionRig, type Steps } from "./mission-rig.ts";

test("a stored mission drives its steps in order under the name of its job", async (t) => {
  const rig = await missionRig(t);
  const caller = { org: "default", keyId: "anna", scopes: [], requestId: "req_test" };
  const steps: Steps = [go("a"), { type: "wait", seconds: 3 }, go("b")];
  const stored = await rig.missions.service.put(caller, mission(steps));
  const id = await rig.task({ mission_id: stored.id });
  const job = await rig.over(id);
  assert.equal(job.status, "completed", JSON.stringify(job.error));
  const targets = sentBy(rig, id).map(({ command }) => command.target!.place);
  assert.deepEqual(targets, ["a", "b"]);
  const { mission: report, robot_id: robotId } = job.payload as any;
  assert.deepEqual([report.name, report.taken, robotId], ["round", 3, "rover"]);
  assert.equal(report.choice.candidates[0].is_chosen, true);
  assert.deepEqual(rig.missions.service.tasks("default"), []);
});

test("branches follow what is seen, what a person answers, and what fails", async (t) => {
  const rig = await missionRig(t);
  rig.scene.places = [{ frame: "map", xM: 1, yM: 1 }];
  const steps: Steps = [
    {
      id: "look",
      type: "look",
      look_for: "person",
      seconds: 5,
      branches: [{ on: "found", to: "ask" }],
    },
    { id: "away", type: "go", place: "a" },
    {
      id: "ask",
      type: "ask",
      question: "May I go on?",
      answers: ["yes", "no"],
      seconds: 60,
      branches: [{ on: "no", to: "fail" }],
    },
    {
      id: "far",
      type: "go",
      place: "b",
      branches: [
        { on: "failed", to: "home" },
        { on: "done", to: "fail" },
      ],
    },
    { id: "home", type: "go", place: "d" },
  ];
  const id = await rig.task({ mission: mission(steps, { stream_ids: ["gate"] }) });
  await rig.state(id, "asking");
  assert.match(rig.payload(id).hindrance.message, /May I go on\? \(yes, no\)/);
  await assert.rejects(rig.missions.service.answer("default", id, "maybe"), { code: "conflict" });
  await rig.missions.service.answer("default", id, "yes");
  await rig.passUntil(() => sentBy(rig, id).length === 1, "the way to b");
  await rig.service.putZones("default", [
    {
      name: "new",
      type: "keep_out",
      frame: "map",
      polygon: [
        [1.5, 1.5],
        [2.5, 1.5],
        [2.5, 2.5],
        [1.5, 2.5],
      ],
    },
  ]);
  const job = await rig.over(id);
  assert.equal(job.status, "completed", JSON.stringify(job.error));
  const targets = sentBy(rig, id).map(({ command }) => command.target!.place);
  assert.deepEqual([targets[0], targets.at(-1)], ["b", "d"]);
  const { findings, laps, skipped } = job.payload as any;
  const results = laps.map((lap: { result: string }) => lap.result);
  assert.deepEqual(results, ["found", "yes", "failed", "done"]);
  assert.deepEqual([findings[0].class, findings[0].count, skipped.length], ["person", 1, 1]);
});

test("a question without an answer goes on as no_answer, and an answer of no fails", async (t) => {
  const rig = await missionRig(t);
  const ask: Steps[number] = {
    id: "ask",
    type: "ask",
    question: "Go?",
    answers: ["no"],
    seconds: 5,
    branches: [
      { on: "no", to: "fail" },
      { on: "no_answer", to: "end" },
    ],
  };
  const silent = await rig.task({ mission: mission([ask]) });
  assert.equal((await rig.over(silent)).status, "completed");
  const refused = await rig.task({ mission: mission([{ ...ask, seconds: 600 }]) });
  await rig.state(refused, "asking");
  await rig.missions.service.answer("default", refused, "no");
  assert.equal((await rig.over(refused)).error?.code, "mission_failed");
});

test("a loop ends at its bound of steps, and a mission at its bound of minutes", async (t) => {
  const rig = await missionRig(t);
  const loop: Steps = [
    { id: "wait", type: "wait", seconds: 1 },
    {
      id: "look",
      type: "look",
      look_for: "person",
      seconds: 1,
      branches: [{ on: "not_found", to: "wait" }],
    },
  ];
  const steps = mission(loop, { stream_ids: ["gate"], max_steps: 7 });
  const counted = await rig.over(await rig.task({ mission: steps }));
  assert.equal(counted.error?.code, "mission_bound");
  assert.match(counted.error!.message, /max_steps: round took 7 steps/);
  const timed = mission(loop, { stream_ids: ["gate"], max_minutes: 0.2 });
  const late = await rig.over(await rig.task({ mission: timed }));
  assert.match(late.error!.message, /max_minutes/);
});

test("what can never work is refused by name, and nothing moves", async (t) => {
  const rig = await missionRig(t);
  const wait: Steps[number] = { type: "wait", seconds: 1 };
  const refusals: [Steps, Partial<MissionRequest>, RegExp][] = [
    [
      [
        { id: "a", type: "wait", seconds: 1 },
        { id: "b", type: "wait", seconds: 1, branches: [{ on: "done", to: "a" }] },
      ],
      {},
      /^mission\.steps\[0\]: the mission round can never end: no way leads from a to the end/,
    ],
    [
      [{ ...wait, branches: [{ on: "done", to: "end" }] }, wait],
      {},
      /^mission\.steps\[1\]: no step leads/,
    ],
    [[wait, wait], { max_steps: 1 }, /^mission\.max_steps: is 1, but the shortest way/],
    [[{ type: "wait", seconds: 7200 }], { max_minutes: 60 }, /^mission\.max_minutes: is 60, but/],
    [
      [go("a"), go("bb")],
      {},
      /^mission\.steps\[1\]\.place: there is no place bb\. Did you mean b\?/,
    ],
    [[{ ...wait, place: "a" }], {}, /^mission\.steps\[0\]\.place: does not belong to a wait step/],
    [[{ type: "look", seconds: 1 }], {}, /^mission\.steps\[0\]\.look_for: is missing/],
    [
      [{ type: "door", door: "gate" }],
      {},
      /^mission\.steps\[0\]\.door: there is no door gate\. Add it/,
    ],
    [
      [{ ...wait, branches: [{ on: "found", to: "end" }] }],
      {},
      /branches\[0\]\.on: this step has no result found/,
    ],
    [
      [{ ...wait, branches: [{ on: "done", to: "x" }] }],
      {},
      /branches\[0\]\.to: there is no step x/,
    ],
    [
      [{ type: "webhook", webhook_id: "x" }],
      {},
      /^mission\.steps\[0\]\.webhook_id: there is no such/,
    ],
    [[go("outside")], {}, /^mission: no robot can carry it out \(rover: step_1: .*fence/],
    [[{ type: "look", look_for: "person", seconds: 1 }], {}, /it has no camera to look with/],
  ];
  for (const [steps, more, message] of refusals)
    await assert.rejects(rig.task({ mission: mission(steps, more) }), { message });
  assert.equal(rig.events.filter(({ type }) => type === "robot.command").length, 0);
});

test("of two robots the nearer one that can takes the mission, and the choice says why", async (t) => {
  const rig = await missionRig(t);
  await rig.service.put("default", "near", {
    driver: "sim",
    sim: { start: { frame: "map", x: 1.5, y: 0.5 } },
  });
  await rig.service.put("default", "dead", { driver: "sim", sim: { faults: { silent: true } } });
  await rig.pass(500);
  const id = await rig.task({ mission: mission([go("a")]) });
  await rig.over(id);
  const { choice } = rig.payload(id).mission;
  const seen = choice.candidates.map((one: any) => [one.robot_id, one.is_chosen, one.code]);
  assert.deepEqual(seen, [
    ["near", true, null],
    ["rover", false, "farther"],
    ["dead", false, "robot_offline"],
  ]);
  assert.deepEqual(choice.candidates[1].path_m, 2);
  const dry = await rig.over(await rig.task({ mission: mission([go("d")]), dry_run: true }));
  const [best] = (dry.payload as any).choice.candidates;
  assert.deepEqual([best.robot_id, best.is_chosen], ["rover", true]);
});

test("a mission of higher priority takes the robot between two steps, and the other goes on after it", async (t) => {
  const rig = await missionRig(t);
  const low = await rig.task({ mission: mission([go("a"), go("b"), go("c")], { priority: 10 }) });
  await rig.passUntil(() => sentBy(rig, low).length === 1, "the first step");
  const deaf = await rig.task({ mission: mission([go("d")], { name: "same", priority: 10 }) });
  const high = await rig.task({ mission: mission([go("d")], { name: "urgent", priority: 90 }) });
  await until(() => rig.missions.dispatcher.queue("default").length === 2);
  assert.deepEqual(rig.missions.dispatcher.queue("default"), [high, deaf]);
  await rig.over(high);
  const [first] = rig.missions.service.tasks("default");
  await rig.over(low);
  await rig.over(deaf);
  assert.ok(first);
  const ends = [high, low, deaf].map((id) => rig.job(id).completedAtMs!);
  assert.deepEqual(
    ends,
    ends.toSorted((a, b) => a - b),
  );
  assert.deepEqual(
    sentBy(rig, low).map(({ command }) => command.target!.place),
    ["a", "b", "c"],
    "no step twice",
  );
});

test("a waiting mission that gets a higher priority is the next, and one that has ended is unknown", async (t) => {
  const rig = await missionRig(t);
  const stay = mission([{ type: "wait", seconds: 60 }], { interruptible: false });
  const first = await rig.task({ mission: stay });
  await until(() => rig.missions.service.tasks("default")[0]?.run.robotId === "rover");
  const walk = mission([go("a")]);
  const ids = [await rig.task({ mission: walk }), await rig.task({ mission: walk })];
  const waiting = () =>
    rig.missions.service
      .tasks("default")
      .filter(({ position }) => position !== null)
      .map(({ run }) => run.jobId);
  await until(() => waiting().length === 2);
  const codes = () =>
    rig.missions.service.tasks("default").map(({ choice }) => choice?.candidates[0]?.code);
  await until(() => codes().join() === ",robot_busy,robot_busy");
  const changed = await rig.missions.service.setPriority("default", ids[1]!, 90);
  assert.deepEqual([changed.position, changed.run.mission!.priority], [1, 90]);
  assert.deepEqual(waiting(), ids.toReversed());
  for (const id of [first, ...ids]) {
    await rig.jobs.cancel("default", id);
    await rig.over(id);
  }
  await assert.rejects(rig.missions.service.setPriority("default", ids[1]!, 90), {
    code: "not_found",
  });
});

test("a loaded robot is not taken away, and of equal priorities the earlier deadline comes first", async (t) => {
  const rig = await missionRig(t);
  const carry: Steps = [
    { type: "pick", place: "a" },
    go("b"),
    { type: "drop", place: "c" },
    go("d"),
  ];
  const low = await rig.task({ mission: mission(carry, { priority: 10 }) });
  await rig.passUntil(() => sentBy(rig, low).length === 2, "the step after the pick");
  const nowSec = rig.clock.wallMs() / 1000;
  const late = await rig.task({
    mission: mission([go("a")], { name: "late" }),
    deadline_at: nowSec + 9000,
  });
  const soon = await rig.task({
    mission: mission([go("a")], { name: "soon" }),
    deadline_at: nowSec + 8000,
  });
  await until(() => rig.missions.dispatcher.queue("default").length === 2);
  assert.deepEqual(rig.missions.dispatcher.queue("default"), [soon, late]);
  for (const id of [soon, late, low]) await rig.over(id);
  const commands = sentBy(rig, low).map(
    ({ command, ended_at: at }) => [command.command, at!] as const,
  );
  assert.deepEqual(
    commands.map(([name]) => name),
    ["pick", "move_to", "drop", "move_to"],
  );
  const firstOfSoon = sentBy(rig, soon)[0]!.created_at;
  assert.ok(firstOfSoon >= commands[2]![1], "not before the drop");
});

test("a waiting mission that is cancelled or too late leaves the queue and no claim", async (t) => {
  const rig = await missionRig(t);
  const busy = await rig.task({ mission: mission([{ type: "wait", seconds: 600 }]) });
  await rig.state(busy, "running");
  const waiting = await rig.task({ mission: mission([go("a")], { name: "two" }) });
  await rig.state(waiting, "queued");
  const [one] = rig.payload(waiting).mission.choice.candidates;
  assert.deepEqual(
    [one.code, one.reason],
    ["robot_busy", `it is busy with the mission round (${busy})`],
  );
  await rig.jobs.cancel("default", waiting);
  assert.equal((await rig.over(waiting)).status, "cancelled");
  const soon = rig.clock.wallMs() / 1000 + 20;
  const late = await rig.over(await rig.task({ mission: mission([go("a")]), deadline_at: soon }));
  assert.equal(late.error?.code, "deadline_exceeded");
  await rig.jobs.cancel("default", busy);
  await rig.over(busy);
  await until(() => rig.missions.service.tasks("default").length === 0);
  assert.equal(
    (await rig.over(await rig.task({ mission: mission([go("a")]) }))).status,
    "completed",
  );
});

test("after a death what waits waits on, and what was begun waits for a person at its step", async (t) => {
  const rig = await missionRig(t);
  const begun = await rig.task({ mission: mission([go("a"), go("b"), go("c")]) });
  await rig.passUntil(() => sentBy(rig, begun).length === 2, "the second step");
  const waiting = await rig.task({ mission: mission([go("d")], { name: "two" }) });
  await rig.state(waiting, "queued");
  await rig.dieAndComeBack();
  await rig.state(begun, "paused");
  assert.equal(rig.payload(begun).hindrance.code, "restarted");
  assert.equal(rig.payload(begun).mission.step_id, "step_2");
  assert.deepEqual(rig.missions.dispatcher.queue("default"), [waiting]);
  await rig.runs.resume("default", begun);
  assert.equal((await rig.over(begun)).status, "completed");
  assert.equal((await rig.over(waiting)).status, "completed");
});

test("a mission that may go on by itself does so after a death", async (t) => {
  const rig = await missionRig(t);
  const steps = [go("a"), { type: "wait", seconds: 30 } as const, go("b")];
  const id = await rig.task({ mission: mission(steps, { after_restart: "resume" }) });
  await rig.passUntil(() => rig.payload(id)["mission"]?.taken === 1, "the wait");
  await rig.dieAndComeBack();
  assert.equal((await rig.over(id)).status, "completed");
  assert.deepEqual(
    sentBy(rig, id).map(({ command }) => command.target!.place),
    ["a", "b"],
  );
});
