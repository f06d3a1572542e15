import type { RobotCommandBody } from "../../../../src/robots/driver/command-document.ts";
import type { DoorRequest } from "../../../../src/robots/doors/door-port.ts";
import type { DoorSettings } from "../../../../src/robots/doors/door-settings.ts";
import { numbers } from "../../../support/box/numbers.ts";
import { until } from "../../../support/box/wait.ts";
import { manners } from "../../../support/doors/door-body.ts";
import { aDoor, FakeDoor } from "../../../support/doors/fake-door.ts";
import { LiftBody } from "../../../support/doors/lift-body.ts";
import { LiftTruth } from "../../../support/doors/lift-truth.ts";
import { anna, move } from "../rig.ts";
import { type Layout, robotAt, trafficRig, type TrafficRig } from "../traffic-rig.ts";
import type { DoorLifeEnd } from "./door-life.ts";
import { groundM } from "./door-rig.ts";

/** What came of one life of a lift. */
export interface LiftLifeEnd extends DoorLifeEnd {
  rides: number;
}

const robots = ["rover", "cart"] as const;
type RobotId = (typeof robots)[number];
const tickMs = 100;
/** As at a door: two looks at a state that gets too old, the store's turn, and the robot's next step. */
const reactionMs = 400;
/** A robot that leaves begins within this distance of its place in the car, and takes this long to be beyond it. */
const leaving = { fromM: 0.3, ms: 1500 } as const;

const floors = {
  map: { level: "0", word: "ground", car: [6, 0], away: [0, 0] },
  upper: { level: "1", word: "first", car: [106, 50], away: [112, 50] },
} as const;
type Frame = keyof typeof floors;

/** A lift between two floors, each a map frame of its own. */
const tower = (settings: DoorSettings, link: FakeDoor): Layout => ({
  corridors: {},
  places: {
    "lift below": { at: [...floors.map.car], kind: "lift", door: "lift", level: "0" },
    "lift above": {
      at: [...floors.upper.car],
      kind: "lift",
      door: "lift",
      level: "1",
      frame: "upper",
    },
  },
  doors: [{ settings, link }],
});

/** Where a robot is, seen from its place in the car. */
interface Stand {
  frame: Frame;
  fromCarM: number;
  isInside: boolean;
  isMoving: boolean;
}

/** Two robots, and a lift that does what it wants, in an order that the seed gives. */
class LiftLife {
  readonly #random: () => number;
  readonly #link: FakeDoor;
  readonly #body: LiftBody;
  readonly #rig: TrafficRig;
  readonly #settings: DoorSettings;
  #truth: LiftTruth;
  /** Since the present process began. */
  #ticks = 0;
  readonly end: LiftLifeEnd = {
    problems: [],
    entries: 0,
    rides: 0,
    lies: 0,
    crashes: 0,
    log: [],
  };

  constructor(parts: {
    random: () => number;
    link: FakeDoor;
    settings: DoorSettings;
    rig: TrafficRig;
  }) {
    this.#random = parts.random;
    this.#link = parts.link;
    this.#settings = parts.settings;
    this.#rig = parts.rig;
    this.#body = new LiftBody(parts.link, parts.random, ["ground", "first"]);
    this.#truth = new LiftTruth(parts.settings, this.#nowMs);
    const { onRequest } = parts.link;
    parts.link.onRequest = (request) => {
      this.#judgeRequest(request);
      onRequest(request);
    };
  }

