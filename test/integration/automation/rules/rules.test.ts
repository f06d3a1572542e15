import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { ChainWire } from "../../../../src/automation/rules/wire/rule-answers.ts";
import type { RuleRequest } from "../../../../src/automation/rules/rule-document.ts";
import { SiteModes } from "../../../../src/perception/policies/site-mode.ts";
import type { Rules } from "../../../../src/automation/rules/rules.ts";
import { makeRules, ScriptedIncidents } from "../../../support/automation/make-rules.ts";
import { until } from "../../../support/box/wait.ts";
import { anna, move, robotRig, type RobotRig } from "../../robots/rig.ts";

const goThere: RuleRequest = {
  name: "Look at the gate",
  on: { type: "intrusion" },
  do: [
    {
      type: "command",
      robot_id: "rover",
      command: { command: "move_to", max_speed_mps: 0.8 },
      target_from: "incident",
      standoff_m: 2,
      wait_seconds: 0,
    },
    { type: "alert", severity: "critical", message: "Somebody is at the gate", robot_id: "rover" },
  ],
};

const alertOnly: RuleRequest = {
  on: { type: "intrusion" },
  do: [{ type: "alert", severity: "info" }],
};

interface RuleRig extends RobotRig {
  modes: SiteModes;
  scripted: ScriptedIncidents;
  rules: Rules;
  /** The newest chain once all its steps were sent or refused. */
  decided(count?: number): Promise<ChainWire>;
  again(): Promise<void>;
}

async function ruleRig(
  t: TestContext,
  requests: Record<string, RuleRequest> = { gate: goThere },
  options: Parameters<typeof robotRig>[1] = {},
): Promise<RuleRig> {
  const rig = await robotRig(t, options);
  const scripted = new ScriptedIncidents(rig.clock);
  const modes = new SiteModes(rig);
  const make = (): Rules =>
    makeRules({
      ...rig,
      events: rig.log,
      robots: rig.robotService,
      incidents: scripted,
      clock: rig.clock,
      modes,
    });
  let rules = make();
  await rules.start();
  t.after(() => rules.stop());
  for (const [id, request] of Object.entries(requests)) await rules.put("default", id, request);
  const made = Object.assign(Object.create(rig) as RobotRig, {
    scripted,
    modes,
    rules,
    async decided(count = 1) {
      let chains: ChainWire[] = [];
      await until(
        () => {
          chains = rules.chains("default");
          return (
            chains.length >= count &&
            chains.every(({ steps }) => steps.every(({ state }) => state !== "pending"))
          );
        },
        { what: "the decision of a rule" },
      );
      return chains[0]!;
    },
    async again() {
      await rules.stop();
      rules = make();
      made.rules = rules;
      await rules.start();
    },
  });
  return made;
}

test("an incident sends the robot to where it was seen, and the chain tells all of it under one id", async (t) => {
  const rig = await ruleRig(t);
  const incident = rig.scripted.see();
  const chain = await rig.decided();
  const [go, alert] = chain.steps;
  assert.equal(go!.state, "executing", JSON.stringify(go));
  assert.deepEqual(go!.command, {
    command: "move_to",
    max_speed_mps: 0.8,
    target: { frame: "map", x: 4, y: 0, yaw: 0 },
  });
  assert.equal(alert!.state, "succeeded");
  assert.deepEqual(
    [chain.frame.stream_id, chain.frame.pts_seconds, chain.frame.snapshot_url],
    ["gate", 12.5, "http://box/snap.jpg"],
  );
  assert.deepEqual([chain.incident.id, chain.decision.outcome], [incident.id, "act"]);
  await rig.pass(8000);
  const sent = await rig.ended(go!.command_id!);
  assert.deepEqual([sent.requested_by, sent.requested_by_name], ["rule:gate", "Look at the gate"]);
  await until(() => rig.rules.chain("default", chain.id)!.steps[0]!.state === "succeeded");
  assert.ok(Math.abs(rig.body().body.xM - 4) < 0.1);
  const record = rig.audit().find(({ event }) => event === "command_accepted")!;
  assert.deepEqual(record.who, { key_id: "rule:gate", priority: "rule" });
  assert.equal((record.detail as { request_id: string }).request_id, chain.id);
  assert.match(record.why!, new RegExp(`rule gate: intrusion ${incident.id}`));
  const told = rig.incidents("rule_alert")[0]!.data;
  assert.deepEqual([told["chain_id"], told["incident_id"]], [chain.id, incident.id]);
  assert.equal(rig.rules.chain("acme", chain.id), undefined);
});

