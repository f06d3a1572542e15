import type { RobotCommandBody } from "../../../src/robots/driver/command-document.ts";
import type { RobotRequest } from "../../../src/robots/driver/robot-document.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { EventLog } from "../../../src/base/events/event-log.ts";
import type { ZoneArea } from "../../../src/robots/driver/areas.ts";
import { type BoxSpeaker, withBoxSpeech } from "../../../src/robots/driver/box-speech.ts";
import { readCommand } from "../../../src/robots/driver/command.ts";
import type { RobotDriver } from "../../../src/robots/driver/driver-port.ts";
import type { SilenceLimits } from "../../../src/robots/driver/live-state.ts";
import { RobotUnit } from "../../../src/robots/fleet/robot-unit.ts";
import { readSettings } from "../../../src/robots/driver/robot-settings.ts";
import type { StopJournal } from "../../../src/robots/commands/stop-journal.ts";
import { FakeClock } from "../box/fake-clock.ts";
import { MemoryStore } from "./memory-store.ts";
import { type Ground, isForbidden, type Point, Tally } from "./oracle.ts";
import { numbers } from "../box/numbers.ts";
import type { LeasePriority } from "../../../src/robots/robot-terms.ts";

/** A robot of one kind as a sequence needs it, on the sequence's clock. */
export interface Vehicle {
  driver: RobotDriver;
  silence: SilenceLimits;
  /** Where it really is. */
  at(): Point;
  /** Whether it drives by itself or by hand. */
  isDriving(): boolean;
  /** Says everything but where it is. */
  losePose(isLost: boolean): void;
  /** Drives aside of where it steers, in metres per second; does nothing where it cannot. */
  drift(mps: number): void;
  /** From a pose on forbidden ground until it stands while poses come, in seconds. */
  stopSec: number;
  canTeleop: boolean;
  close(): void;
}

/** Makes the vehicle of one sequence. */
export type MakeVehicle = (clock: FakeClock, dock: Point, random: () => number) => Vehicle;

/** What came of one sequence. */
export interface Played {
  seed: number;
  tally: Tally;
  sent: number;
  taken: number;
  incidents: Map<string, number>;
  /** What was done, for a sequence that has to be looked into. */
  log: string[];
}

/** A loudspeaker that there is none of. */
export const mute: BoxSpeaker = {
  usable: () => ({ available: false, reason: "no loudspeaker" }),
  say: () => Promise.resolve({ state: "failed", reason: "no loudspeaker" }),
};

const tickMs = 100;
const speedMps = 1;
const fence: Ground = {
  name: "fence",
  type: "keep_in",
  polygon: [[-8, -8], [8, -8], [8, 3], [3, 3], [3, 8], [-8, 8]], // prettier-ignore
};

/** One life of a robot: commands, retries, zones, lost poses and hands in an order that the seed gives. */
class Life {
  readonly clock = new FakeClock();
  readonly random: () => number;
  readonly vehicle: Vehicle;
  readonly unit: RobotUnit;
  readonly played: Played;
  readonly #hasFence: boolean;
  readonly #dock: Point;
  #zones: Ground[] = [];
  #names = 0;
  #last: RobotCommandBody = { command: "dock" };
  #lostMs = -Infinity;
  #isLost = false;
  #driftMps = 0;
  #runLegs: Point[] = [];
  #runLeg: string | null = null;

