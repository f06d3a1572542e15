import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { RobotCommandBody } from "../../../src/robots/driver/command-document.ts";
import type { RobotRunRequest } from "../../../src/robots/tasks/run-document.ts";
import type { DataClass } from "../../../src/uplink/uplink-terms.ts";
import type { TextPlanner } from "../../../src/robots/tasks/ports.ts";
import type { GatehouseError } from "../../../src/base/core/errors.ts";
import { uplinkPlanner } from "../../../src/robots/tasks/uplink-planner.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { makeUplink } from "../../support/uplink/make-uplink.ts";
import { startScriptedEndpoint } from "../../support/uplink/scripted-endpoint.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { patrol, runRig, sentBy, square, yard } from "./run-rig.ts";
import { egressPage } from "../../../src/uplink/egress-wire.ts";

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
    [{ task: "go home at 9 m/s" }, "command_rejected", "task"],
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

test("a refusal of words says what was understood, the verbs, two examples, the zones and the setting", async (t) => {
  const rig = await runRig(t);
  const pit = { ...yard, name: "pit", type: "keep_out", polygon: square(5, 6) } as const;
  await rig.service.putZones("default", [{ ...yard, name: "north yard" }, pit]);
  const refusal = async (task: string) => {
    const error = await rig.start({ robot_id: "rover", task }).then(
      () => assert.fail("accepted"),
      (failure: GatehouseError) => failure,
    );
    assert.equal(error.code, "task_not_understood");
    return {
      message: error.message,
      of: (rule: string) => error.details?.find((one) => one.rule === rule)?.message,
    };
  };
  const german = await refusal("Fahre zum north yard und dann zum Mond");
  assert.match(german.of("unknown_words")!, /mond/);
  assert.match(german.of("understood")!, /fahre zum north yard/);
  assert.match(german.of("verbs")!, /patrouilliere.*suche.*kehre zurück/);
  assert.match(german.of("examples")!, /“.*north yard.*”, “.*north yard.*”/);
  assert.match(german.of("setting")!, /`uplink\.routes\.text`.*`uplink\.endpoints\[\]\.data`/);
  for (const part of ["mond", "understood:", "verbs:", "examples:", "uplink.routes.text"]) {
    assert.ok(german.message.includes(part), part);
  }
  // A keep-out zone is no place to go to.
  const pitted = await refusal("go to the pit");
  assert.deepEqual(
    [pitted.of("zones"), pitted.of("unknown_words")],
    ["north yard", "“pit” is not understood"],
  );
  const stop = await refusal("stop");
  assert.match(stop.of("stop")!, /Press Stop .*POST \/api\/v1\/robots\/<robot_id>\/stop/);
});

const nothing = {
  zone: null,
  seconds: null,
  command: null,
  x: null,
  y: null,
  max_speed_mps: null,
  message: null,
};
/** An answer of the shape that the text endpoint is asked for. */
const planned = (...steps: object[]) => ({
  understood: true,
  problem: "",
  steps: steps.map((step) => ({ ...nothing, ...step })),
});
const words = { ...patrol, task: "have a look around, would you" };

/** A rig whose runs may ask a text endpoint that answers so, one after the other. */
async function textRig(t: TestContext, answers: unknown[], data: DataClass[] = ["robot"]) {
  const scripted = await startScriptedEndpoint(t, answers);
  const store = await makeStore(t);
  const endpoint = { name: "lan", kind: "openai-compatible", url: scripted.url, key: "k" } as const;
  const uplink = await makeUplink(t, {
    dir: await tempDir(t),
    store,
    endpoints: [{ ...endpoint, data }],
    routes: { text: [{ endpoint: "lan", model: "m" }] },
  });
  const text = uplinkPlanner(uplink);
  const rig = await runRig(t, { store, ...(text ? { text } : {}) });
  return { rig, uplink, requests: scripted.requests };
}

test("words that the grammar does not read become a plan of the text endpoint, which waits for a person", async (t) => {
  const say = { type: "command", command: "announce", message: "Hello" };
  const { rig, uplink, requests } = await textRig(t, [
    planned({ type: "move", zone: "yard" }, { type: "observe", seconds: 1 }),
    planned({ type: "command", command: "move_to", x: 1, y: 0.5, max_speed_mps: 0.5 }, say),
  ]);
  const id = await rig.start(words);
  await rig.state(id, "paused");
  assert.equal(rig.payload(id)["hindrance"].code, "needs_confirmation");
  assert.equal(rig.payload(id)["plan"].source, "text_endpoint");
  assert.deepEqual(sentBy(rig, id), []);
  await rig.runs.resume("default", id);
  assert.equal((await rig.over(id)).status, "completed");
  assert.match(requests[0]!.text, /have a look around, would you[^]*yard/);
  const [sent] = egressPage(uplink.egress, "default", { limit: 10, offset: 0 }).items;
  assert.deepEqual([sent!.data_class, sent!.job_id, sent!.step], ["robot", id, "plan_task"]);
  // The sim has no voice: the first plan cannot be, and neither can the one that is to mend it.
  const refused = await rig.over(await rig.start(words));
  assert.deepEqual([refused.status, refused.error?.code], ["failed", "command_rejected"]);
  assert.match(requests[2]!.text, /cannot be used: .*capability_missing/);
  await assert.rejects(rig.start({ ...patrol, task: "Stop!" }), { code: "task_not_understood" });
  // What the grammar reads is never sent.
  await rig.over(await rig.start({ ...patrol, task: "go to the yard", dry_run: true }));
  assert.equal(requests.length, 3);
});

