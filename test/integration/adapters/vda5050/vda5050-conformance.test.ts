import { after, describe } from "node:test";
import { Broker } from "../../../../src/adapters/mqtt-broker/broker.ts";
import { Vda5050Driver } from "../../../../src/adapters/vda5050/vda5050-driver.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { type DriverSubject, robotDriverConformance } from "../../../conformance/robot-driver.ts";
import { noBroker, startBroker } from "../../../support/notifications/mosquitto.ts";
import type { RobotVersion } from "../../../support/vda5050/faces.ts";
import { driverOptions } from "../../../support/vda5050/rig.ts";
import { StrictRobot } from "../../../support/vda5050/robot.ts";
import { until } from "../../../support/box/wait.ts";

const isLong = process.env["TEST_LONG"] === "1";
const versions: RobotVersion[] = isLong ? ["1.1", "2.0", "2.1", "3.0"] : ["2.1", "3.0"];

/** The driver, which notes whether anything was heard of its robot. */
function listened(driver: Vda5050Driver, ear: { isOpen: boolean; samples: number }): Vda5050Driver {
  const [open, close] = [driver.open.bind(driver), driver.close.bind(driver)];
  driver.open = (sink) => {
    Object.assign(ear, { isOpen: true, samples: 0 });
    open({
      onSample: (sample) => {
        ear.samples += 1;
        sink.onSample(sample);
      },
      onProgress: (progress) => sink.onProgress(progress),
      onCapabilities: () => sink.onCapabilities(),
      onLost: () => sink.onLost(),
    });
  };
  driver.close = async () => {
    ear.isOpen = false;
    await close();
  };
  return driver;
}

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
    const ear = { isOpen: false, samples: 0 };
    const make = () => listened(new Vda5050Driver({ ...options, identity }), ear);
    const pass = async (ms: number): Promise<void> => {
      // On a busy machine it takes a while to be heard of at all.
      if (ear.isOpen && !robot.isSilent) await until(() => ear.samples > 0, { what: "a state" });
      const end = performance.now() + ms;
      // What stands still with nothing to do needs no waiting for, once it has said so.
      let quietFrom = performance.now();
      const hasPassed = (): boolean => {
        if (robot.hasOrder) quietFrom = performance.now();
        return performance.now() >= Math.min(end, quietFrom + 400);
      };
      await until(hasPassed, { everyMs: 20, deadlineMs: ms + 45_000 });
    };
    return {
      driver: make(),
      frame: "map",
      pass,
      setSilent: (isSilent) => {
        robot.isSilent = isSilent;
        ear.samples = 0;
      },
      breakLink: async () => {
        robot.vanish();
        return async () => {
          await robot.start();
          ear.samples = 0;
        };
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
