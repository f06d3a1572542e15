import { after, before, describe } from "node:test";
import { robotDriverConformance } from "../../conformance/robot-driver.ts";
import { conformanceDrivers, type RosRig, rosRig } from "../../support/ros2/rig.ts";
import { until } from "../../support/wait.ts";

describe("the ROS 2 driver as a driver", { concurrency: 4 }, () => {
  let rig: RosRig;
  const ends: (() => unknown)[] = [];
  before(async () => {
    rig = await rosRig();
  });
  after(async () => {
    for (const end of ends) await end();
    await rig.stop();
  });

  robotDriverConformance(async () => {
    const robot = rig.robot({ after: (end) => ends.push(end) });
    const { isReady, ...subject } = conformanceDrivers(robot, () => rig.driver(robot));
    return {
      ...subject,
      frame: "map",
      setSilent: (isSilent) => rig.domain.setSilent(robot.node.getFullyQualifiedName(), isSilent),
      breakLink: async () => {
        process.kill(subject.driver.bridgePid!, "SIGKILL");
        return () => until(isReady, { what: "a new bridge" });
      },
      refuse: () => void robot.refuses.add("NavigateToPose"),
    };
  });
});