test("a plan that cannot be is mended once, and one that is wrong twice moves nobody", async (t) => {
  const good = planned({ type: "move", zone: "yard" });
  const moon = planned({ type: "move", zone: "moon" });
  const far = planned({ type: "command", command: "move_to", x: 90, y: 0 });
  const { rig, requests } = await textRig(t, [moon, good, far, far, moon, "rm -rf /"]);
  const first = await rig.over(await rig.start({ ...words, dry_run: true }));
  assert.equal(first.status, "completed", JSON.stringify(first.error));
  assert.match(requests[1]!.text, /moon[^]*names a zone that is not there/);
  const ends: (string | undefined)[] = [];
  for (let round = 0; round < 2; round += 1) {
    ends.push((await rig.over(await rig.start(words))).error?.code);
  }
  assert.deepEqual(ends, ["command_rejected", "task_not_understood"]);
  assert.deepEqual(rig.service.listCommands("default", "rover"), []);
});

test("an endpoint that does not understand, is away, or may not be told: the task is refused with the reason", async (t) => {
  const no = { understood: false, problem: "Which of the\ntwo gates?", steps: [] };
  const { rig } = await textRig(t, [no]);
  const asked = await rig.over(await rig.start(words));
  assert.equal(asked.error?.code, "task_not_understood");
  assert.match(asked.error.message, /Which of the two gates\?/);

  const store = await makeStore(t);
  const uplink = await makeUplink(t, {
    dir: await tempDir(t),
    store,
    endpoints: [
      {
        name: "gone",
        kind: "openai-compatible",
        url: "http://127.0.0.1:9/v1",
        key: "k",
        data: ["robot"],
      },
    ],
    routes: { text: [{ endpoint: "gone", model: "m" }] },
  });
  const alone = await runRig(t, { store, text: uplinkPlanner(uplink)! });
  const job = await alone.over(await alone.start(words));
  assert.deepEqual([job.status, job.error?.code], ["failed", "task_not_understood"]);
  assert.match(job.error!.message, /the text endpoint gave no plan/i);
  assert.match(job.error!.message, /have|look|around/);
  // The robot is free again.
  assert.equal(
    (await alone.over(await alone.start({ ...patrol, dry_run: true }))).status,
    "completed",
  );

  const closed = await textRig(t, [planned()], ["media", "incident"]);
  await assert.rejects(closed.rig.start(words), { code: "task_not_understood" });
  assert.deepEqual(closed.requests, []);
});

test("no command that drives by hand, moves the map or stops is taken from a text endpoint", async (t) => {
  const command: RobotCommandBody[] = [
    { command: "stop" },
    { command: "teleop", linear_mps: 0.1, angular_radps: 0 },
    { command: "localize", target: { frame: "map", x: 0, y: 0 } },
    { command: "announce", message: "x", target: { frame: "map", x: 0, y: 0 } },
  ];
  for (const each of command) {
    const text: TextPlanner = {
      plan: async () => ({ steps: [{ type: "command", command: each }] }),
    };
    const rig = await runRig(t, { text });
    const job = await rig.over(await rig.start(words));
    assert.deepEqual([job.status, job.error?.code], ["failed", "task_not_understood"]);
  }
});

test("a run's language is that of output.locale, else of context.locale, else English", async (t) => {
  const locales: string[] = [];
  const text: TextPlanner = {
    plan({ locale }) {
      locales.push(locale);
      return Promise.resolve({ steps: [{ type: "move", zone: "yard" }] });
    },
  };
  const rig = await runRig(t, { text });
  const context = { locale: "de" };
  for (const more of [{ context }, { context, output: { locale: "fr" } }, {}]) {
    const job = await rig.over(await rig.start({ ...words, ...more, dry_run: true }));
    assert.equal(job.status, "completed", JSON.stringify(job.error));
  }
  assert.deepEqual(locales, ["de", "fr", "en"]);
});
