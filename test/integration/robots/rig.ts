import type { TestContext } from "node:test";
import type { SimRobot } from "../../../src/adapters/robot-sim/sim-robot.ts";
import type { RobotCommandBody } from "../../../src/robots/driver/command-document.ts";
import type { RobotCommandRequest } from "../../../src/robots/wire/robot.ts";
import type { RobotRequest } from "../../../src/robots/driver/robot-document.ts";
import type { RobotAuditWire, RobotCommandWire } from "../../../src/robots/wire/robot-answers.ts";
import type { Clock, Timer } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import type { Event } from "../../../src/base/events/event.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { brokenLink, chainPage } from "../../../src/robots/commands/chain.ts";
import type { Robots } from "../../../src/robots/fleet/robots.ts";
import { type RobotCaller, RobotService } from "../../../src/robots/fleet/robot-service.ts";
import { type RobotApi, robotApi } from "../../support/robots/robot-api.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { type MakeRobots, makeRobots, rover } from "../../support/robots/make-robots.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import type { LeasePriority } from "../../../src/robots/robot-terms.ts";

/** Robots over a real store with a clock that only moves when told. */
export interface RobotRig {
  clock: FakeClock;
  store: Store;
  robots: Robots;
  /** Robots as the API answers about them. */
  service: RobotApi;
  robotService: RobotService;
  bodies: Map<string, SimRobot>;
  log: EventLog;
  /** Entries of the event log since the start. */
  events: Event[];
  body(id?: string): SimRobot;
  send(command: RobotCommandBody, from?: RobotCaller, id?: string): Promise<RobotCommandWire>;
  request(request: RobotCommandRequest, from?: RobotCaller): Promise<RobotCommandWire>;
  /** Moves the time in steps, so that what waits for the store gets its turn. */
  pass(ms: number): Promise<void>;
  /** The command once it has ended. */
  ended(id: string, robotId?: string): Promise<RobotCommandWire>;
  incidents(type?: string): Event[];
  audit(): RobotAuditWire[];
  /** Where the chain is broken; null for a whole one. */
  brokenLink(): number | null;
  /** The part ends without a word, with `isAbrupt` not even to its drivers, as in a crash, and another one begins on the same robots. */
  crash(how?: { isAbrupt: boolean }): Promise<void>;
}

export function caller(keyId: string, priority: LeasePriority = "local_operator"): RobotCaller {
  return { org: "default", keyId, priority, requestId: `req_${keyId}` };
}

export const anna = caller("anna");
export const ben = caller("ben");
export const move = (x: number, y: number, frame = "map"): RobotCommandBody => ({
  command: "move_to",
  target: { frame, x, y },
});

/** The clock of one process: its timers end with it. */
class ProcessLife implements Clock {
  readonly #clock: FakeClock;
  readonly #timers: Timer[] = [];

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  wallMs = (): number => this.#clock.wallMs();
  ageMs = (): number => this.#clock.ageMs();
  monoMs = (): number => this.#clock.monoMs();

  after(delayMs: number, run: () => void): Timer {
    return this.#kept(this.#clock.after(delayMs, run));
  }

  every(periodMs: number, run: () => void): Timer {
    return this.#kept(this.#clock.every(periodMs, run));
  }

  end(): void {
    for (const timer of this.#timers) timer.cancel();
  }

  #kept(timer: Timer): Timer {
    this.#timers.push(timer);
    return timer;
  }
}

/** A rig with `rover` in it, online, unless `request` says otherwise. */
export async function robotRig(
  t: TestContext,
  options: Partial<MakeRobots> & { request?: RobotRequest; onlineFirst?: boolean } = {},
): Promise<RobotRig> {
  const clock = new FakeClock();
  const { request = rover, onlineFirst = true, ...more } = options;
  const store = options.store ?? (await makeStore(t));
  const events = new EventLog({ store, clock, log: silentLogger });
  await events.start();
  t.after(() => events.stop());
  const seen: Event[] = [];
  events.subscribe((event) => seen.push(event));
  const bodies = new Map<string, SimRobot>();
  const parts = { store, events, dataDir: await tempDir(t), bodies, ...more };
  let life = new ProcessLife(clock);
  let robots = makeRobots({ ...parts, clock: life });
  await robots.start();
  t.after(() => robots.stop());
  let robotService = new RobotService({ robots, store });
  let service = robotApi(robotService);
  await service.put("default", "rover", request);
  const rig: RobotRig = {
    clock,
    store,
    get robots() {
      return robots;
    },
    get service() {
      return service;
    },
    get robotService() {
      return robotService;
    },
    bodies,
    log: events,
    events: seen,
    body: (id = "rover") => bodies.get(id)!,
    send: (command, from = anna, id = "rover") =>
      service.command(from, id, { request: { command } }) as Promise<RobotCommandWire>,
    request: (asked, from = anna) =>
      service.command(from, "rover", { request: asked }) as Promise<RobotCommandWire>,
    async pass(ms) {
      for (let left = ms; left > 0; left -= 100) {
        clock.advance(Math.min(100, left));
        await new Promise(setImmediate);
      }
    },
    async ended(id, robotId = "rover") {
      let command: RobotCommandWire | undefined;
      await until(
        () => {
          command = service.getCommand("default", robotId, id);
          return typeof command?.ended_at === "number";
        },
        { what: `the end of ${id}` },
      );
      return command!;
    },
    incidents: (type) =>
      seen.filter(
        (event) =>
          event.type === "robot.incident" && (type === undefined || event.data["type"] === type),
      ),
    audit: () => service.audit("default", { limit: 100_000 }).items.toReversed(),
    brokenLink: () => brokenLink(chainPage(store, "default", { limit: 100_000 })),
    async crash({ isAbrupt } = { isAbrupt: false }) {
      // What a dead process would not do any more: nobody listens to the robot.
      for (const { unit } of robots.of("default")) {
        unit.lease.stop();
        if (!isAbrupt) await unit.parts.driver.close();
      }
      life.end();
      life = new ProcessLife(clock);
      robots = makeRobots({ ...parts, clock: life });
      await robots.start();
      robotService = new RobotService({ robots, store });
      service = robotApi(robotService);
    },
  };
  if (onlineFirst) await rig.pass(200);
  return rig;
}
