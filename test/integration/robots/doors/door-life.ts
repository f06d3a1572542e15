import type { RobotCommandBody } from "../../../../src/robots/driver/command-document.ts";
import { numbers } from "../../../support/box/numbers.ts";
import { until } from "../../../support/box/wait.ts";
import { DoorBody, manners } from "../../../support/doors/door-body.ts";
import { DoorTruth, type Stander } from "../../../support/doors/door-truth.ts";
import { aDoor, FakeDoor } from "../../../support/doors/fake-door.ts";
import { anna, move } from "../rig.ts";
import { robotAt, trafficRig, type TrafficRig } from "../traffic-rig.ts";
import { groundM, hall } from "./door-rig.ts";

/** What came of one life of a door. */
export interface DoorLifeEnd {
  /** What may not happen, in words; empty for a good life. */
  problems: string[];
  entries: number;
  lies: number;
  crashes: number;
  /** What was done, for a life that has to be looked into. */
  log: string[];
}

const robots = ["rover", "cart"] as const;
const tickMs = 100;
/**
 * A robot may still drive in for this long after the door is no longer open: two looks at a state that gets too old,
 * the store's turn, and the robot's next step.
 */
const reactionMs = 400;

/** Two robots, and a door that does what it wants, in an order that the seed gives. */
class DoorLife {
  readonly #random: () => number;
  readonly #link: FakeDoor;
  readonly #body: DoorBody;
  readonly #rig: TrafficRig;
  #truth: DoorTruth;
  readonly #settings;
  /** Since the present process began. */
  #ticks = 0;
  readonly end: DoorLifeEnd = { problems: [], entries: 0, lies: 0, crashes: 0, log: [] };

  constructor(parts: {
    random: () => number;
    link: FakeDoor;
    settings: ReturnType<typeof aDoor>;
    rig: TrafficRig;
  }) {
    this.#random = parts.random;
    this.#link = parts.link;
    this.#settings = parts.settings;
    this.#rig = parts.rig;
    this.#body = new DoorBody(parts.link, parts.random);
    this.#truth = new DoorTruth(parts.settings, this.#nowMs);
    const { onRequest } = parts.link;
    parts.link.onRequest = (request) => {
      const inside = this.#standers.filter(({ isInside }) => isInside);
      if (request.kind === "close" && inside.length > 0)
        this.#problem(`the door is asked to close around ${inside[0]!.id}`);
      onRequest(request);
    };
  }