  constructor(seed: number, make: MakeVehicle) {
    this.random = numbers(seed);
    this.#hasFence = this.random() < 0.7;
    this.#dock = [this.between(-7, 2.5), this.between(-7, 2.5)];
    this.vehicle = make(this.clock, this.#dock, this.random);
    this.played = { seed, tally: new Tally(), sent: 0, taken: 0, incidents: new Map(), log: [] };
    const request: RobotRequest = {
      driver: "sim",
      max_speed_mps: speedMps,
      battery_floor_percent: 0,
      ...(this.#hasFence
        ? { geofence: { frame: "map", polygon: fence.polygon.map(([x, y]) => [x, y]) } }
        : {}),
    };
    this.unit = new RobotUnit({
      store: new MemoryStore(),
      events: this.#events(),
      clock: this.clock,
      log: silentLogger,
      journal: { add: () => true } as unknown as StopJournal,
      org: "default",
      id: "rover",
      settings: readSettings(request),
      // As the appliance has every driver.
      driver: withBoxSpeech(this.vehicle.driver, mute),
      silence: this.vehicle.silence,
    });
    this.unit.start([]);
  }

  get grounds(): readonly Ground[] {
    return this.#hasFence ? [fence, ...this.#zones] : this.#zones;
  }

  between(low: number, high: number): number {
    return low + this.random() * (high - low);
  }

  /** One thing that may happen. */
  act(): void {
    const dice = this.random();
    if (dice < 0.3) this.#move();
    else if (dice < 0.4) this.#send(this.#last, "local_operator");
    else if (dice < 0.5) this.#addZone();
    else if (dice < 0.55) this.#removeZone();
    else if (dice < 0.63) this.#losePose();
    else if (dice < 0.72) this.#byHand();
    else if (dice < 0.8) this.#beginRun();
    else this.#other();
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= tickMs) {
      const from = this.vehicle.at();
      this.clock.advance(tickMs);
      this.unit.tick();
      const to = this.vehicle.at();
      // What is further than it can drive was a localisation.
      const isDriven = Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.4;
      if (isDriven) this.played.tally.moved(this.grounds, [from, to], this.#stopM());
      await new Promise(setImmediate);
      this.#goOnWithRun();
    }
  }

  /** By what is stated: the time until a pose shows it, or its absence counts, and until it stands. */
  #stopM(): number {
    const isBlind = this.#isLost || this.clock.monoMs() - this.#lostMs < 1500;
    const sec = this.vehicle.stopSec + (isBlind ? 1 + tickMs / 1000 : 0);
    return Math.hypot(speedMps, this.#driftMps) * sec;
  }

  #events(): EventLog {
    const note = (event: { type: string; data: { type?: unknown } }): void => {
      if (event.type !== "robot.incident") return;
      const type = String(event.data.type);
      this.played.incidents.set(type, (this.played.incidents.get(type) ?? 0) + 1);
      this.#log(`incident ${type}`);
    };
    const events = { append: async (event: never) => note(event), appendIn: () => undefined };
    return events as unknown as EventLog;
  }

