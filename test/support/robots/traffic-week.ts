import { SimDriver } from "../../../src/adapters/robot-sim/sim-driver.ts";
import { SimRobot } from "../../../src/adapters/robot-sim/sim-robot.ts";
import type { Clock, Timer } from "../../../src/base/core/clock.ts";
import type { RobotDriver } from "../../../src/robots/driver/driver-port.ts";
import type { PlaceRecord } from "../../../src/robots/maps/map-record.ts";
import { circleOf } from "../../../src/robots/traffic/deadlocks.ts";
import type { TrafficFinding } from "../../../src/robots/traffic/members.ts";
import { SiteTraffic } from "../../../src/robots/traffic/site-traffic.ts";
import type { TrafficRule } from "../../../src/robots/traffic/traffic-terms.ts";
import { withTraffic } from "../../../src/robots/traffic/with-traffic.ts";
import { randomFrom } from "../perception/drawn-sound.ts";
import { warehouse } from "./traffic-layout.ts";

/** A clock that moves in steps; a timer runs at most once in each. */
class StepClock implements Clock {
  #nowMs = 0;
  readonly #timers = new Set<{ dueMs: number; periodMs: number | null; run: () => void }>();

  wallMs = (): number => this.#nowMs;
  ageMs = (): number => this.#nowMs;
  monoMs = (): number => this.#nowMs;
  after = (delayMs: number, run: () => void): Timer => this.#add(delayMs, null, run);
  every = (periodMs: number, run: () => void): Timer => this.#add(periodMs, periodMs, run);