test("a rule leaves a stream alone for its cooldown, also over a restart and whatever the clock says", async (t) => {
  const rig = await ruleRig(t);
  rig.scripted.see();
  await rig.decided();
  rig.scripted.see();
  rig.clock.jumpWall(3_600_000);
  rig.scripted.see();
  assert.equal(rig.rules.get("default", "gate")!.suppressed, 2);
  rig.clock.jumpWall(-3_600_000);
  await rig.again();
  rig.scripted.see();
  assert.equal(rig.rules.get("default", "gate")!.suppressed, 1);
  rig.scripted.see({ streamId: "yard" });
  await rig.decided(2);
  await rig.pass(61_000);
  rig.scripted.see();
  await rig.decided(3);
  // A clock set back by a day does not silence the rule for a day.
  await rig.again();
  rig.clock.jumpWall(-86_400_000);
  rig.scripted.see();
  await until(() => rig.rules.get("default", "gate")!.acted === 1);
});

test("a rule on trial decides and writes down, with what the gate would say, and sends nothing", async (t) => {
  const far: RuleRequest = {
    on: { type: "intrusion" },
    do: [{ type: "command", robot_id: "rover", command: { ...move(50, 0) } }],
    dry_run: true,
  };
  const rig = await ruleRig(t, { gate: { ...goThere, dry_run: true }, far });
  rig.scripted.see();
  const chains = (await rig.decided(2), rig.rules.chains("default"));
  const of = (id: string) => chains.find(({ rule_id: rule }) => rule === id)!;
  assert.deepEqual(
    of("gate").steps.map(({ state, code }) => [state, code]),
    [
      ["not_sent", "dry_run"],
      ["not_sent", "dry_run"],
    ],
  );
  assert.deepEqual(
    [of("far").steps[0]!.state, of("far").steps[0]!.code],
    ["refused", "outside_geofence"],
  );
  assert.equal(of("far").decision.outcome, "dry_run");
  assert.deepEqual(rig.service.listCommands("default", "rover"), []);
  assert.equal(rig.incidents("rule_alert").length, 0);
});

test("what the gate, a lease or a silent robot refuses is in the chain with its code, and nothing moves", async (t) => {
  const rig = await ruleRig(t);
  const beyond = { frame: "map", xM: 40, yM: 0, errorM: null, isExtrapolated: false };
  const refused = async (see: () => void): Promise<string | null> => {
    await rig.pass(61_000);
    const { length } = rig.rules.chains("default");
    see();
    const chain = await rig.decided(length + 1);
    assert.equal(chain.steps[0]!.state, "refused", JSON.stringify(chain.steps[0]));
    return chain.steps[0]!.code;
  };
  assert.equal(await refused(() => rig.scripted.see({ mapPosition: beyond })), "outside_geofence");
  assert.equal(await refused(() => rig.scripted.see({ mapPosition: null })), "no_map_position");
  const unsure = { ...beyond, xM: 5, isExtrapolated: true };
  assert.equal(await refused(() => rig.scripted.see({ mapPosition: unsure })), "no_map_position");
  assert.equal(
    await refused(() => rig.scripted.see({ mapPosition: { ...beyond, frame: "hall" } })),
    "unknown_frame",
  );
  assert.equal(await refused(() => rig.scripted.see({}, { ageMs: 6000 })), "incident_too_old");
  const lost = { stored: Promise.resolve(false) };
  assert.equal(await refused(() => rig.scripted.see({}, lost)), "incident_not_stored");
  const sent = await rig.send(move(0, 5));
  assert.equal(sent.state, "executing");
  rig.body().faults.drift_mps = 0;
  await rig.service.takeLease(anna, "rover", { ttl_seconds: 300 });
  assert.equal(await refused(() => rig.scripted.see()), "lease_held");
  await rig.service.releaseLease(anna, "rover");
  await rig.service.stop(anna, "rover", "test");
  assert.equal(await refused(() => rig.scripted.see()), "stopped_by_operator");
  rig.body().faults.silent = true;
  assert.equal(await refused(() => rig.scripted.see()), "pose_unknown");
  const byRule = rig.service
    .listCommands("default", "rover")!
    .filter(({ priority, state }) => priority === "rule" && state !== "rejected");
  assert.deepEqual(byRule, []);
});

