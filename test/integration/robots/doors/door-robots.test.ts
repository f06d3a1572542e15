import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import { Vda5050Driver } from "../../../../src/adapters/vda5050/vda5050-driver.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { uuidv7 } from "../../../../src/base/core/ids.ts";
import type { PointM } from "../../../../src/base/geo/line.ts";
import { Door } from "../../../../src/robots/doors/door.ts";
import type { DoorSettings } from "../../../../src/robots/doors/door-settings.ts";
import type { RobotDriver } from "../../../../src/robots/driver/driver-port.ts";
import type { PlaceRecord } from "../../../../src/robots/maps/map-record.ts";
import { SiteTraffic } from "../../../../src/robots/traffic/site-traffic.ts";
import { withTraffic } from "../../../../src/robots/traffic/with-traffic.ts";
import { until } from "../../../support/box/wait.ts";
import { aDoor, FakeDoor } from "../../../support/doors/fake-door.ts";
import { noBroker } from "../../../support/notifications/mosquitto.ts";
import { HeardRobot } from "../../../support/robots/heard-robot.ts";
import { layoutPlace } from "../../../support/robots/traffic-layout.ts";
import { type RosRig, rosRig } from "../../../support/ros2/rig.ts";
import { driverOptions, moveTo, vdaRig } from "../../../support/vda5050/rig.ts";

/** Where a robot waits in front of a door at `doorM`: 1 m of the door, 0.3 m of the robot, and 0.3 m to spare. */
const waitsAtM = (doorM: number): number => doorM - 1.6;

interface DoorSite {
  traffic: SiteTraffic;
  link: FakeDoor;
  /** What the door says from now on, every 200 ms. */
  says(state: string, level?: string | null): void;
}

/** The traffic with one door or lift at these places. */
function doorSite(
  t: Pick<TestContext, "after">,
  settings: DoorSettings,
  places: readonly PlaceRecord[],
): DoorSite {
  const link = new FakeDoor();
  const door = new Door({
    settings,
    link,
    clock: systemClock,
    wasRequested: false,
    remember: async () => undefined,
    onChange: () => traffic.doorChanged(),
  });
  const traffic: SiteTraffic = new SiteTraffic({
    clock: systemClock,
    corridors: () => [],
    places: () => places,
    keep: async () => undefined,
    kept: [],
    onFinding: () => undefined,
    door: (id) => (id === settings.id ? door : undefined),
  });
  door.start();
  let now: [string, string | null] = ["closed", null];
  const timer = setInterval(() => link.say(...now), 200);
  t.after(async () => {
    clearInterval(timer);
    await traffic.stop();
    await door.stop();
  });
  return { traffic, link, says: (state, level = null) => (now = [state, level]) };
}

const doorAt = (at: PointM): PlaceRecord => ({
  ...layoutPlace("doorway", at, "door"),
  door: "gate",
});
const carAt = (at: PointM, level: string, frame: string): PlaceRecord => ({
  ...layoutPlace(`car ${level}`, at, "lift"),
  door: "lift",
  level,
  frame,
});
const lift = aDoor({
  id: "lift",
  name: "Lift",
  kind: "lift",
  timeoutMs: 60_000,
  levels: [
    { name: "0", word: "ground" },
    { name: "1", word: "first" },
  ],
});
const gate = aDoor({ timeoutMs: 60_000 });

/** The driver as a robot of the traffic, once it can drive. */
async function inTraffic(
  t: Pick<TestContext, "after">,
  traffic: SiteTraffic,
  driver: RobotDriver,
): Promise<{ driver: RobotDriver; heard: HeardRobot }> {
  const robot = { driver, robotId: "cart", radiusM: 0.3, traffic, clock: systemClock };
  const member = withTraffic(robot);
  t.after(() => member.close());
  const heard = new HeardRobot();
  member.open(heard);
  const canDrive = () =>
    member.capabilities().some(({ name, available }) => name === "move_to" && available);
  await until(() => canDrive() && Boolean(traffic.members.get("cart")?.place), {
    what: "the robot",
    deadlineMs: 30_000,
  });
  return { driver: member, heard };
}

const sent = (command: ReturnType<typeof moveTo>, maxSpeedMps: number) => ({
  id: uuidv7(Date.now()),
  command,
  maxSpeedMps,
  maxTurnRadps: 1,
});
const waitsFor = (traffic: SiteTraffic): string | null | undefined =>
  traffic.members.get("cart")?.trip?.wait?.door;

