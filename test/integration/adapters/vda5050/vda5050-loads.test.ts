import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Vda5050Driver } from "../../../../src/adapters/vda5050/vda5050-driver.ts";
import { makeHandling } from "../../../support/jobs/make-handling.ts";
import { HeardRobot } from "../../../support/robots/heard-robot.ts";
import { noBroker } from "../../../support/notifications/mosquitto.ts";
import { driverOptions, moveTo, vdaRig } from "../../../support/vda5050/rig.ts";
import { strictFactsheet } from "../../../support/vda5050/factsheet.ts";
import { strictFactsheet30 } from "../../../support/vda5050/factsheet-3-0.ts";
import { until } from "../../../support/box/wait.ts";

type Handling = NonNullable<Parameters<typeof makeHandling>[0]>;

const pick = (more: Handling = {}) => {
  const known = { stationType: "rack", stationName: "R7", loadType: "EPAL", ...more };
  return { kind: "pick", ...makeHandling(known) } as const;
};
const drop = (more: Handling = {}) => ({ kind: "drop", ...makeHandling(more) }) as const;
const at = (xM: number, yM: number) => ({ frame: "map", xM, yM, yawRad: null });
const nodes = (robot: { received: { topic: string; frame: any }[] }): any[] =>
  robot.received.filter(({ topic }) => topic === "order").at(-1)!.frame.nodes;

describe("loads of a VDA 5050 robot", { skip: noBroker, concurrency: 4 }, () => {
  for (const version of ["1.1", "2.0", "2.1", "3.0"] as const) {
    test(`${version}: a load is picked up at its place and put down where the robot stands`, async (t) => {
      const { robot, heard, send } = await vdaRig(t, { version, robot: { speedMps: 6 } });
      assert.deepEqual(heard.latest("loads"), []);
      const more = { target: at(2, 1), loadId: "L-1", device: "lhd1", heightM: 1.2 };
      const picked = await send(pick({ ...more, parameters: { "x-clamp": "soft" } }), 6);
      assert.equal((await heard.end(picked)).state, "succeeded");
      assert.ok(Math.hypot(robot.position.x - 2, robot.position.y - 1) < 0.01);
      const [action] = nodes(robot).at(-1).actions;
      const { actionType, blockingType, actionParameters } = action;
      assert.deepEqual([actionType, blockingType], ["pick", "HARD"]);
      assert.deepEqual(
        Object.fromEntries(actionParameters.map(({ key, value }: any) => [key, value])),
        {
          lhd: "lhd1",
          stationType: "rack",
          stationName: "R7",
          loadType: "EPAL",
          loadId: "L-1",
          height: 1.2,
          "x-clamp": "soft",
        },
      );
      const load = { id: "L-1", type: "EPAL", position: "lhd1", weightKg: 12 };
      await until(() => heard.latest("loads")?.length === 1);
      assert.deepEqual(heard.latest("loads"), [load]);
      const dropped = await send(drop({ loadId: "L-1" }));
      assert.equal((await heard.end(dropped)).state, "succeeded");
      assert.equal(nodes(robot).length, 1, "it does not drive for it");
      await until(() => heard.latest("loads")?.length === 0);
      assert.deepEqual(robot.violations, []);
    });
  }

  test("a load that cannot be lifted fails the command in the robot's words", async (t) => {
    const { robot, heard, send } = await vdaRig(t, { version: "3.0", robot: { speedMps: 6 } });
    robot.liftProblem = "the station is empty";
    const id = await send(pick({ target: at(1, 0) }), 6);
    assert.deepEqual(await heard.end(id), {
      commandId: id,
      state: "failed",
      reason: "action_failed: pick: the station is empty",
    });
  });

  test("what the robot needs, does not know or does not handle is refused, and nothing is sent", async (t) => {
    const { robot, driver, send } = await vdaRig(t);
    await until(() => driver.capabilities()[0]!.source === "factsheet");
    const refused = async (command: Parameters<typeof send>[0], message: RegExp): Promise<void> =>
      await assert.rejects(send(command), { code: "robot_refused", message });
    await refused(
      pick({ stationName: null }),
      /^station\.name: is missing\. .* needs stationName$/,
    );
    await refused(pick({ depthM: 1 }), /^station\.depth_m: .* takes no depth\. /);
    await refused(
      drop({ parameters: { hurry: true } }),
      /^parameters\.hurry: .* takes no hurry\. /,
    );
    await refused(pick({ loadType: "KLT" }), /^load_type: .*Use one of EPAL/);
    // One that names the action and not its parameters.
    const agvActions = [{ actionType: "pick", actionScopes: ["NODE"] }];
    robot.changeFactsheet({
      protocolFeatures: { ...strictFactsheet.protocolFeatures, agvActions },
    });
    await until(() =>
      driver.capabilities().some(({ name, available }) => name === "drop" && !available),
    );
    await refused(
      pick({ stationType: null }),
      /^station\.type: is missing\. .* needs stationType$/,
    );
    assert.deepEqual(robot.taken, []);
  });

  test("a cancel, a stop and another goal end a lifting that has begun", async (t) => {
    const { robot, driver, heard, send } = await vdaRig(t, { robot: { speedMps: 6 } });
    robot.handlingMs = 60_000;
    const begin = async (): Promise<string> => {
      const id = await send(pick());
      await until(() => robot.hasOrder);
      return id;
    };
    const first = await begin();
    await driver.cancel(first);
    assert.equal((await heard.end(first)).state, "cancelled");
    assert.equal(robot.hasOrder, false);
    const second = await begin();
    assert.equal(await driver.stop(), "startPause+cancelOrder");
    assert.equal((await heard.end(second)).state, "cancelled");
    const third = await begin();
    const goal = await send(moveTo(1, 0), 6);
    assert.equal((await heard.end(third)).state, "cancelled");
    assert.equal((await heard.end(goal)).state, "succeeded");
    assert.deepEqual(robot.loads, []);
    assert.deepEqual(robot.violations, []);
  });

  test("a lifting is found again after a restart of the box, and what became of it is told", async (t) => {
    const { robot, driver, link, send } = await vdaRig(t);
    robot.handlingMs = 60_000;
    robot.liftProblem = "the fork is blocked";
    const id = await send(pick());
    await driver.close();
    const next = new Vda5050Driver(driverOptions(link));
    t.after(() => next.close());
    const heard = new HeardRobot();
    next.open(heard);
    assert.equal(await next.reattach(id), true);
    robot.hurry();
    const { state, reason } = await heard.end(id);
    assert.deepEqual([state, reason], ["failed", "action_failed: pick: the fork is blocked"]);
  });

  test("a robot that does not say what became of a load has not picked it up", async (t) => {
    const { robot, heard, send } = await vdaRig(t);
    robot.alter = (state) => ({ ...state, actionStates: [] });
    const id = await send(pick());
    const { state, reason } = await heard.end(id);
    assert.equal(state, "failed");
    assert.match(reason!, /^action_lost: /);
  });

  test("a robot without a lift says so", async (t) => {
    const { robot, driver } = await vdaRig(t);
    const { agvActions, ...rest } = strictFactsheet.protocolFeatures;
    const without = agvActions.filter(({ actionType }) => actionType !== "pick");
    robot.changeFactsheet({ protocolFeatures: { ...rest, agvActions: without } });
    const reason = (): string | null =>
      driver.capabilities().find(({ name }) => name === "pick")!.reason;
    await until(() => reason() !== null);
    assert.match(reason()!, /has no pick/);
  });
});

