import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { Broker } from "../../../../src/adapters/mqtt-broker/broker.ts";
import type { VdaProfile } from "../../../../src/adapters/vda5050/robot-channel.ts";
import { Vda5050Driver } from "../../../../src/adapters/vda5050/vda5050-driver.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { HeardRobot } from "../../../support/robots/heard-robot.ts";
import { noBroker, startBroker } from "../../../support/notifications/mosquitto.ts";
import { startLibRobot } from "../../../support/vda5050/lib-robot.ts";
import { driverOptions, moveTo, sendTo } from "../../../support/vda5050/rig.ts";
import { until } from "../../../support/box/wait.ts";

const skip = { skip: noBroker };

async function libRig(t: TestContext, version: "1.1" | "2.0", profile: VdaProfile) {
  const ends: (() => unknown)[] = [];
  // Newest first: the robot says goodbye to a broker that is there.
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const keep = { after: (end: unknown) => void ends.push(end as () => unknown) };
  const broker = await startBroker(keep);
  const robot = await startLibRobot(keep, {
    url: broker.url,
    version: `${version}.0`,
    serialNumber: "lib",
    speedMps: 4,
  });
  const link = new Broker({ url: broker.url, log: silentLogger, reconnectMs: 100 });
  const dock = { frame: "map", xM: 1, yM: 1, yawRad: 0 };
  const options = driverOptions(link, { version, profile, dock, maxUncontrolledM: 3 });
  const identity = { ...options.identity, serialNumber: "lib" };
  const driver = new Vda5050Driver({ ...options, identity });
  const heard = new HeardRobot();
  driver.open(heard);
  ends.push(() => driver.close());
  await until(
    () => driver.capabilities().some(({ name, available }) => name === "move_to" && available),
    { what: "the first state" },
  );
  return { robot, driver, heard };
}

describe("a robot of vda-5050-lib", { ...skip, concurrency: 3 }, () => {
  for (const version of ["1.1", "2.0"] as const) {
    test(`${version}: goals, a pause, a cancel, a dock and a stop of a robot that others wrote`, async (t) => {
      const profile = version === "2.0" ? "legacy_instant_actions" : "standard";
      const { robot, driver, heard } = await libRig(t, version, profile);
      const id = await sendTo(driver, moveTo(5, 0), 4);
      await sendTo(driver, { kind: "pause" });
      await until(() => !robot.state.driving, { what: "the pause" });
      await sendTo(driver, { kind: "resume" });
      assert.equal((await heard.end(id)).state, "succeeded");
      assert.ok(Math.abs(heard.latest("pose")!.xM - 5) < 0.6, `${heard.latest("pose")!.xM}`);
      const given = await sendTo(driver, moveTo(-50, 0), 4);
      await until(() => robot.state.driving);
      await driver.cancel(given);
      assert.equal((await heard.end(given)).state, "cancelled");
      assert.equal(robot.state.driving, false);
      const docked = await sendTo(driver, { kind: "dock" }, 4);
      assert.equal((await heard.end(docked)).state, "succeeded");
      assert.equal(robot.state.batteryState.charging, true);
      await sendTo(driver, { kind: "undock" });
      const last = await sendTo(driver, moveTo(50, 0), 4);
      await until(() => robot.state.driving);
      assert.match(await driver.stop(), /cancelOrder/);
      assert.equal((await heard.end(last)).state, "cancelled");
      assert.equal(robot.state.driving, false);
    });
  }

  test("2.0: it does not obey the standard's name of instant actions, and a stop says that it did not arrive", async (t) => {
    const { robot, driver } = await libRig(t, "2.0", "standard");
    await sendTo(driver, moveTo(50, 0), 1);
    await until(() => robot.state.driving);
    await assert.rejects(driver.stop(), { code: "robot_unreachable" });
    assert.equal(robot.state.driving, true);
  });
});