describe("a VDA 5050 robot", { skip: noBroker }, () => {
  async function vdaAt(t: TestContext, site: DoorSite) {
    const { robot, link, driver: other } = await vdaRig(t, { robot: { speedMps: 3 } });
    await other.close();
    const vda = new Vda5050Driver(driverOptions(link, { version: "2.1" }));
    const orders = () =>
      robot.received
        .filter(({ topic }) => topic === "order")
        .map(({ frame }) => frame as { orderId: string; nodes: any[] });
    const releasedM = () =>
      orders().flatMap(({ nodes }) =>
        nodes
          .filter(({ released }) => released)
          .map(({ nodePosition }) => nodePosition.x as number),
      );
    return { robot, orders, releasedM, ...(await inTraffic(t, site.traffic, vda)) };
  }

  test("at a door gets its order released up to the door, and the rest of the same order once it is open", async (t) => {
    const site = doorSite(t, gate, [doorAt([6, 0])]);
    const { robot, orders, releasedM, driver, heard } = await vdaAt(t, site);
    const goal = sent(moveTo(12, 0), 3);
    await driver.execute(goal);
    await until(() => waitsFor(site.traffic) === "gate", { what: "the wait" });
    await until(() => !robot.isDriving && robot.position.x > 4, { what: "the end of the base" });
    for (const state of ["opening", "OPEN!", "closed"]) {
      site.says(state);
      const heardNow = () => site.traffic.doors.obstacle({ id: "gate", level: null })!.message;
      await until(() => heardNow().includes(state), { what: state });
      const asked = site.link.requests.length;
      await until(() => site.link.requests.length > asked, { what: "the next request" });
      assert.equal(orders().length, 1);
    }
    assert.ok(Math.max(...releasedM()) <= waitsAtM(6) + 0.01, releasedM().join(" "));
    assert.ok(robot.position.x <= waitsAtM(6) + 0.05, `it is at ${robot.position.x} m`);
    site.says("open");
    assert.equal((await heard.end(goal.id)).state, "succeeded");
    assert.ok(Math.abs(robot.position.x - 12) < 0.05);
    assert.equal(new Set(orders().map(({ orderId }) => orderId)).size, 1);
    assert.deepEqual(robot.violations, []);
    await until(() => site.link.kinds.at(-1) === "close", { what: "the door closes behind it" });
  });

  test("at a lift enters it only while it is open at its level, and leaves it on the other one", async (t) => {
    const places = [carAt([6, 0], "0", "map"), carAt([6, 0], "1", "upper")];
    const site = doorSite(t, lift, places);
    const { robot, releasedM, driver, heard } = await vdaAt(t, site);
    site.says("open", "first");
    const command = moveTo(9, 0);
    if (command.kind === "move_to") command.target = { ...command.target, frame: "upper" };
    const goal = sent(command, 3);
    await driver.execute(goal);
    await until(() => waitsFor(site.traffic) === "lift", { what: "the wait" });
    await until(() => site.link.kinds.includes("open ground"), { what: "the request" });
    await until(() => !robot.isDriving && robot.position.x > 4, { what: "the end of the base" });
    assert.ok(Math.max(...releasedM()) <= waitsAtM(6) + 0.01, releasedM().join(" "));
    site.says("open", "ground");
    await until(() => site.link.kinds.includes("open first"), { what: "the ride" });
    assert.ok(Math.abs(robot.position.x - 6) < 0.1 && robot.mapId === "map");
    site.says("moving", "ground");
    await until(() => site.traffic.doors.obstacle({ id: "lift", level: "1" }) !== null);
    assert.equal(robot.mapId, "map");
    site.says("open", "first");
    assert.equal((await heard.end(goal.id)).state, "succeeded");
    assert.equal(robot.mapId, "upper");
    assert.ok(Math.abs(robot.position.x - 9) < 0.05);
    assert.deepEqual(robot.violations, []);
  });
});

describe("a ROS 2 robot", () => {
  let rig: RosRig;
  before(async () => {
    rig = await rosRig("jazzy");
  });
  after(() => rig.stop());

  for (const [name, settings, place, shutAt, level] of [
    ["a door", gate, doorAt([3, 0]), null, null],
    ["a lift", lift, carAt([3, 0], "0", "map"), "first", "ground"],
  ] as const)
    test(`at ${name} gets a goal at the border, and the next one once it is open for it`, async (t) => {
      const site = doorSite(t, settings, [place]);
      site.says(shutAt === null ? "closed" : "open", shutAt);
      const robot = rig.robot(t, { topMps: 1 });
      const { driver, heard } = await inTraffic(t, site.traffic, rig.driver(robot));
      const goal = sent(moveTo(3, 0), 1);
      await driver.execute(goal);
      await until(() => waitsFor(site.traffic) === settings.id, { what: "the wait" });
      await until(() => !robot.isDriving && robot.pose.x > 0.8, {
        what: "the end of the first goal",
      });
      await until(() => site.link.requests.length > 2, { what: "repeated requests" });
      assert.ok(robot.pose.x <= waitsAtM(3) + 0.3, `it is at ${robot.pose.x} m`);
      assert.equal(robot.isDriving, false);
      site.says("open", level);
      assert.equal((await heard.end(goal.id)).state, "succeeded");
      assert.ok(Math.abs(robot.pose.x - 3) < 0.3, `it is at ${robot.pose.x} m`);
    });
});
