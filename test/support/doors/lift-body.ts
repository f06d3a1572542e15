import type { DoorRequest } from "../../../src/robots/doors/door-port.ts";
import { type Manner } from "./door-body.ts";
import type { FakeDoor } from "./fake-door.ts";

/** How long each part of a ride takes, in milliseconds. */
const partMs = { closing: 1000, moving: 2000, opening: 1000 } as const;

const words = ["closed", "opening", "open", "closing", "moving"] as const;

/** The car of a lift between two floors; it says its state and its floor, true or not. */
export class LiftBody {
  readonly #link: FakeDoor;
  readonly #random: () => number;
  readonly #floors: readonly string[];
  #state: (typeof words)[number] = "closed";
  #floor: string;
  /** Where it goes; null for a car that only shuts. */
  #goal: string | null = null;
  #leftMs = 0;
  manner: Manner = "honest";
  #stuck: { state: string; floor: string };

  constructor(link: FakeDoor, random: () => number, floors: readonly string[]) {
    this.#link = link;
    this.#random = random;
    this.#floors = floors;
    this.#floor = floors[0]!;
    this.#stuck = { state: "closed", floor: this.#floor };
    link.onRequest = (request) => this.take(request);
  }

  /** A request of the box, or of a person who presses a button. */
  take(request: DoorRequest): void {
    this.#goal = request.kind === "open" ? request.level : null;
    const isAtGoal = this.#goal === this.#floor;
    if (this.#state === "open" && !isAtGoal) this.#begin("closing");
    else if (this.#state === "closed" && this.#goal !== null)
      this.#begin(isAtGoal ? "opening" : "moving");
    else if (this.#state === "closing" && isAtGoal) this.#begin("opening");
  }

  /** Speaks in another manner from now on. */
  turn(manner: Manner): void {
    this.manner = manner;
    this.#stuck = { state: this.#state, floor: this.#floor };
    this.#link.broken = manner === "cut" ? "no network" : null;
  }

  pass(ms: number): void {
    if (this.#leftMs <= 0) return;
    this.#leftMs -= ms;
    if (this.#leftMs > 0) return;
    if (this.#state === "moving") {
      this.#floor = this.#goal ?? this.#floor;
      this.#begin("opening");
    } else if (this.#state === "opening") {
      this.#state = "open";
      if (this.#goal !== null && this.#goal !== this.#floor) this.#begin("closing");
    } else if (this.#goal === null) this.#state = "closed";
    else this.#begin(this.#goal === this.#floor ? "opening" : "moving");
  }

  /** Returns the state and the floor that it says now; null for nothing. */
  words(): { state: string; floor: string } | null {
    const one = <T>(all: readonly T[]): T => all[Math.floor(this.#random() * all.length)]!;
    switch (this.manner) {
      case "honest":
        return { state: this.#state, floor: this.#floor };
      case "stuck":
        return this.#stuck;
      case "garbled":
        return this.#random() < 0.5
          ? { state: "OPEN!", floor: this.#floor }
          : { state: this.#state, floor: "attic" };
      case "liar":
        return { state: one(words), floor: one(this.#floors) };
      default:
        return null;
    }
  }

  #begin(state: keyof typeof partMs): void {
    this.#state = state;
    this.#leftMs = partMs[state];
  }
}