  get #nowMs(): number {
    return this.#rig.clock.monoMs();
  }

  get #standers(): Stander[] {
    return robots.map((id) => {
      const { xM, yM } = this.#rig.body(id).body;
      return { id, isInside: Math.hypot(xM - 6, yM) < 6 - groundM };
    });
  }

  /** One thing that may happen, and some time after it. */
  async act(): Promise<void> {
    const dice = this.#random();
    if (dice < 0.4) await this.#send(this.#way());
    else if (dice < 0.47) await this.#stop();
    else if (dice < 0.55) await this.#send({ command: this.#random() < 0.4 ? "pause" : "resume" });
    else if (dice < 0.8) this.#turn();
    else if (dice < 0.92) this.#push();
    else await this.#crash();
    await this.pass(300 + this.#random() * 4000);
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= tickMs) {
      this.#body.pass(tickMs);
      if (this.#random() < 0.3) this.#speak();
      const before = this.#standers;
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

  /** The door is honest again, and a person has taken the cart away: a robot must come through. */
  async settle(): Promise<void> {
    this.#body.turn("honest");
    for (const id of robots) {
      await this.#rig.robotService.stop(anna, id, null);
      await this.pass(300);
    }
    Object.assign(this.#rig.body("cart").body, { xM: 12, yM: 6 });
    Object.assign(this.#rig.body("rover").body, { xM: 0, yM: 0 });
    await this.pass(500);
    this.#body.go("close");
    await this.pass(6000);
    const sent = await this.#rig.send(move(12, 0));
    await this.pass(30_000);
    const { state, reason } = await this.#rig.ended(sent.command_id);
    if (state !== "succeeded") this.#problem(`at the end: ${state} ${reason}`);
    await this.pass(3000);
    const { reservations } = this.#rig.traffic();
    if (reservations.length > 0) this.#problem(`left: ${JSON.stringify(reservations)}`);
    this.end.lies += this.#truth.lies;
    await this.#checkReports();
  }

  async #checkReports(): Promise<void> {
    const reports = () => this.#rig.incidents("door_fault");
    await until(() => reports().length >= this.end.lies, { what: "the reports" }).catch(() =>
      this.#problem(`${this.end.lies} false states, and ${reports().length} reports`),
    );
    for (const { data } of reports())
      if (!String(data["summary"]).startsWith("Gate has a fault: it says"))
        this.#problem(`a report without the name: ${String(data["summary"])}`);
  }

  #way(): RobotCommandBody {
    const x = [0, 3, 6, 9, 12][Math.floor(this.#random() * 5)]!;
    const y = this.#random() < 0.5 ? 0 : 0.4;
    if (this.#random() < 0.7) return move(x, y);
    const waypoints = [12 - x, x].map((each) => ({ frame: "map", x: each, y }));
    return { command: "follow_route", waypoints };
  }

  async #send(body: RobotCommandBody): Promise<void> {
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
    this.#log(`the door is ${manner}`);
    this.#body.turn(manner);
  }

  #push(): void {
    const to = this.#random() < 0.3 ? "open" : "close";
    this.#log(`a hand at the door: ${to}`);
    this.#body.go(to);
  }

  async #crash(): Promise<void> {
    this.#log("the process dies");
    await this.#rig.crash({ isAbrupt: true });
    this.end.crashes += 1;
    this.#ticks = 0;
    this.end.lies += this.#truth.lies;
    this.#truth = new DoorTruth(this.#settings, this.#nowMs);
  }

  #speak(): void {
    const word = this.#body.word();
    if (this.#body.manner === "cut") this.#link.say("");
    if (word === null) return;
    this.#log(`"${word}"`);
    this.#truth.heard(word, this.#nowMs, this.#standers);
    this.#link.say(word);
  }

  #judge(before: readonly Stander[]): void {
    const now = this.#standers;
    if (now.every(({ isInside }) => isInside)) this.#problem("two robots are in the door");
    now.forEach(({ id, isInside }, at) => {
      if (!isInside || before[at]!.isInside) return;
      this.end.entries += 1;
      const shutMs = this.#truth.shutForMs(this.#nowMs);
      this.#log(`${id} drives in, ${shutMs} ms after the door was open`);
      if (shutMs > reactionMs) this.#problem(`${id} drove in: not open for ${shutMs} ms`);
    });
    this.#truth.look(this.#nowMs);
  }

  #problem(text: string): void {
    this.#log(`PROBLEM ${text}`);
    this.end.problems.push(text);
  }

  #log(text: string): void {
    const at = robots.map((id) => this.#rig.body(id).body.xM.toFixed(2)).join(" ");
    this.end.log.push(`${(this.#nowMs / 1000).toFixed(1)} [${at}] ${text}`);
  }
}

/** Plays one life of a door with two robots. */
export async function playDoor(seed: number): Promise<DoorLifeEnd> {
  const ends: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => void ends.push(end) };
  try {
    const random = numbers(seed);
    const leastOpenMs = random() < 0.4 ? 1000 : 0;
    const settings = aDoor({ mostAgeMs: 2000, timeoutMs: 15_000, renewMs: 3000, leastOpenMs });
    const link = new FakeDoor();
    const at = { rover: robotAt(0, 0), cart: robotAt(12, 0) };
    const rig = await trafficRig(t as never, hall(settings, link), at);
    const life = new DoorLife({ random, link, settings, rig });
    const acts = 4 + Math.floor(random() * 10);
    for (let act = 0; act < acts; act += 1) await life.act();
    await life.settle();
    return life.end;
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
