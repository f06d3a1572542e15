import type { FakeDoor } from "./fake-door.ts";

/** Ways in which a door speaks. */
export const manners = ["honest", "honest", "silent", "stuck", "garbled", "cut", "liar"] as const;

/** A way in which a door speaks. */
export type Manner = (typeof manners)[number];

/** The leaf of a door: it takes 1.5 seconds to open or close, and says its state, true or not. */
export class DoorBody {
  readonly #link: FakeDoor;
  readonly #random: () => number;
  #state: "closed" | "opening" | "open" | "closing" = "closed";
  #leftMs = 0;
  manner: Manner = "honest";
  #stuck = "closed";

  constructor(link: FakeDoor, random: () => number) {
    this.#link = link;
    this.#random = random;
    link.onRequest = ({ kind }) => this.go(kind);
  }

  /** A request, or a hand at the door. */
  go(kind: "open" | "close"): void {
    const isDone = this.#state === (kind === "open" ? "open" : "closed");
    const next = kind === "open" ? "opening" : "closing";
    if (isDone || this.#state === next) return;
    this.#state = next;
    this.#leftMs = 1500;
  }

  /** Speaks in another manner from now on. */
  turn(manner: Manner): void {
    this.manner = manner;
    this.#stuck = this.#state;
    this.#link.broken = manner === "cut" ? "no network" : null;
  }

  pass(ms: number): void {
    if (this.#leftMs <= 0) return;
    this.#leftMs -= ms;
    if (this.#leftMs <= 0) this.#state = this.#state === "opening" ? "open" : "closed";
  }

  /** Returns what the door says now; null for nothing. */
  word(): string | null {
    switch (this.manner) {
      case "honest":
        return this.#state;
      case "stuck":
        return this.#stuck;
      case "garbled":
        return "OPEN!";
      case "liar":
        return ["closed", "opening", "open", "closing"][Math.floor(this.#random() * 4)]!;
      default:
        return null;
    }
  }
}
