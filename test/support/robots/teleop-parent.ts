/** The box's side of a robot that is moved by hand: `<namespace>`. It drives until somebody kills it. */
import { uuidv7 } from "../../../src/base/core/ids.ts";
import { HeardRobot } from "./heard-robot.ts";
import { can, standInDriver } from "../ros2/rig.ts";
import { until } from "../box/wait.ts";

const [namespace = ""] = process.argv.slice(2);
const driver = standInDriver({
  namespace,
  nodeName: "gatehouse_parent",
  launch: { setup: [], env: {} },
});
driver.open(new HeardRobot());
await until(() => can(driver, "teleop"), { what: "a robot that can be moved by hand" });
const drive = (): void => {
  const command = { kind: "teleop", linearMps: 0.3, angularRadps: 0, durationMs: 100 } as const;
  // On a busy machine the robot may not listen yet, or not for a moment.
  driver.execute({ id: uuidv7(), command, maxSpeedMps: 1, maxTurnRadps: 1 }).catch(() => {});
};
setInterval(drive, 40);
