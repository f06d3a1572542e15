import assert from "node:assert/strict";
import { test } from "node:test";
import { noBroker } from "../../../support/notifications/mosquitto.ts";
import { moveTo, reasonOf, vdaRig } from "../../../support/vda5050/rig.ts";
import { until } from "../../../support/box/wait.ts";

test(
  "a driver sends no order after its fence has closed, still a stop for a moment, and then nothing",
  { skip: noBroker },
  async (t) => {
    let right: "all" | "stop" | "none" = "all";
    let lose = (): void => undefined;
    const { driver, robot, send } = await vdaRig(t);
    const frames = () => robot.received.length;
    driver.boundFence({
      revision: 7,
      mayCommand: () => right === "all",
      mayStop: () => right !== "none",
      problem: () => "another box drives it",
      onLost: (run) => void (lose = run),
    });
    await send(moveTo(50, 0));
    await until(() => robot.isDriving);
    // It cancels the present order first; the fence closes before the new one can follow.
    const late = send(moveTo(1, 0));
    right = "stop";
    await assert.rejects(late, { code: "robot_unreachable" });
    await assert.rejects(send(moveTo(2, 0)), { code: "robot_unreachable" });
    const orders = robot.taken.length;
    await driver.stop();
    await until(() => !robot.hasOrder, { what: "the stopped robot" });
    assert.equal(robot.taken.length, orders, "no order after the fence");
    right = "none";
    const before = frames();
    await assert.rejects(driver.stop(), { code: "robot_unreachable" });
    assert.equal(frames(), before);
    lose();
    await until(() => /broker/.test(reasonOf(driver, "move_to") ?? ""), {
      what: "the end of the connection with all that is under way",
    });
    await until(() => reasonOf(driver, "move_to") === null, { what: "the return" });
    assert.deepEqual(robot.violations, []);
  },
);
