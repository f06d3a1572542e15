import { SimDriver } from "../../../src/adapters/robot-sim/sim-driver.ts";
import { SimRobot } from "../../../src/adapters/robot-sim/sim-robot.ts";
import type { MakeVehicle } from "./play.ts";
import { rosVehicle } from "./ros-vehicle.ts";
import { vdaVehicle } from "./vda-vehicle.ts";

/** The simulated robot with its own driver: a pose every 100 ms, brakes that act at once. */
export const simVehicle: MakeVehicle = (clock, [x, y]) => {
  const robot = new SimRobot({ dock: { frame: "map", x, y } }, "map");
  return {
    driver: new SimDriver({ robot, clock }),
    silence: { staleMs: 1000, offlineMs: 3000 },
    at: () => [robot.body.xM, robot.body.yM],
    isDriving: () => robot.goal !== null || robot.teleop !== null,
    losePose: (isLost) => void (robot.faults.no_pose = isLost),
    drift: (mps) => void (robot.faults.drift_mps = mps),
    stopSec: 0.2,
    canTeleop: true,
    close: () => undefined,
  };
};

/** Kinds of robots that sequences are played on. */
export const vehicles: Readonly<Record<string, MakeVehicle>> = {
  sim: simVehicle,
  vda5050: vdaVehicle,
  rosbridge: rosVehicle,
};