describe("edges of a VDA 5050 order", { skip: noBroker, concurrency: 4 }, () => {
  const parameter = (name: string, support = "REQUIRED") => ({ parameter: name, support });

  for (const version of ["2.1", "3.0"] as const) {
    test(`${version}: what the factsheet requires is sent, a corridor where one is set`, async (t) => {
      const rotation = version === "3.0" ? "maximumRotationSpeed" : "maxRotationSpeed";
      const speed = version === "3.0" ? "maximumSpeed" : "maxSpeed";
      const sheet = version === "3.0" ? strictFactsheet30 : strictFactsheet;
      const optionalParameters = [
        parameter("order.nodes.nodePosition.theta"),
        parameter("order.nodes.nodePosition.allowedDeviationXY"),
        parameter("order.edges.length"),
        parameter("order.edges.trajectory"),
        parameter("order.edges.corridor", "SUPPORTED"),
        parameter(`order.edges.${rotation}`, "SUPPORTED"),
        parameter(`order.edges.${speed}`, "SUPPORTED"),
      ];
      const protocolFeatures = { ...sheet.protocolFeatures, optionalParameters };
      const { robot, driver, heard, send } = await vdaRig(t, {
        version,
        robot: { speedMps: 6, factsheet: { protocolFeatures } },
        driver: { corridor: { leftM: 0.5, rightM: 0.25 } },
      });
      await until(() => driver.capabilities()[0]!.source === "factsheet");
      const id = await send(moveTo(3, 4), 6);
      assert.equal((await heard.end(id)).state, "succeeded");
      const { edges } = robot.received.find(({ topic }) => topic === "order")!.frame;
      const { length, trajectory, corridor, [rotation]: turnRadps } = edges[0];
      assert.deepEqual(trajectory, {
        degree: 1,
        knotVector: [0, 0, 1, 1],
        controlPoints: [
          { x: 0, y: 0 },
          { x: 3, y: 4 },
        ],
      });
      assert.deepEqual(corridor, { leftWidth: 0.5, rightWidth: 0.25 });
      assert.deepEqual([length, turnRadps], [5, 1]);
      const [, last] = nodes(robot);
      assert.ok(Math.abs(last.nodePosition.theta - Math.atan2(4, 3)) < 1e-9);
      assert.ok(last.nodePosition.allowedDeviationXY);
      assert.deepEqual(robot.violations, []);
    });
  }

  test("a robot that requires what the box cannot say is not sent orders, with the field as the reason", async (t) => {
    const { robot, driver } = await vdaRig(t);
    const names = ["order.nodes.nodePosition.theta", "order.edges.orientation"];
    const optionalParameters = names.map((name) => parameter(name));
    const { protocolFeatures } = strictFactsheet;
    robot.changeFactsheet({ protocolFeatures: { ...protocolFeatures, optionalParameters } });
    const reason = (): string | null =>
      driver.capabilities().find(({ name }) => name === "move_to")!.reason;
    await until(() => reason() !== null);
    assert.match(reason()!, /requires order\.edges\.orientation/);
  });
});