test("a robot that is near enough stays where it is", async (t) => {
  const rig = await ruleRig(t);
  rig.scripted.see({
    mapPosition: { frame: "map", xM: 1, yM: 1, errorM: 0, isExtrapolated: false },
  });
  const { steps } = await rig.decided();
  assert.deepEqual([steps[0]!.state, steps[0]!.code], ["not_sent", "already_there"]);
});

test("a stop does not wait for the incident to be stored, nor for its age", async (t) => {
  const halt: RuleRequest = {
    on: { type: "intrusion" },
    do: [
      { type: "command", robot_id: "rover", command: { command: "dock" } },
      { type: "command", robot_id: "rover", command: { command: "stop" } },
    ],
  };
  const rig = await ruleRig(t, { halt });
  await rig.send(move(5, 0));
  await rig.pass(1000);
  const { promise: stored, resolve } = Promise.withResolvers<boolean>();
  rig.scripted.see({}, { ageMs: 60_000, stored });
  await until(() => rig.body().goal === null);
  assert.equal(rig.body().body.linearMps, 0);
  resolve(true);
  const { steps } = await rig.decided();
  assert.deepEqual(
    steps.map(({ state, code }) => [state, code]),
    [
      ["refused", "incident_too_old"],
      ["succeeded", null],
    ],
  );
  assert.equal(rig.service.status("default", "rover")!.held_by_stop, true);
});

test("triggers filter by policy, stream, zone, class, severity and confidence", async (t) => {
  const doing: RuleRequest["do"] = [{ type: "alert", severity: "info" }];
  const policyId = "01990000-0000-7000-8000-000000000001";
  const rig = await ruleRig(t, {
    policy: { on: { policy_id: policyId }, do: doing, cooldown_seconds: 0 },
    narrow: {
      on: {
        type: "intrusion",
        source: "box",
        stream_ids: ["gate"],
        zones: ["yard"],
        classes: ["person", "car"],
        min_severity: "warning",
        min_confidence: 0.5,
      },
      do: doing,
      cooldown_seconds: 0,
    },
    off: { on: { type: "intrusion" }, do: doing, enabled: false },
  });
  const acted = () => ["policy", "narrow", "off"].map((id) => rig.rules.get("default", id)!.acted);
  rig.scripted.see();
  assert.deepEqual(acted(), [0, 1, 0]);
  for (const other of [
    { source: "camera" as const },
    { streamId: "x" },
    { zone: null },
    { classes: ["dog"] },
    { severity: "info" as const },
    { confidence: 0.4 },
    { type: "loitering" },
  ]) {
    rig.scripted.see(other);
  }
  rig.scripted.see({}, { org: "acme" });
  assert.deepEqual(acted(), [0, 1, 0]);
  rig.scripted.see({ type: "loitering", policyId });
  assert.deepEqual(acted(), [1, 1, 0]);
});

const utc = { time_zone: "UTC" };

