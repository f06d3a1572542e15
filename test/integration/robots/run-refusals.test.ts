import assert from "node:assert/strict";
import { test } from "node:test";
import type { RobotRunRequest } from "../../../src/contract/robot-run.ts";
import type { TextPlanner } from "../../../src/robots/runs/ports.ts";
import { move } from "./rig.ts";
import { patrol, runRig, sentBy, square, yard } from "./run-rig.ts";

test("runs that can never work are refused before they begin, with the field or the rule", async (t) => {
  const rig = await runRig(t);
  const far = { ...yard, name: "far", polygon: square(50, 60) };
  const cases: [Partial<RobotRunRequest>, string, string | undefined][] = [
    [{ robot_id: "ghost" }, "not_found", "robot_id"],
    [{ zones: [] }, "invalid_request_body", "zones"],
    [{ zones: [far] }, "command_rejected", "task"],
    [{ zones: [{ ...yard, frame: "moon" }] }, "command_rejected", "task"],
    [{ zones: [{ ...yard, type: "keep_out" }] }, "invalid_request_body", "zones[0].type"],
    [{ zones: [yard, yard] }, "invalid_request_body", "zones"],
    [
      {
        zones: [
          {
            ...yard,
            polygon: [
              [0, 0],
              [2, 2],
              [2, 0],
              [0, 2],
            ],
          },
        ],
      },
      "invalid_request_body",
      "zones[0].polygon",
    ],
    [{ task: "dance" }, "task_not_understood", "task"],
    [{ task: 'say "hello"' }, "command_rejected", "task"],
    [{ task: "follow" }, "command_rejected", "task"],
    [{ max_speed_mps: 9 }, "command_rejected", "task"],
    [{ profile: "night" }, "invalid_request_body", "profile"],
    [{ zone_ids: ["01900000-0000-7000-8000-000000000001"] }, "invalid_request_body", "zone_ids[0]"],
    [{ behaviors: [{ type: "intrusion" }] }, "invalid_request_body", "behaviors"],
    [{ behaviors: [{ type: "dancing" }] }, "invalid_request_body", "behaviors[0].type"],
    [
      { actions: [{ on: "intrusion", do: [{ type: "alert", severity: "info" }] }] },
      "invalid_request_body",
      "actions[0].on",
    ],
    [{ perception: { robot_camera: true } }, "invalid_request_body", "perception.robot_camera"],
    [
      { perception: { stream_ids: ["nowhere"] } },
      "invalid_request_body",
      "perception.stream_ids[0]",
    ],
    [
      { perception: { input: { data: "no picture" } } },
      "invalid_request_body",
      "perception.input.data",
    ],
  ];
  for (const [change, code, param] of cases) {
    await assert.rejects(
      rig.start({ ...patrol, ...change }),
      { code, param },
      JSON.stringify(change),
    );
  }
  assert.deepEqual(rig.service.listCommands("default", "rover"), []);
});

test("a text endpoint's plan is held to the same bounds and waits for a person", async (t) => {
  let answer: unknown = { steps: [{ type: "move", zone: "yard" }] };
  const text: TextPlanner = { plan: async () => answer };
  const rig = await runRig(t, { text });
  const words = { ...patrol, task: "have a look around, would you" };
  const id = await rig.start(words);
  await rig.state(id, "paused");
  assert.equal(rig.payload(id)["hindrance"].code, "needs_confirmation");
  assert.equal(rig.payload(id)["plan"].source, "text_endpoint");
  assert.deepEqual(sentBy(rig, id), []);
  await rig.runs.resume("default", id);
  assert.equal((await rig.over(id)).status, "completed");
  for (const [bad, code] of [
    [{ steps: [{ type: "move", zone: "moon" }] }, "task_not_understood"],
    [{ steps: [{ type: "command", command: { command: "stop" } }] }, "task_not_understood"],
    [{ steps: [{ type: "command", command: move(90, 0) }] }, "command_rejected"],
    ["rm -rf /", "task_not_understood"],
  ] as const) {
    answer = bad;
    const job = await rig.over(await rig.start(words));
    assert.deepEqual([job.status, job.error?.code], ["failed", code]);
  }
});