  step(ms: number): void {
    this.#nowMs += ms;
    for (const timer of this.#timers) {
      if (timer.dueMs > this.#nowMs) continue;
      if (timer.periodMs === null) this.#timers.delete(timer);
      else timer.dueMs = this.#nowMs + timer.periodMs;
      timer.run();
    }
  }

  #add(delayMs: number, periodMs: number | null, run: () => void): Timer {
    const timer = { dueMs: this.#nowMs + delayMs, periodMs, run };
    this.#timers.add(timer);
    return { cancel: () => void this.#timers.delete(timer) };
  }
}

/** How a simulated time went. */
export interface TrafficFigures {
  /** Ways that were driven to their end. */
  trips: number;
  /** Pairs of robots with an overlap of their circles, over all steps. */
  overlaps: number;
  /** Steps in which two robots touched the same area. */
  doubleOccupancies: number;
  leastDistanceM: number;
  /** The longest time for which a circle of waiting robots stood, in seconds. */
  longestDeadlockSec: number;
  deadlocks: number;
  unresolved: number;
  conflicts: number;
  failed: number;
  drivenM: number;
}

interface Simulated {
  id: string;
  body: SimRobot;
  driver: RobotDriver;
  goal: PlaceRecord | null;
  readyMs: number;
  doneCount: number;
}

const stepMs = 500;
const radiusM = 0.3;

/** Simulates robots that go from station to station, with the real traffic and the real simulated robots. */
export async function simulateTraffic(options: {
  robots: number;
  hours: number;
  rule: TrafficRule;
  seed: number;
  layout?: ReturnType<typeof warehouse>;
}): Promise<TrafficFigures> {
  const { corridors, places } = options.layout ?? warehouse();
  const clock = new StepClock();
  const random = randomFrom(options.seed);
  const figures: TrafficFigures = {
    trips: 0,
    overlaps: 0,
    doubleOccupancies: 0,
    leastDistanceM: Infinity,
    longestDeadlockSec: 0,
    deadlocks: 0,
    unresolved: 0,
    conflicts: 0,
    failed: 0,
    drivenM: 0,
  };
  const onFinding = ({ type, action }: TrafficFinding): void => {
    if (type === "traffic_conflict") figures.conflicts += 1;
    if (type === "traffic_deadlock" && action === null) figures.unresolved += 1;
  };
  const traffic = new SiteTraffic({
    clock,
    corridors: () => corridors,
    places: () => places,
    keep: async () => undefined,
    kept: [],
    onFinding,
    rule: options.rule,
  });
  const fleet = Array.from({ length: options.robots }, (_, at): Simulated => {
    const start = places[at % places.length]!;
    const body = new SimRobot({ start: { frame: "map", x: start.xM, y: start.yM } }, "map");
    const id = `robot-${at + 1}`;
    const driver = withTraffic({
      driver: new SimDriver({ robot: body, clock }),
      robotId: id,
      radiusM,
      traffic,
      clock,
    });
    return { id, body, driver, goal: null, readyMs: random() * 30_000, doneCount: 0 };
  });
  for (const one of fleet) {
    one.driver.open({
      onSample: () => undefined,
      onCapabilities: () => undefined,
      onLost: () => undefined,
      onProgress({ state }) {
        if (state === "executing") return;
        if (state === "succeeded") figures.trips += 1;
        else figures.failed += 1;
        one.goal = null;
        one.readyMs = clock.monoMs() + 10_000 + random() * 50_000;
      },
    });
  }
  let circleSinceMs: number | null = null;
  let commands = 0;
  for (let leftMs = options.hours * 3_600_000; leftMs > 0; leftMs -= stepMs) {
    for (const one of fleet) {
      if (one.goal || clock.monoMs() < one.readyMs) continue;
      const taken = new Set(
        fleet.flatMap(({ goal, body }) => [
          goal?.name,
          places.find(({ xM, yM }) => Math.hypot(xM - body.body.xM, yM - body.body.yM) < 1)?.name,
        ]),
      );
      const free = places.filter(({ name, kind }) => kind === "station" && !taken.has(name));
      if (free.length === 0) continue;
      const goal = free[Math.floor(random() * free.length)]!;
      one.goal = goal;
      commands += 1;
      const target = { frame: "map", xM: goal.xM, yM: goal.yM, yawRad: null };
      void one.driver
        .execute({
          id: `command-${commands}`,
          command: { kind: "move_to", target, maxSpeedMps: null },
          maxSpeedMps: 1,
          maxTurnRadps: 1.5,
        })
        .catch(() => {
          figures.failed += 1;
          one.goal = null;
          one.readyMs = clock.monoMs() + 5000;
        });
    }
    clock.step(stepMs);
    await new Promise<void>((resolve) => setImmediate(resolve));
    measure(fleet, traffic, figures);
    const waits = new Map(
      [...traffic.members.values()].flatMap(({ robotId, trip }) =>
        trip?.wait ? [[robotId, trip.wait.robots] as const] : [],
      ),
    );
    circleSinceMs = circleOf(waits) ? (circleSinceMs ?? clock.monoMs()) : null;
    if (circleSinceMs !== null)
      figures.longestDeadlockSec = Math.max(
        figures.longestDeadlockSec,
        (clock.monoMs() - circleSinceMs) / 1000,
      );
  }
  figures.deadlocks = traffic.deadlocks;
  await Promise.all(fleet.map(({ driver }) => driver.close()));
  await traffic.stop();
  return figures;
}

function measure(fleet: readonly Simulated[], traffic: SiteTraffic, figures: TrafficFigures): void {
  const network = traffic.networkOf("map")!;
  const touched = new Map<string, string>();
  for (const [at, { id, body }] of fleet.entries()) {
    const { xM, yM, linearMps } = body.body;
    body.body.batteryPercent = 100;
    figures.drivenM += (linearMps * stepMs) / 1000;
    for (const { key } of network.areasAt([xM, yM], radiusM)) {
      if (touched.has(key)) figures.doubleOccupancies += 1;
      touched.set(key, id);
    }
    for (const other of fleet.slice(at + 1)) {
      const apartM = Math.hypot(xM - other.body.body.xM, yM - other.body.body.yM);
      figures.leastDistanceM = Math.min(figures.leastDistanceM, apartM);
      if (apartM < 2 * radiusM) figures.overlaps += 1;
    }
  }
}
