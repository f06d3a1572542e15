import type {
  Broker,
  BrokerMessage,
  TopicSubscriber,
} from "../../../src/adapters/mqtt-broker/broker.ts";
import { Vda5050Driver } from "../../../src/adapters/vda5050/vda5050-driver.ts";
import type { FakeClock } from "../box/fake-clock.ts";
import { driverOptions } from "../vda5050/rig.ts";
import { StrictRobot } from "../vda5050/robot.ts";
import type { MakeVehicle } from "./play.ts";

/** Frames take so long in either direction, and one in twenty does not arrive. */
const latencyMs = 30;
const lostShare = 0.05;
const stepMs = 50;
const stateMs = 200;

/** What the two ends of a line in this process say to each other, late and with losses. */
class Line {
  readonly #clock: FakeClock;
  readonly #random: () => number;
  #subscription: TopicSubscriber | undefined;
  robot: LineRobot | undefined;

  constructor(clock: FakeClock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** What the driver takes for its broker. */
  get broker(): Broker {
    const made = {
      problem: null,
      subscribe: (subscription: TopicSubscriber) => {
        this.#subscription = subscription;
        this.#clock.after(0, () => subscription.onConnected(true));
        return () => void (this.#subscription = undefined);
      },
      publish: async (topic: string, payload: string) => {
        this.#later(() => this.robot?.take(topic, payload));
      },
    };
    return made as unknown as Broker;
  }

  toMaster(topic: string, frame: unknown): void {
    const payload = Buffer.from(JSON.stringify(frame));
    const message: BrokerMessage = { topic, payload, isRetained: false };
    this.#later(() => this.#subscription?.onMessage(message));
  }

  #later(run: () => void): void {
    if (this.#random() >= lostShare) this.#clock.after(latencyMs, run);
  }
}

/** The strict robot of the tests on the sequence's clock, without a network. */
class LineRobot extends StrictRobot {
  readonly #line: Line;

  constructor(line: Line) {
    super({ url: "", version: "2.1", brakeMs: 0, speedMps: 1 });
    this.#line = line;
    this.handlingMs = 0;
  }

  take(topic: string, payload: string): void {
    const name = topic.slice(topic.lastIndexOf("/") + 1);
    this.obey(name, JSON.parse(payload));
    this.sendState();
  }

  step(): void {
    this.move(stepMs / 1000);
  }

  protected override publish(name: string, frame: unknown): void {
    this.#line.toMaster(this.topic(name), frame);
  }
}

/** A VDA 5050 2.1 robot that is handed `max_uncontrolled_m` of its way at once. */
export const vdaVehicle: MakeVehicle = (clock, [xM, yM], random) => {
  const line = new Line(clock, random);
  const robot = new LineRobot(line);
  line.robot = robot;
  const dock = { frame: "map", xM, yM, yawRad: null };
  const options = driverOptions(line.broker, { maxUncontrolledM: 2, dock, clock });
  const timers = [
    clock.every(stepMs, () => robot.step()),
    clock.every(stateMs, () => robot.sendState()),
  ];
  let isLost = false;
  robot.alter = (state) => {
    const { agvPosition, ...rest } = state;
    return isLost ? rest : { ...rest, agvPosition };
  };
  return {
    driver: new Vda5050Driver(options),
    silence: { staleMs: 32_000, offlineMs: 35_000 },
    at: () => [robot.position.x, robot.position.y],
    isDriving: () => robot.isDriving,
    losePose: (lost) => void (isLost = lost),
    drift: () => undefined,
    // A state that is lost, the next one, the way there and back, a stop that is lost, and its next.
    stopSec: (2 * stateMs + 3 * latencyMs + 2 * 120 + 2 * stepMs) / 1000,
    canTeleop: false,
    close: () => timers.forEach((timer) => timer.cancel()),
  };
};
