import type { Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Fence } from "../../base/core/fence.ts";
import type { Part } from "../../base/core/parts.ts";
import { stopGraceMs } from "../fleet-terms.ts";
import { type HeldItem, keyOf, Leases, type LeasesParts, type PlacedItem } from "./leases.ts";

/** Interval between two looks at the table, in milliseconds. */
const lookMs = 500;
/** Interval between two looks at the own hold, in milliseconds. */
const guardMs = 100;

/** A robot that this box may drive. */
export interface HeldRobot extends PlacedItem {
  fence: Fence;
  /** Revision of the lease before this one; 0 for none. */
  before: number;
}

/** What the box does with its part of the robots. */
export interface RobotWork {
  /** The robots of the site file. */
  wanted(): readonly PlacedItem[];
  /** Begins to drive the robot. A rejection is tried again. */
  drive(robot: HeldRobot): Promise<void>;
  /** Stops the robot, if it carries out a command, and sends nothing more. Never rejects. */
  leave(robot: PlacedItem): Promise<void>;
}

/** The parts of the placement of robots. */
export type RobotPlacementParts = Omit<LeasesParts, "kind" | "pace"> & {
  /** Random id of this start of the box. */
  session: string;
};

/** The box that drives a robot, as last read. */
export interface RobotDriverBox {
  boxId: string;
  isOwn: boolean;
  /** Revision of its lease. */
  revision: number;
}

/**
 * Decides with the other boxes which of them drives which robot. One process drives a robot in one holding period, with
 * one revision: a box that lost contact for too long takes a new lease. Its hold ends by its own clock before another
 * box may take the robot.
 */
export class RobotPlacement implements Part {
  readonly #parts: RobotPlacementParts;
  readonly #leases: Leases;
  readonly #driven = new Map<string, HeldRobot>();
  /** Robots whose driver is being opened or closed. */
  readonly #busy = new Set<string>();
  readonly #timers: Timer[] = [];
  /** What to do when the hold of a robot is lost. */
  readonly #losses = new Map<Fence, (() => void)[]>();
  #work: RobotWork | undefined;
  #looking: Promise<void> | undefined;
  #isStopping = false;

  constructor(parts: RobotPlacementParts) {
    this.#parts = parts;
    const session = () => `${parts.session}.${parts.membership.period}`;
    this.#leases = new Leases({
      ...parts,
      kind: {
        noun: "robot",
        prefixes: { lease: "robot.", reach: "robots." },
        isBalanced: false,
        session,
      },
    });
  }

  /** Leases of robots that this box took. */
  get taken(): number {
    return this.#leases.counts.taken;
  }

  /** Begins to place the robots of `work`. Call it once. */
  place(work: RobotWork): void {
    this.#work = work;
    const { clock } = this.#parts;
    this.#timers.push(
      clock.every(lookMs, () => this.#look()),
      clock.every(guardMs, () => this.#guard()),
    );
  }

  /** Stops the robots that this box drives. Call it before the box says goodbye to its fleet. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) timer.cancel();
    await this.#looking;
    await Promise.all([...this.#driven.values()].map((robot) => this.#leave(robot)));
  }

  /** The box that has the lease, as last read; undefined for none. */
  ownerOf(item: PlacedItem): string | undefined {
    return this.#leases.ownerOf(item);
  }

  /** Number of robots whose lease each box has. */
  loads(): ReadonlyMap<string, number> {
    return this.#leases.loads();
  }

  /** The box that drives the robot; null while none does. */
  boxOf(robot: PlacedItem): RobotDriverBox | null {
    const { lease, revision } = this.#leases.of(keyOf(robot));
    if (!lease) return null;
    return { boxId: lease.box, isOwn: this.#driven.has(keyOf(robot)), revision };
  }

  /** Why this box does not command the robot, in words without a period. */
  problemOf(robot: PlacedItem): string {
    const { membership, boxId } = this.#parts;
    const box = this.boxOf(robot);
    if (!membership.isHeld()) {
      const { problem } = membership.contact();
      return `this box has no contact with its fleet (${problem ?? "not joined yet"}). Use another box`;
    }
    if (box === null || box.boxId === boxId) {
      return "no box of the fleet drives the robot yet. Try again in some seconds";
    }
    const { name, url } = membership.members().find((each) => each.boxId === box.boxId) ?? {};
    return `the box ${name ?? box.boxId} drives the robot. Use ${url ?? "that box"}`;
  }

  #look(): void {
    this.#looking ??= this.#lookOnce()
      .catch((error: unknown) => {
        this.#parts.log.error({ error: describeError(error) }, "robots were not placed");
      })
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #lookOnce(): Promise<void> {
    const robots = this.#work!.wanted();
    await this.#leases.look(robots);
    for (const held of this.#leases.held(robots)) {
      if (!this.#driven.has(held.key)) await this.#drive(held);
    }
  }

  async #drive(held: HeldItem): Promise<void> {
    const { key, org, id, before } = held;
    const fence = this.#fenceOf(held);
    if (this.#isStopping || this.#busy.has(key) || !fence.mayCommand()) return;
    const robot = { org, id, fence, before };
    this.#busy.add(key);
    this.#driven.set(key, robot);
    try {
      await this.#work!.drive(robot);
    } catch (error) {
      this.#driven.delete(key);
      throw error;
    } finally {
      this.#busy.delete(key);
    }
  }

  /** Leaves the robots whose fence has closed. */
  #guard(): void {
    for (const [key, robot] of this.#driven) {
      if (!robot.fence.mayCommand() && !this.#busy.has(key)) void this.#leave(robot);
    }
    for (const [fence, runs] of this.#losses) {
      if (fence.mayStop()) continue;
      this.#losses.delete(fence);
      for (const run of runs) run();
    }
  }

  async #leave(robot: HeldRobot): Promise<void> {
    const { log } = this.#parts;
    const key = keyOf(robot);
    const { org, id, fence } = robot;
    this.#busy.add(key);
    if (!fence.mayCommand()) {
      log.warn({ org, robot: id, why: fence.problem() }, "the box leaves a robot of the fleet");
    }
    await this.#work!.leave(robot);
    this.#driven.delete(key);
    this.#busy.delete(key);
  }

  /** Open while the present holding period lasts and the table shows no newer lease. */
  #fenceOf({ key, org, id, revision }: HeldItem): Fence {
    const { membership } = this.#parts;
    const { period } = membership;
    const isPresent = (): boolean => {
      // Absent while a new connection reads the table: others wait for the end of the period.
      const now = this.#leases.of(key).revision;
      return membership.period === period && (now === 0 || now === revision);
    };
    const fence: Fence = {
      revision,
      mayCommand: () => isPresent() && membership.heldForMs() > 0,
      mayStop: () => isPresent() && membership.heldForMs() > -stopGraceMs,
      problem: () => this.problemOf({ org, id }),
      onLost: (run) => void this.#losses.set(fence, [...(this.#losses.get(fence) ?? []), run]),
    };
    return fence;
  }
}