test("outside its modes and its schedule a rule rests; an incident then does not begin its cooldown", async (t) => {
  const rig = await ruleRig(t, {
    armed: { ...alertOnly, modes: ["armed"] },
    night: { ...alertOnly, schedule: { ...utc, windows: [{ from: "22:00", to: "06:00" }] } },
  });
  const state = () =>
    ["armed", "night"].map((id) => {
      const { acted, suppressed, holdsNow: holds } = rig.rules.get("default", id)!;
      return [acted, suppressed, holds];
    });
  const noonMs = Date.UTC(2026, 5, 1, 12);
  rig.clock.jumpWall(noonMs - rig.clock.wallMs());
  await rig.modes.set("default", { mode: "home" }, null);
  rig.scripted.see();
  assert.deepEqual(state(), [
    [0, 0, false],
    [0, 0, false],
  ]);
  await rig.modes.set("default", { mode: "armed" }, null);
  rig.clock.jumpWall(11 * 3_600_000);
  rig.scripted.see();
  await rig.decided(2);
  assert.deepEqual(state(), [
    [1, 0, true],
    [1, 0, true],
  ]);
  await rig.rules.put("default", "armed", { ...alertOnly, enabled: false });
  assert.equal(rig.rules.get("default", "armed")!.holdsNow, false);
});

test("a configured rule whose last holiday has passed does not keep the box from starting; it warns", async (t) => {
  const { clock, log: events, robotService: robots, store } = await robotRig(t);
  const past = { windows: [{ days: ["holiday" as const] }], holidays: ["2001-12-25"] };
  const configured = [{ id: "xmas", request: { ...alertOnly, schedule: { ...utc, ...past } } }];
  const scripted = new ScriptedIncidents(clock);
  const rules = makeRules({ store, events, clock, robots, incidents: scripted, configured });
  await rules.start();
  t.after(() => rules.stop());
  assert.match(rules.get("default", "xmas")!.warnings.join(), /never holds again: .* 2001-12-25/);
});

test("rules that can never work are refused with the field's name", async (t) => {
  const rig = await ruleRig(t, {});
  const step = { type: "command", robot_id: "rover", command: move(1, 1) } as const;
  const bad: [RuleRequest, string][] = [
    [{ on: {}, do: [step] }, "on"],
    [{ ...goThere, schedule: { time_zone: "Mars/Base", windows: [{}] } }, "schedule.time_zone"],
    [{ ...goThere, schedule: { ...utc, windows: [{ days: ["holiday"] }] } }, "schedule"],
    [{ on: { type: "dancing" }, do: [step] }, "on.type"],
    [{ on: { policy_id: "11111111-0000-7000-8000-000000000001" }, do: [step] }, "on.policy_id"],
    [{ on: { type: "intrusion" }, do: [{ type: "alert" }] }, "do[0].severity"],
    [{ on: { type: "intrusion" }, do: [{ ...step, robot_id: "ghost" }] }, "do[0].robot_id"],
    [
      { on: { type: "intrusion" }, do: [{ ...step, target_from: "incident" }] },
      "do[0].target_from",
    ],
    [{ on: { type: "intrusion" }, do: [{ ...step, standoff_m: 1 }] }, "do[0].standoff_m"],
    [
      { on: { type: "intrusion" }, do: [{ ...step, command: { command: "move_to" } }] },
      "do[0].command.target",
    ],
  ];
  for (const [request, param] of bad) {
    await assert.rejects(rig.rules.put("default", "bad", request), {
      code: "invalid_request_body",
      param,
    });
  }
  await assert.rejects(rig.rules.put("default", "chains", goThere), {
    code: "invalid_path_parameter",
  });
});

test("two rules that want one robot at once: one has it, and the other says who", async (t) => {
  const other: RuleRequest = {
    on: { type: "intrusion" },
    do: [{ type: "command", robot_id: "rover", command: move(0, 5), wait_seconds: 0 }],
  };
  const rig = await ruleRig(t, { a: other, b: other });
  rig.scripted.see();
  await rig.decided(2);
  const states = rig.rules.chains("default").map(({ steps }) => steps[0]!.code ?? steps[0]!.state);
  assert.deepEqual(states.toSorted(), ["executing", "lease_held"]);
});
