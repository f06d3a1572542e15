import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { SimRobot } from "../../../src/adapters/robot-sim/sim-robot.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { RobotPlacement } from "../../../src/fleet/placement/robot-placement.ts";
import type { RobotDriver } from "../../../src/robots/driver/driver-port.ts";
import { type RobotCaller, RobotService } from "../../../src/robots/fleet/robot-service.ts";
import type { Robots } from "../../../src/robots/fleet/robots.ts";
import { TcpGate } from "../../support/box/tcp-gate.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { type FleetBox, startFleetBox } from "../../support/fleet/fleet-box.ts";
import { noNats, startNats } from "../../support/fleet/nats-server.ts";
import { makeRobots, rover } from "../../support/robots/make-robots.ts";
import { type RobotApi, robotApi } from "../../support/robots/robot-api.ts";
import { makeStore } from "../../support/store/make-store.ts";

/** What reached the robot: by which box, what, under which revision, and when. */
interface Sent {
  box: string;
  what: string;
  fence: number | undefined;
  atMs: number;
}

interface RobotBox extends FleetBox {
  robots: Robots;
  api: RobotApi;
  placement: RobotPlacement;
}

/** The one real robot that all boxes of a test share. */
interface Floor {
  bodies: Map<string, SimRobot>;
  sent: Sent[];
}

const org = "default";
const operator: RobotCaller = {
  org,
  keyId: "anna",
  priority: "local_operator",
  requestId: "req_anna",
};

function floorWith(): Floor {
  return { bodies: new Map([["rover", new SimRobot({}, "map")]]), sent: [] };
}

