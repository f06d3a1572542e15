import { after, describe } from "node:test";
import { Broker } from "../../../src/adapters/vda5050/broker.ts";
import { Vda5050Driver } from "../../../src/adapters/vda5050/vda5050-driver.ts";
import { silentLogger } from "../../../src/core/logger.ts";
import { type DriverSubject, robotDriverConformance } from "../../conformance/robot-driver.ts";
import { noBroker, startBroker } from "../../support/mosquitto.ts";
import type { RobotVersion } from "../../support/vda5050-faces.ts";
import { driverOptions } from "../../support/vda5050-rig.ts";
import { StrictRobot } from "../../support/vda5050-robot.ts";

const isLong = process.env["TEST_LONG"] === "1";
const versions: RobotVersion[] = isLong ? ["1.1", "2.0", "2.1", "3.0"] : ["2.1", "3.0"];

describe("the VDA 5050 driver as a driver", { skip: noBroker, concurrency: 2 }, () => {
  const ends: (() => unknown)[] = [];
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  let count = 0;
  let url: Promise<string> | undefined;

  async function subject(version: RobotVersion): Promise<DriverSubject> {
    url ??= startBroker({ after: (end) => ends.push(end as () => unknown) }).then(
      (broker) => broker.url,
    );
    const serialNumber = `robot-${(count += 1)}`;
    const robot = new StrictRobot({ url: await url, version, serialNumber, stateIntervalMs: 100 });
    await robot.start();
    ends.push(() => robot.stop());
    const link = new Broker({ url: await url, log: silentLogger });
    const options = driverOptions(link, { version });
    const identity = { ...options.identity, serialNumber };
    const make = () => new Vda5050Driver({ ...options, identity });
    const pass = async (ms: number): Promise<void> => {
      const end = performance.now() + ms;
      // What stands still with nothing to do needs no waiting for, once it has said so.
      let quietFrom = performance.now();
      while (performance.now() < Math.min(end, quietFrom + 400)) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (robot.hasOrder) quietFrom = performance.now();
      }
    };
    return {
      driver: make(),
      frame: "map",
      pass,
      setSilent: (isSilent) => void (robot.isSilent = isSilent),
      breakLink: async () => {
        robot.vanish();
        return () => robot.start();
      },
      refuse: () =>
        void (robot.refuseWith = version === "3.0" ? "UNSUPPORTED_PARAMETER" : "orderError"),
      again: make,
    };
  }

  for (const version of versions) {
    describe(version, { concurrency: 4 }, () => robotDriverConformance(() => subject(version)));
  }
});
