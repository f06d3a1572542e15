import { after, before, describe } from "node:test";
import { robotDriverConformance } from "../../../conformance/robot-driver.ts";
import { encodePng } from "../../../../src/base/core/png.ts";
import { conformanceDrivers, type RosRig, rosRig } from "../../../support/ros2/rig.ts";
import { RosbridgeServer } from "../../../support/ros2/rosbridge-server.ts";
import { liftLoads, LoadDevice } from "../../../support/ros2/load-device.ts";
import { until } from "../../../support/box/wait.ts";

const grey = { widthPx: 8, heightPx: 6, channels: 1, bytes: new Uint8Array(48).fill(90) } as const;
const picture = await encodePng(grey);
const camera = { topic: "image/compressed", fov_degrees: 70, height_m: 0.6, down_degrees: 5 };

for (const distro of ["humble", "jazzy"] as const) {
  describe(`the rosbridge driver as a driver of a robot of ${distro}`, { concurrency: 4 }, () => {
    let rig: RosRig;
    const ends: (() => unknown)[] = [];
    before(async () => {
      rig = await rosRig(distro);
    });
    after(async () => {
      for (const end of ends.toReversed()) await end();
      await rig.stop();
    });

    robotDriverConformance(async () => {
      const robot = rig.robot({ after: (end) => ends.push(end) }, { picture });
      new LoadDevice(robot, rig.rcl);
      const server = new RosbridgeServer(distro);
      await server.listening();
      ends.push(() => server.close());
      const { isReady, ...subject } = conformanceDrivers(robot, () =>
        rig.driver(robot, { url: server.url, camera, loads: liftLoads("service") }),
      );
      return {
        ...subject,
        frame: "map",
        setSilent: (isSilent) => rig.domain.setSilent(robot.node.getFullyQualifiedName(), isSilent),
        breakLink: async () => {
          server.cut();
          return () => until(isReady, { what: "a new connection" });
        },
        refuse: () => void robot.refuses.add("NavigateToPose"),
        forgets: true,
      };
    });
  });
}