function heard(driver: RobotDriver, box: string, { sent }: Floor): RobotDriver {
  const note = (what: string, fence?: number) =>
    sent.push({ box, what, fence, atMs: performance.now() });
  return new Proxy(driver, {
    get(target, key) {
      if (key === "execute") {
        return (command: Parameters<RobotDriver["execute"]>[0]) => {
          note(command.command.kind, command.fence);
          return target.execute(command);
        };
      }
      if (key === "stop") {
        return () => {
          note("stop");
          return target.stop();
        };
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function startRobotBox(
  t: TestContext,
  boxId: string,
  { url, floor }: { url: string; floor: Floor },
): Promise<RobotBox> {
  const box = await startFleetBox(t, boxId, { servers: [url] });
  const placement = new RobotPlacement({
    ...box,
    boxId,
    session: `${boxId}-${Math.random()}`,
    clock: systemClock,
    log: silentLogger,
  });
  const store = await makeStore(t);
  const events = new EventLog({ store, clock: systemClock, log: silentLogger });
  await events.start();
  t.after(() => events.stop());
  const robots = makeRobots({
    store,
    events,
    clock: systemClock,
    dataDir: await tempDir(t),
    bodies: floor.bodies,
    // So slow that no movement of a test ends by itself.
    configured: [{ org, id: "rover", request: { ...rover, max_speed_mps: 0.2 } }],
    wrap: (driver) => heard(driver, boxId, floor),
    sharing: placement,
  });
  await robots.start();
  t.after(() => robots.stop());
  placement.place({
    wanted: () => [{ org, id: "rover" }],
    drive: (robot) => robots.drive(robot),
    leave: (robot) => robots.leave(robot),
  });
  t.after(() => placement.stop());
  return { ...box, robots, placement, api: robotApi(new RobotService({ robots, store })) };
}

const status = ({ api }: RobotBox) => api.status(org, "rover")!;
const drives = (box: RobotBox): boolean =>
  status(box).driven_by?.here === true && status(box).connection.state === "online";
const move = (box: RobotBox, x: number) => {
  const command = { command: "move_to", target: { frame: "map", x, y: 0 } } as const;
  return box.api.command(operator, "rover", {
    request: { command },
  });
};

/** Waits until one of the boxes drives the robot; that one first. */
async function ordered(boxes: [RobotBox, RobotBox]): Promise<[RobotBox, RobotBox]> {
  await until(() => boxes.filter(drives).length === 1, { what: "one box that drives" });
  return drives(boxes[0]) ? boxes : [boxes[1], boxes[0]];
}

suite("Robots of a fleet", { skip: noNats }, () => {
  test("a partitioned box stops its robot before another box sends it anything", async (t) => {
    const { port } = await startNats(t);
    const floor = floorWith();
    const ways = [await new TcpGate(port).start(t), await new TcpGate(port).start(t)];
    const [urlA, urlB] = ways.map((way) => `nats://127.0.0.1:${way.port}`);
    const both: [RobotBox, RobotBox] = [
      await startRobotBox(t, "a", { url: urlA!, floor }),
      await startRobotBox(t, "b", { url: urlB!, floor }),
    ];
    const [driver, other] = await ordered(both);
    const way = ways[both.indexOf(driver)]!;
    await until(() => status(other).driven_by !== null);
    await assert.rejects(move(other, 5), /driven_elsewhere: the box Box [ab] drives the robot/);
    const first = status(driver).driven_by!.lease_revision;
    const driving = (await move(driver, 9))!;
    assert.equal(driving.state, "executing");
    assert.equal(floor.sent.at(-1)!.fence, first);
    assert.ok(floor.bodies.get("rover")!.goal, "it drives");

    way.close();
    const cutMs = performance.now();
    await until(() => floor.bodies.get("rover")!.goal === null, { what: "the stopped robot" });
    t.diagnostic(`stopped ${Math.round(performance.now() - cutMs)} ms after the cut`);
    assert.equal(drives(other), false);
    await assert.rejects(move(driver, 5), /driven_elsewhere: this box has no contact/);
    await until(() => drives(other), { what: "the other box" });
    t.diagnostic(`driven by the other after ${Math.round(performance.now() - cutMs)} ms`);
    const ended = driver.api.getCommand(org, "rover", driving.command_id)!;
    assert.deepEqual(
      [ended.state, ended.reason],
      ["cancelled", "fleet: this box no longer drives the robot"],
    );
    const { lease_revision: second } = status(other).driven_by!;
    assert.ok(second > first, `${second} after ${first}`);
    // The robot may have been stopped by somebody at the other box.
    assert.equal(status(other).held_by_stop, true);
    await move(other, 3);
    const box = both[0] === driver ? "a" : "b";
    const lastOfDriver = floor.sent.findLast((each) => each.box === box)!;
    const firstOfOther = floor.sent.find((each) => each.box !== box)!;
    assert.ok(lastOfDriver.atMs < firstOfOther.atMs, JSON.stringify(floor.sent));
    assert.equal(firstOfOther.what, "stop", "what the robot may still do is ended first");

    way.open();
    await until(() => driver.membership.isListening());
    await until(() => status(driver).driven_by?.lease_revision === second);
    assert.equal(drives(driver), false, "it takes nothing back");
    assert.equal(
      floor.sent.findLast((each) => each.box === box),
      lastOfDriver,
    );
    assert.ok(floor.bodies.get("rover")!.goal, "it drives on for the other box");
  });

  test("a command and a stop of an earlier holding period are refused by the driver", async (t) => {
    const { port } = await startNats(t);
    const floor = floorWith();
    const way = await new TcpGate(port).start(t);
    const box = await startRobotBox(t, "a", { url: `nats://127.0.0.1:${way.port}`, floor });
    await until(() => drives(box), { what: "the only box" });
    const { driver } = box.robots.unit(org, "rover")!.parts;
    const first = status(box).driven_by!.lease_revision;
    way.close();
    await until(() => !box.membership.isHeld());
    await until(() => box.membership.heldForMs() < -1000);
    way.open();
    await until(() => drives(box) && status(box).driven_by!.lease_revision > first);
    assert.equal(status(box).held_by_stop, false, "nobody else had it");
    const old = { id: "old", command: { kind: "pause" }, maxSpeedMps: 1, maxTurnRadps: 1 } as const;
    const before = floor.sent.length;
    await assert.rejects(driver.execute(old), { code: "robot_refused" });
    await assert.rejects(driver.cancel("old"), { code: "robot_unreachable" });
    await assert.rejects(driver.stop(), { code: "robot_unreachable" });
    assert.equal(floor.sent.length, before, "nothing reached the robot");
    await move(box, 2);
    assert.equal(floor.sent.at(-1)!.fence, status(box).driven_by!.lease_revision);
  });

  test("a box that stops ends its command first, and the other takes the robot at once", async (t) => {
    const { url } = await startNats(t);
    const floor = floorWith();
    const both: [RobotBox, RobotBox] = [
      await startRobotBox(t, "a", { url, floor }),
      await startRobotBox(t, "b", { url, floor }),
    ];
    const [driver, other] = await ordered(both);
    await move(driver, 9);
    await driver.placement.stop();
    assert.equal(floor.bodies.get("rover")!.goal, null);
    await driver.membership.leave();
    const leftMs = performance.now();
    await until(() => drives(other), { what: "the other box" });
    t.diagnostic(`driven by the other after ${Math.round(performance.now() - leftMs)} ms`);
    assert.ok(performance.now() - leftMs < 4000, "nobody waited for its silence");
  });
});
