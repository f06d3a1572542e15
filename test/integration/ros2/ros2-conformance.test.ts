import { after, before, describe } from "node:test";
import { robotDriverConformance } from "../../conformance/robot-driver.ts";
import { type RosRig, rosRig } from "../../support/ros2/rig.ts";
import { until } from "../../support/wait.ts";

describe("the ROS 2 driver as a driver", { concurrency: 4 }, () => {
  let rig: RosRig;
  before(async () => {
    rig = await rosRig();
  });
  const ends: (() => unknown)[] = [];
  after(async () => {
    for (const end of ends) await end();
    await rig.stop();
  });

  robotDriverConformance(async () => {
    const robot = rig.robot({ after: (end) => ends.push(end) });
    const make = () => rig.driver(robot);
    const driver = make();
    const isReady = (): boolean =>
      driver.capabilities().some(({ name, available }) => name === "move_to" && available);
    let wasReady = false;
    const pass = async (ms: number): Promise<void> => {
      if (!wasReady) await until(isReady, { what: "a robot that is ready" });
      wasReady = true;
      const end = performance.now() + ms;
      // What stands still with nothing to do needs no waiting for, once it has said so.
      let quietFrom = performance.now();
      while (performance.now() < Math.min(end, quietFrom + 400)) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (robot.isDriving) quietFrom = performance.now();
      }
    };
    return {
      driver,
      frame: "map",
      pass,
      setSilent: (isSilent) => rig.domain.setSilent(robot.node.getFullyQualifiedName(), isSilent),
      breakLink: async () => {
        process.kill(driver.bridgePid!, "SIGKILL");
        return () => until(isReady, { what: "a new bridge" });
      },
      refuse: () => void robot.refuses.add("NavigateToPose"),
      again: make,
    };
  });
});