  get #nowMs(): number {
    return this.#rig.clock.monoMs();
  }

  #stand(id: RobotId): Stand {
    const { frame, body } = this.#rig.body(id);
    const [xM, yM] = floors[frame as Frame].car;
    const fromCarM = Math.hypot(body.xM - xM, body.yM - yM);
    const isMoving = Math.abs(body.linearMps) > 0.01;
    return { frame: frame as Frame, fromCarM, isInside: fromCarM < 6 - groundM, isMoving };
  }

  /** One thing that may happen, and some time after it. */
  async act(): Promise<void> {
    const dice = this.#random();
    if (dice < 0.45) await this.#send();
    else if (dice < 0.5) await this.#stop();
    else if (dice < 0.56)
      await this.#command({ command: this.#random() < 0.4 ? "pause" : "resume" });
    else if (dice < 0.78) this.#turn();
    else if (dice < 0.9) this.#press();
    else await this.#crash();
    await this.pass(300 + this.#random() * 8000);
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= tickMs) {
      this.#body.pass(tickMs);
      if (this.#random() < 0.3) this.#speak();
      const before = robots.map((id) => this.#stand(id));
      await this.#rig.pass(tickMs);
      await this.#recovered();
      this.#judge(before);
    }
  }

  /** The clock is faster than the disk, which a process that begins has to wait for some times in a row. */
  async #recovered(): Promise<void> {
    this.#ticks += 1;
    for (let write = 0; write < 6 && this.#ticks < 10; write += 1) {
      await this.#rig.store.transact(() => undefined);
      await new Promise(setImmediate);
    }
  }

  /** The lift is honest again, and a person has taken the robots out of it: one must get upstairs. */
  async settle(): Promise<void> {
    this.#body.turn("honest");
    for (const id of robots) {
      await this.#rig.robotService.stop(anna, id, null);
      await this.pass(300);
    }
    this.#place("cart", "upper", [112, 58]);
    this.#place("rover", "map", floors.map.away);
    // A lift that lied is trusted again once it says that it is closed.
    for (let times = 0; times < 2; times += 1) {
      // One that opens at this moment shuts only when it is asked again.
      this.#body.take({ kind: "close" });
      await this.pass(6000);
    }
    const sent = await this.#rig.send(move(110, 50, "upper"));
    await this.pass(60_000);
    const { state, reason } = await this.#rig.ended(sent.command_id);
    if (state !== "succeeded") this.#problem(`at the end: ${state} ${reason}`);
    await this.pass(3000);
    const { reservations } = this.#rig.traffic();
    if (reservations.length > 0) this.#problem(`left: ${JSON.stringify(reservations)}`);
    this.end.lies += this.#truth.lies;
    const reports = () => this.#rig.incidents("door_fault");
    await until(() => reports().length >= this.end.lies, { what: "the reports" }).catch(() =>
      this.#problem(`${this.end.lies} false states, and ${reports().length} reports`),
    );
  }

  #place(id: RobotId, frame: Frame, [xM, yM]: readonly [number, number]): void {
    const robot = this.#rig.body(id);
    robot.frame = frame;
    Object.assign(robot.body, { xM, yM });
  }

  async #send(): Promise<void> {
    const frame: Frame = this.#random() < 0.5 ? "map" : "upper";
    const [xM, yM] = this.#random() < 0.2 ? floors[frame].car : floors[frame].away;
    await this.#command(move(xM, yM, frame));
  }

  async #command(body: RobotCommandBody): Promise<void> {
    const id = robots[Math.floor(this.#random() * 2)]!;
    this.#log(`${id} ${JSON.stringify(body)}`);
    await this.#rig.send(body, anna, id).then(
      ({ state }) => this.#log(`  ${state}`),
      (error: Error) => this.#log(`  ${error.message}`),
    );
  }

  async #stop(): Promise<void> {
    const id = robots[Math.floor(this.#random() * 2)]!;
    this.#log(`${id} stops`);
    await this.#rig.robotService.stop(anna, id, null);
  }

  #turn(): void {
    const manner = manners[Math.floor(this.#random() * manners.length)]!;
    this.#log(`the lift is ${manner}`);
    this.#body.turn(manner);
  }

  /** Somebody else uses the lift. */
  #press(): void {
    const level = this.#random() < 0.5 ? "ground" : "first";
    this.#log(`a person calls the lift to ${level}`);
    this.#body.take({ kind: "open", level });
  }

  async #crash(): Promise<void> {
    this.#log("the process dies");
    await this.#rig.crash({ isAbrupt: true });
    this.end.crashes += 1;
    this.#ticks = 0;
    this.end.lies += this.#truth.lies;
    this.#truth = new LiftTruth(this.#settings, this.#nowMs);
  }

  #speak(): void {
    const said = this.#body.words();
    if (this.#body.manner === "cut") this.#link.say("");
    if (said === null) return;
    this.#log(`"${said.state} ${said.floor}"`);
    this.#truth.heard(said, this.#nowMs);
    this.#link.say(said.state, said.floor);
  }

  /** Nobody shuts the lift on a robot, or sends it away from one that drives over its sill. */
  #judgeRequest(request: DoorRequest): void {
    for (const id of robots) {
      const { frame, isInside, isMoving, fromCarM } = this.#stand(id);
      if (!isInside) continue;
      if (request.kind === "close") this.#problem(`the lift is released around ${id}`);
      else if (isMoving && fromCarM > 0.5 && request.level !== floors[frame].word)
        this.#problem(`the lift is sent to ${request.level} while ${id} drives over its sill`);
    }
  }

  #judge(before: readonly Stand[]): void {
    const now = robots.map((id) => this.#stand(id));
    if (now.every(({ isInside }) => isInside)) this.#problem("two robots are in the lift");
    robots.forEach((id, at) => {
      const [was, is] = [before[at]!, now[at]!];
      const shutMs = this.#truth.shutForMs(floors[is.frame].level, this.#nowMs);
      if (is.frame !== was.frame) {
        this.end.rides += 1;
        this.#mustBeOpen(`${id} rode to ${is.frame}`, shutMs, reactionMs);
      } else if (is.isInside && !was.isInside) {
        this.end.entries += 1;
        this.#mustBeOpen(`${id} drove in`, shutMs, reactionMs);
      } else if (was.fromCarM < leaving.fromM && is.fromCarM >= leaving.fromM)
        this.#mustBeOpen(`${id} drives out`, shutMs, leaving.ms);
    });
    this.#truth.look(this.#nowMs);
  }

  #mustBeOpen(what: string, shutMs: number, mostMs: number): void {
    this.#log(`${what}, ${shutMs} ms after the lift was open there`);
    if (shutMs > mostMs) this.#problem(`${what}: not open there for ${shutMs} ms`);
  }

  #problem(text: string): void {
    this.#log(`PROBLEM ${text}`);
    this.end.problems.push(text);
  }

  #log(text: string): void {
    const at = robots.map((id) => {
      const { frame, body } = this.#rig.body(id);
      return `${frame} ${body.xM.toFixed(2)}`;
    });
    this.end.log.push(`${(this.#nowMs / 1000).toFixed(1)} [${at.join(", ")}] ${text}`);
  }
}

/** Plays one life of a lift with two robots on two floors. */
export async function playLift(seed: number): Promise<LiftLifeEnd> {
  const ends: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => void ends.push(end) };
  try {
    const random = numbers(seed);
    const settings = aDoor({
      id: "lift",
      name: "Lift",
      kind: "lift",
      levels: Object.values(floors).map(({ level, word }) => ({ name: level, word })),
      mostAgeMs: 2000,
      timeoutMs: 15_000,
      renewMs: 3000,
      leastOpenMs: random() < 0.4 ? 600 : 0,
    });
    const link = new FakeDoor();
    const frames = ["map", "upper"];
    const start = { frame: "upper", x: 112, y: 50 };
    const at = {
      rover: { ...robotAt(0, 0), frames },
      cart: { ...robotAt(0, 0), frames, sim: { start, battery_percent: 100 } },
    };
    const rig = await trafficRig(t as never, tower(settings, link), at);
    const life = new LiftLife({ random, link, settings, rig });
    const acts = 4 + Math.floor(random() * 10);
    for (let act = 0; act < acts; act += 1) await life.act();
    await life.settle();
    return life.end;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
