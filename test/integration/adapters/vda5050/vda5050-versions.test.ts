import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { noBroker } from "../../../support/notifications/mosquitto.ts";
import { moveTo, vdaRig } from "../../../support/vda5050/rig.ts";
import { until } from "../../../support/box/wait.ts";

const skip = { skip: noBroker };

describe("VDA 5050 in each version", { ...skip, concurrency: 4 }, () => {
  for (const version of ["1.1", "2.0", "3.0"] as const) {
    test(`${version}: a long way, a pause, a dock and a place that is told, in the words of the version`, async (t) => {
      const dock = { frame: "map", xM: 4, yM: 1, yawRad: 0 };
      const { robot, heard, send } = await vdaRig(t, {
        version,
        robot: { speedMps: 6 },
        driver: { maxUncontrolledM: 2, dock },
      });
      const id = await send(moveTo(6, 0), 5);
      await send({ kind: "pause" });
      assert.equal(robot.isDriving, false);
      await send({ kind: "resume" });
      assert.equal((await heard.end(id)).state, "succeeded");
      assert.ok(robot.taken.length >= 3, `${robot.taken.length} updates`);
      assert.ok(robot.fastestMps <= 5, `${robot.fastestMps} m/s`);
      const docked = await send({ kind: "dock" }, 6);
      assert.equal((await heard.end(docked)).state, "succeeded");
      assert.equal(robot.isCharging, true);
      await send({ kind: "undock" });
      const pose = { frame: "map", xM: 7, yM: 8, yawRad: 1 };
      await send({ kind: "localize", pose });
      assert.deepEqual(robot.position, { x: 7, y: 8, theta: 1 });
      assert.deepEqual(robot.violations, []);
    });

    test(`${version}: the status, a refusal, a cancel and a stop`, async (t) => {
      const { robot, driver, heard, send } = await vdaRig(t, { version });
      assert.deepEqual(heard.latest("pose"), { frame: "map", xM: 0, yM: 0, yawRad: 0 });
      assert.deepEqual(heard.latest("battery"), { percent: 80, isCharging: false });
      assert.equal(heard.latest("mode"), "automatic");
      assert.equal(heard.latest("isEmergencyStopped"), false);
      await assert.rejects(send({ ...moveTo(1, 0), target: elsewhere } as never), {
        code: "robot_refused",
      });
      robot.refuseWith = version === "3.0" ? "NO_ROUTE_TO_TARGET" : "noRouteError";
      await assert.rejects(send(moveTo(1, 0)), { code: "robot_refused", message: /does not want/ });
      robot.refuseWith = null;
      const id = await send(moveTo(50, 0));
      await until(() => robot.isDriving);
      await driver.cancel(id);
      assert.equal((await heard.end(id)).state, "cancelled");
      const next = await send(moveTo(50, 0));
      await until(() => robot.isDriving);
      assert.equal(await driver.stop(), "startPause+cancelOrder");
      assert.equal((await heard.end(next)).state, "cancelled");
      robot.eStop = "MANUAL";
      robot.operatingMode = version === "3.0" ? "TEACH_IN" : "TEACHIN";
      await until(() => heard.latest("isEmergencyStopped") === true);
      assert.equal(heard.latest("mode"), "teach_in");
      assert.deepEqual(
        heard.samples.flatMap(({ errors = [] }) => errors.map(({ code }) => code)).filter(isWrong),
        [],
      );
      assert.deepEqual(robot.violations, []);
    });
  }

  const elsewhere = { frame: "cellar", xM: 1, yM: 0, yawRad: null };
  const isWrong = (code: string): boolean => code === "vda5050_invalid_frame";

  test("a robot that has its topics elsewhere, as the examples in the text of 1.1 have them, is found there", async (t) => {
    const { robot, heard, send } = await vdaRig(t, {
      version: "1.1",
      robot: { interfaceName: "plant", majorVersion: "v2" },
      driver: {
        identity: {
          interfaceName: "plant",
          majorVersion: "v2",
          version: "1.1",
          manufacturer: "acme",
          serialNumber: "0001",
        },
      },
    });
    const id = await send(moveTo(0.2, 0));
    assert.equal((await heard.end(id)).state, "succeeded");
    assert.deepEqual(robot.violations, []);
  });
});
