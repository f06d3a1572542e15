import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { courseOf } from "../../../src/robots/commands/course.ts";
import type { Situation } from "../../../src/robots/commands/gate.ts";
import type { RobotCommand } from "../../../src/robots/driver/command.ts";
import type { RobotDriver } from "../../../src/robots/driver/driver-port.ts";
import { robotCommands } from "../../../src/robots/robot-terms.ts";
import { isLong } from "../../support/box/long-form.ts";
import { fc } from "../../support/box/properties.ts";
import { until } from "../../support/box/wait.ts";
import { Rig } from "../../support/http/rig.ts";
import { almost } from "../../support/http/schema-values.ts";
import { callTool, connectAgent } from "../../support/mcp/agent.ts";
import { stillDriver } from "../../support/mcp/still-driver.ts";
import { type Geometry, geometry, violations } from "../../support/robots/gate-oracle.ts";

const count = isLong ? 100_000 : 150;
const parallel = isLong ? 32 : 8;
const worldCount = 8;

/** A command as an agent may send it: mostly sound, in and out of every bound. */
const metres = fc.double({ min: -12, max: 12, noNaN: true });
const frame = fc.constantFrom("map", "map", "map", "map", "floor2", "moon");
const place = fc.record({ frame, x: metres, y: metres }, { requiredKeys: ["frame", "x", "y"] });
const speed = fc.double({ min: 0.01, max: 2, noNaN: true });
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ command: fc.constant("move_to"), target: place }) },
  fc.record({ command: fc.constant("move_to"), target: place, max_speed_mps: speed }),
  fc.record({
    command: fc.constant("follow_route"),
    waypoints: fc.array(place, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ command: fc.constantFrom("dock", "undock", "pause", "resume") }),
  fc.record({ command: fc.constantFrom("pick", "drop"), target: place }),
  fc.record({ command: fc.constant("localize"), target: place }),
  fc.record({ command: fc.constant("announce"), message: fc.string({ minLength: 1 }) }),
  fc.record({
    command: fc.constant("teleop"),
    linear_mps: fc.double({ min: -2, max: 2, noNaN: true }),
    angular_radps: fc.double({ min: -3, max: 3, noNaN: true }),
  }),
);
const call = fc.record({
  robot_id: fc.integer({ min: 0, max: worldCount - 1 }).map((n) => `robot${n}`),
  body: fc.record({ command }),
});
const calls = fc.oneof({ weight: 4, arbitrary: call }, almost(call));

interface World {
  bounds: Geometry;
  driver: RobotDriver | undefined;
  heard: RobotCommand[];
}