  #send(body: RobotCommandBody, priority: LeasePriority): void {
    const { command } = body;
    if (command === "stop") return;
    this.played.sent += 1;
    this.#log(`${priority} ${JSON.stringify(body)}`);
    const at = this.vehicle.at();
    const submission = {
      command: readCommand({ ...body, command }),
      body,
      holder: { keyId: priority, priority },
      requestId: "r",
      why: null,
      ttlMs: 10_000,
    };
    this.unit.submit(submission).then(
      ({ id, state, reason }) => {
        this.#log(`  ${state} ${reason ?? ""}`);
        if (state === "executing" || state === "succeeded") this.played.taken += 1;
        if (state === "executing") this.played.tally.taken(this.grounds, at);
        if (priority === "run") this.#runLeg = state === "executing" ? id : null;
      },
      (error: Error) => this.#log(`  refused ${error.message.slice(0, 60)}`),
    );
  }

  #place(): Point {
    return [this.between(-9, 9), this.between(-9, 9)];
  }

  #move(): void {
    const target = ([x, y]: Point) => ({ frame: "map", x, y });
    const dice = this.random();
    if (dice < 0.6) this.#last = { command: "move_to", target: target(this.#place()) };
    else if (dice < 0.85) {
      const waypoints = [this.#place(), this.#place(), this.#place()].map(target);
      this.#last = { command: "follow_route", waypoints, loops: dice < 0.7 ? 2 : 1 };
    } else if (dice < 0.95) this.#last = { command: "dock" };
    else this.#last = { command: "undock" };
    this.#send(this.#last, this.random() < 0.7 ? "local_operator" : "remote_operator");
  }

  /** Around the robot, across its way, or anywhere. */
  #addZone(): void {
    const [x, y] = this.random() < 0.5 ? this.vehicle.at() : this.#place();
    const [left, below] = [this.between(0, 3), this.between(0, 3)];
    const [right, above] = [this.between(0.3, 3), this.between(0.3, 3)];
    const corners: Point[] = [
      [x - left - 0.3, y - below - 0.3],
      [x + right, y - below],
      [x + right + 0.2, y + above],
      [x - left, y + above + 0.2],
    ];
    if (this.random() < 0.4) corners.splice(2, 0, [x + right * 0.1, y + above * 0.1]);
    const type = this.random() < 0.85 ? "keep_out" : "keep_in";
    this.#names += 1;
    this.#zones = [...this.#zones, { name: `z${this.#names}`, type, polygon: corners }];
    if (this.#zones.length > 4) this.#zones.shift();
    this.#setZones();
  }

  #removeZone(): void {
    this.#zones = this.#zones.filter(() => this.random() < 0.5);
    this.#setZones();
  }

  #setZones(): void {
    this.#log(`zones ${JSON.stringify(this.#zones)}`);
    const zones = this.#zones.map(({ name, type, polygon }): ZoneArea => ({
      id: name,
      name,
      type: type as "keep_out",
      frame: "map",
      polygon,
      maxSpeedMps: null,
    }));
    this.unit.setZones(zones);
  }

  #losePose(): void {
    this.#isLost = this.random() < 0.5;
    this.#lostMs = this.clock.monoMs();
    this.#log(`pose ${this.#isLost ? "lost" : "back"}`);
    this.vehicle.losePose(this.#isLost);
  }

  #byHand(): void {
    if (!this.vehicle.canTeleop) return this.#move();
    const [linear, angular] = [this.between(-1, 1), this.between(-1, 1)];
    const body = {
      command: "teleop",
      linear_mps: linear,
      angular_radps: angular,
      duration_ms: 250,
    } as const;
    for (let at = 0; at < 8; at += 1) {
      this.clock.after(at * 200, () => this.#send(body, "local_operator"));
    }
  }

  /** Legs one after the other under the rank of a run, whatever became of the one before. */
  #beginRun(): void {
    this.#runLegs = [this.#place(), this.#place(), this.#place(), this.#place()];
    this.#runLeg = null;
  }

  #goOnWithRun(): void {
    if (this.#runLegs.length === 0 || this.unit.active?.id === this.#runLeg) return;
    if (this.unit.active) return;
    const [x, y] = this.#runLegs.shift()!;
    this.#send({ command: "move_to", target: { frame: "map", x, y } }, "run");
  }

  #other(): void {
    const dice = this.random();
    const local = "local_operator" as const;
    if (dice < 0.2) this.#send({ command: "pause" }, local);
    else if (dice < 0.4) this.#send({ command: "resume" }, local);
    else if (dice < 0.55) this.#send({ command: "cancel" }, local);
    else if (dice < 0.7) {
      this.#log("stop");
      this.unit.halt({ keyId: "k", priority: local }, null).catch(() => undefined);
    } else if (dice < 0.8) {
      const [x, y] = this.#place();
      this.#send({ command: "localize", target: { frame: "map", x, y, yaw: 0 } }, local);
    } else if (dice < 0.9) {
      this.#driftMps = this.#driftMps === 0 ? 0.6 : 0;
      this.#log(`drift ${this.#driftMps}`);
      this.vehicle.drift(this.#driftMps);
    } else {
      const [x, y] = this.#place();
      this.#send({ command: "pick", target: { frame: "map", x, y } }, local);
    }
  }

  #log(what: string): void {
    const [x, y] = this.vehicle.at();
    const at = `${((this.clock.monoMs() - 1000) / 1000).toFixed(1)} s (${x.toFixed(2)}, ${y.toFixed(2)})`;
    const where = isForbidden(this.grounds, [x, y]) ? " INSIDE" : "";
    this.played.log.push(`${at}${where} ${what}`);
  }
}

/** Plays one sequence to its end. */
export async function play(seed: number, make: MakeVehicle): Promise<Played> {
  const life = new Life(seed, make);
  await life.pass(300);
  const acts = 6 + Math.floor(life.random() * 8);
  for (let at = 0; at < acts; at += 1) {
    life.act();
    await life.pass(100 * Math.floor(life.random() ** 2 * 30));
  }
  await life.pass(4000);
  life.unit.lease.stop();
  await life.vehicle.driver.close();
  life.vehicle.close();
  return life.played;
}
