/** The box's side of a robot that is moved by hand: `<namespace>`; says `driving` after the first second of it. */
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
  void driver.execute({ id: uuidv7(), command, maxSpeedMps: 1, maxTurnRadps: 1 });
};
setInterval(drive, 40);
setTimeout(() => process.stdout.write("driving\n"), 300);