describe("robots that agents command", () => {
  const worlds = new Map<string, World>();
  for (let n = 0; n < worldCount; n += 1)
    worlds.set(`robot${n}`, { bounds: geometry(), driver: undefined, heard: [] });
  const rig = new Rig({
    quotas: { createsPerMinute: 1e7, readsPerMinute: 1e7, robotCommandsPerMinute: 1e7 },
    wrapDriver(driver, { id }) {
      const world = worlds.get(id)!;
      world.driver = driver;
      return stillDriver(driver, (sent) => void world.heard.push(sent));
    },
  });
  let confirming: Client;
  let bound: Client;

  before(async () => {
    await rig.start();
    for (const [id, { bounds }] of worlds) await prepare(id, bounds);
    const scopes = ["robots:read", "robots:command", "runs:write", "robots:write"] as const;
    confirming = await connectAgent(
      rig.server.url(),
      await rig.newKey([...scopes, "robots:confirm"]),
    );
    bound = await connectAgent(rig.server.url(), await rig.newKey(scopes));
  });
  after(async () => {
    await confirming.close();
    await bound.close();
    await rig.stop();
  });

  async function prepare(id: string, { fence, zones }: Geometry): Promise<void> {
    const body = {
      driver: "sim",
      frames: ["map", "floor2"],
      ...(fence ? { geofence: fence } : {}),
      sim: { dock: { frame: "map", x: 4, y: 0 } },
    };
    const put = await rig.ask(`/api/v1/robots/${id}`, { method: "PUT", body });
    assert.equal(put.status, 200, put.text);
    const stored = zones.map(({ name, type, frame: of, polygon, maxSpeedMps }) => ({
      robot_id: id,
      name,
      type,
      frame: of,
      polygon,
      ...(maxSpeedMps === null ? {} : { max_speed_mps: maxSpeedMps }),
    }));
    if (stored.length > 0) {
      const made = await rig.post("/api/v1/robots/zones", { zones: stored });
      assert.equal(made.status, 200, made.text);
    }
    await until(
      async () => (await rig.ask(`/api/v1/robots/${id}/status`)).json.status === "online",
    );
  }

  /** The robot stands at the origin for ever. */
  function situation({ driver }: World): Situation {
    return {
      isOnline: true,
      capabilities: driver!.capabilities(),
      frames: ["map", "floor2"],
      pose: { frame: "map", xM: 0, yM: 0 },
      courseOf: (sent: RobotCommand) => courseOf(sent, driver!) ?? [],
      speedLimitMps: 1,
      maxSpeedMps: 1,
      maxTurnRadps: 1.5,
      batteryPercent: 100,
      batteryFloorPercent: 15,
      isEmergencyStopped: false,
      mode: "automatic",
      picture: null,
      isHeld: false,
    } as unknown as Situation;
  }

  test(`of ${count} fuzzed calls none that reaches a robot breaks a limit by the gate's oracle`, async () => {
    let refused = 0;
    const todo = fc.sample(calls, { numRuns: count }).values();
    const work = async (): Promise<void> => {
      for (const args of todo) {
        const { isError } = await callTool(confirming, "commandRobot", args as never).catch(() => ({
          isError: true,
        }));
        if (isError) refused += 1;
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    let heardCount = 0;
    for (const [id, world] of worlds) {
      const now = situation(world);
      for (const sent of world.heard) {
        assert.deepEqual(violations(sent, now, world.bounds), [], `${id} ${JSON.stringify(sent)}`);
      }
      heardCount += world.heard.length;
      world.heard.length = 0;
    }
    assert.ok(heardCount > count / 40, `${heardCount} of ${count} reached a robot`);
    assert.ok(refused > count / 4, `${refused} of ${count} were refused`);
  });

  test("without robots:confirm no command, run, workflow or rule of an agent moves a robot", async () => {
    const allowed = new Set(["pause", "announce", "cancel", "stop"]);
    for (const args of fc.sample(calls, { numRuns: isLong ? 2000 : 40 })) {
      await callTool(bound, "commandRobot", args as never).catch(() => undefined);
    }
    for (const kind of robotCommands) {
      const { answer } = await callTool(bound, "commandRobot", {
        robot_id: "robot0",
        body: { command: { command: kind } },
      });
      if (!allowed.has(kind)) assert.equal(answer.error.code, "insufficient_scope", kind);
    }
    const step = { robot_id: "robot1", command: { command: "undock" } };
    const steps = [{ id: "go", namespace: "robots", method: "command", input: step }];
    const workflow = await callTool(bound, "createRun", { body: { steps } });
    assert.equal(workflow.answer.error.code, "insufficient_scope", workflow.text);
    const rule = await callTool(bound, "setRule", {
      rule_id: "go",
      body: {
        on: { type: "intrusion" },
        do: [{ type: "command", robot_id: "robot1", command: { command: "undock" } }],
      },
    });
    assert.equal(rule.answer.error.code, "insufficient_scope", rule.text);
    const heard = [...worlds.values()].flatMap((world) => world.heard);
    assert.deepEqual(
      heard.filter(({ kind }) => !allowed.has(kind)),
      [],
    );
  });
});

describe("plans that agents ask for", () => {
  const heard: RobotCommand[] = [];
  const rig = new Rig({
    quotas: { readsPerMinute: 1e6 },
    wrapDriver: (driver) => stillDriver(driver, (sent) => void heard.push(sent)),
  });
  const connect = async (...more: ["robots:confirm"] | []) =>
    await connectAgent(
      rig.server.url(),
      await rig.newKey(["robots:read", "robots:command", "jobs:read", ...more]),
    );
  const task = {
    robot_id: "rover",
    task: "patrol",
    laps: 1,
    zones: [
      {
        name: "desk",
        type: "patrol",
        frame: "map",
        polygon: [
          [2, 2],
          [3, 2],
          [3, 3],
        ],
      },
    ],
  };
  const stateOf = async (id: string): Promise<string | undefined> =>
    (await rig.ask(`/api/v1/jobs/${id}`)).json.data.payload.hindrance?.code;
  before(async () => {
    await rig.start();
    const put = { method: "PUT", body: { driver: "sim" } };
    assert.equal((await rig.ask("/api/v1/robots/rover", put)).status, 200);
    await until(
      async () => (await rig.ask("/api/v1/robots/rover/status")).json.status === "online",
    );
  });
  after(() => rig.stop());

  test("a plan that moves waits for a person, whom the agent cannot stand in for", async () => {
    const agent = await connect();
    const dry = await callTool(agent, "runRobot", { body: { ...task, dry_run: true } });
    assert.equal(dry.isError, false, dry.text);
    const made = await callTool(agent, "runRobot", { body: task });
    const id = made.answer.data.job_id as string;
    await until(async () => (await stateOf(id)) === "needs_confirmation", { what: "the pause" });
    const resumed = await callTool(agent, "resumeRun", { job_id: id });
    assert.equal(resumed.answer.error.code, "insufficient_scope");
    assert.deepEqual(heard, []);
    assert.equal((await rig.post(`/api/v1/robots/runs/${id}/resume`)).status, 200);
    await until(() => heard.length > 0, { what: "the robot's first command" });
    await rig.post(`/api/v1/jobs/${id}/cancel`);
    await agent.close();
  });

  test("an agent whose key may confirm starts a plan at once, under the gate and the lease", async () => {
    heard.length = 0;
    const agent = await connect("robots:confirm");
    const other = await rig.newKey(["robots:command"]);
    const lease = { method: "POST", key: other, body: { ttl_seconds: 30 } };
    assert.equal((await rig.ask("/api/v1/robots/rover/lease", lease)).status, 200);
    const target = { command: "move_to", target: { frame: "map", x: 1, y: 0 } };
    const sent = await callTool(agent, "commandRobot", {
      robot_id: "rover",
      body: { command: target },
    });
    assert.equal(sent.answer.error.code, "lease_held");
    await rig.ask("/api/v1/robots/rover/lease", { method: "DELETE", key: other });
    await until(
      async () => (await rig.ask("/api/v1/robots/rover/status")).json.data.lease === null,
    );
    const made = await callTool(agent, "runRobot", { body: task });
    assert.equal(made.isError, false, made.text);
    await until(() => heard.some(({ kind }) => kind !== "cancel"), { what: "a command" });
    await agent.close();
  });
});
