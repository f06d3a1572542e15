import { hexOf } from "../core/action-goals.ts";
import { fail } from "../../../../base/contract/fail.ts";
import type { Clock } from "../../../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../../../base/core/errors.ts";
import type { CommandProgress } from "../../../../robots/driver/driver-port.ts";
import { cancelCall, GoalStatuses } from "./goal-statuses.ts";
import { endOf, goalStatus, isOver, type NavAction, type NavGoal } from "./nav-goals.ts";
import type { GoalResult, RosGraph, RosLink, SentGoal } from "../core/ros-link.ts";

/** The robot has this long to take a goal; the caller's timeout is five seconds. */
const takeMs = 2500;
/** An earlier goal of another action has this long to end before the next one is sent. */
const giveWayMs = 1000;
/** The details of an end have this long to arrive after the end itself. */
const detailMs = 500;
/** A server that has been away for so long has lost its goals. */
const lostMs = 3000;
/** A goal without status and feedback counts as ended after this. */
const missingMs = 2000;
/** A goal of another client is reported once it has been seen for so long: one of an earlier process is taken up by then. */
const foreignMs = 2500;
/** Goals of ours that are remembered, so that they are not taken for another client's. */
const maxOwn = 200;

interface Active extends NavAction {
  commandId: string;
  /** As other clients see it; null while the transport hides it. */
  goalId: string | null;
  result: GoalResult | null;
  /** When its server was last seen, and when it first reported the end, monotonic. */
  seenMs: number;
  overMs: number | null;
  /** When a list of statuses or feedback last had it, monotonic. */
  shownMs: number;
  /** A cancel was sent. */
  isCancelled: boolean;
  /** Another goal is on its way: however this one ends, it was superseded. */
  isReplaced: boolean;
}

/** Dependencies of the tracker. */
export interface GoalTrackerParts {
  link: RosLink;
  clock: Clock;
  onProgress(progress: CommandProgress): void;
}

/** The one goal that the robot drives on for us, from its sending to its end. */
export class GoalTracker {
  readonly #parts: GoalTrackerParts;
  readonly statuses: GoalStatuses;
  #active: Active | null = null;
  /** The command whose goal the robot has not taken yet; null once that is ended. */
  #startingId: string | null = null;
  /** Rises with each stop and each new goal: what waited before is not sent. */
  #generation = 0;
  /** Goals of ours in hexadecimal, the newest last. */
  readonly #own = new Set<string>();
  #foreign: NavAction | null = null;
  #foreignFromMs = 0;

  constructor(parts: GoalTrackerParts) {
    this.#parts = parts;
    this.statuses = new GoalStatuses(parts, () => this.look());
  }

  /** The action by which another client drives the robot; null where none does. */
  get foreign(): NavAction | null {
    const isSure = this.#parts.clock.monoMs() - this.#foreignFromMs >= foreignMs;
    return isSure ? this.#foreign : null;
  }

  get commandId(): string | null {
    return this.#active?.commandId ?? null;
  }

  /** Looks after the statuses of the navigation's actions from now on. */
  update(graph: RosGraph, actions: readonly NavAction[]): void {
    this.statuses.follow(actions);
    if (this.#active && graph.actions.has(this.#active.action)) {
      this.#active.seenMs = this.#parts.clock.monoMs();
    }
    this.look();
  }

  /** A goal of this command will be started; until then a cancel or a stop ends it. */
  expect(commandId: string): void {
    this.#startingId = commandId;
  }

  /**
   * Sends a goal that is expected; resolves when the robot has taken it. What it drove on before ends as
   * `superseded`. Rejects with `robot_refused` or `robot_unreachable`.
   */
  async start(commandId: string, goal: NavGoal): Promise<void> {
    this.#assertExpected(commandId);
    const generation = (this.#generation += 1);
    const sent = await this.#replace(commandId, goal, generation).finally(() => {
      if (this.#startingId === commandId) this.#startingId = null;
    });
    if (generation !== this.#generation) {
      void this.#withdraw(goal, sent.id);
      this.#assertCurrent(generation);
    }
    // Unless it has ended meanwhile.
    const before = this.#active;
    const active = this.#begin(commandId, goal, sent.id);
    if (before) this.#tell(before, { state: "cancelled", reason: "superseded" });
    this.#parts.onProgress({ commandId, state: "executing", reason: null });
    void sent.result.then((result) => {
      active.result = result;
      this.look();
    });
  }

  /**
   * Ends every goal on the robot for a command that is expected and sends none; resolves when the robot has ended
   * them. Rejects as `start`.
   */
  async clear(commandId: string): Promise<void> {
    this.#assertExpected(commandId);
    const generation = (this.#generation += 1);
    const before = this.#active;
    if (before) before.isReplaced = true;
    try {
      await this.#giveWay(null);
      this.#assertCurrent(generation);
      if (this.statuses.active().length > 0)
        throw fail("robot_unreachable", "goal: the robot did not end its goal. Stop the robot");
    } catch (error) {
      if (before) before.isReplaced = false;
      throw error;
    } finally {
      if (this.#startingId === commandId) this.#startingId = null;
    }
    if (before && this.#active === before) this.#end(before, { state: "cancelled", reason: null });
  }

  /** Ends the command's goal if it is the one; resolves when the robot has taken that. */
  async cancel(commandId: string): Promise<void> {
    const active = this.#active;
    // One that is on its way is withdrawn as soon as the robot has taken it.
    if (this.#startingId === commandId) {
      this.#startingId = null;
      this.#generation += 1;
    }
    if (active?.commandId !== commandId) return;
    this.#generation += 1;
    active.isCancelled = true;
    await this.#cancelGoal(active, active.goalId);
  }

  /** Forgets the goal: a stop ends everything on the robot. Returns the goal. */
  disown(): { commandId: string; action: string } | null {
    this.#generation += 1;
    this.#startingId = null;
    const active = this.#active;
    this.#active = null;
    return active;
  }

  /** Takes up a goal of an earlier process whose id is the command's. */
  attach(commandId: string): boolean {
    if (this.#active?.commandId === commandId) return true;
    const found = this.statuses.find(commandId);
    if (!found || found.status === goalStatus.unknown) return false;
    this.#begin(commandId, found.where, commandId);
    // One that has ended meanwhile ends here too, after this has been answered.
    this.#parts.clock.after(0, () => this.look());
    return true;
  }

  /** Ends the command when the robot has ended its goal, or has lost it. */
  look(): void {
    this.#lookForOthers();
    const active = this.#active;
    if (!active) return;
    const nowMs = this.#parts.clock.monoMs();
    const kind = active.type.split("/").at(-1)!;
    if (active.result && active.result.status !== goalStatus.unknown) {
      this.#end(active, endOf(active.result, kind));
      return;
    }
    const status = active.goalId === null ? undefined : this.statuses.find(active.goalId)?.status;
    if (status !== undefined && !isOver(status)) active.shownMs = nowMs;
    if (status !== undefined && isOver(status)) {
      active.overMs ??= nowMs;
      if (nowMs - active.overMs >= detailMs) this.#end(active, endOf({ status, result: {} }, kind));
      else this.#parts.clock.after(detailMs, () => this.look());
    } else if (nowMs - active.seenMs > lostMs) {
      this.#end(active, {
        state: "failed",
        reason: `capability_missing: its ${kind} server went away`,
      });
    } else if (nowMs - active.shownMs > missingMs) {
      // Should it be driven all the same, it ends with this.
      void this.#withdraw(active, active.goalId);
      const reason = `goal_lost: its ${kind} server no longer has the goal; was it restarted?`;
      this.#end(active, { state: "failed", reason });
    }
  }

  #begin(commandId: string, { action, type }: NavAction, goalId: string | null): Active {
    const nowMs = this.#parts.clock.monoMs();
    if (goalId !== null) this.#own.add(hexOf(goalId));
    if (this.#own.size > maxOwn) this.#own.delete([...this.#own][0]!);
    const active: Active = {
      commandId,
      action,
      type,
      goalId,
      result: null,
      seenMs: nowMs,
      overMs: null,
      shownMs: nowMs,
      isCancelled: false,
      isReplaced: false,
    };
    this.#active = active;
    return active;
  }

  #lookForOthers(): void {
    const before = this.#foreign;
    this.#foreign = this.statuses.foreign(this.#own);
    if (before === null) this.#foreignFromMs = this.#parts.clock.monoMs();
  }

  #end(active: Active, end: Pick<CommandProgress, "state" | "reason">): void {
    this.#active = null;
    if (active.isReplaced) this.#tell(active, { state: "cancelled", reason: "superseded" });
    else this.#tell(active, this.#byAnother(active, end) ?? end);
  }

  /** The end where another client made it: by a goal of its own, or by a cancel that we did not send. */
  #byAnother(
    { isCancelled }: Active,
    { state }: Pick<CommandProgress, "state">,
  ): Pick<CommandProgress, "state" | "reason"> | null {
    if (isCancelled || state === "succeeded") return null;
    const foreign = this.#foreign;
    const what = foreign ? `sent the robot a goal of ${foreign.action}` : "cancelled the goal";
    if (state !== "cancelled" && !foreign) return null;
    return { state, reason: `another_client: another client ${what}` };
  }

  #tell({ commandId }: Active, end: Pick<CommandProgress, "state" | "reason">): void {
    this.#parts.onProgress({ commandId, ...end });
  }

  async #replace(commandId: string, goal: NavGoal, generation: number): Promise<SentGoal> {
    const before = this.#active;
    if (before) before.isReplaced = true;
    try {
      await this.#giveWay(goal);
      this.#assertCurrent(generation);
      return await this.#send(commandId, goal);
    } catch (error) {
      if (before) before.isReplaced = false;
      throw error;
    }
  }

  /** Goals of other actions end first: a route would go on with its next place. Null: all goals. */
  async #giveWay(next: NavAction | null): Promise<void> {
    const isOther = ({ action }: NavAction): boolean => action !== next?.action;
    const others = this.statuses.active().filter(isOther);
    const own = this.#active;
    if (own && isOther(own) && !others.some(({ action }) => action === own.action)) {
      others.push(own);
    }
    if (others.length === 0) return;
    await Promise.all(others.map((each) => this.#cancelGoal(each, null)));
    const end = this.#parts.clock.monoMs() + giveWayMs;
    await this.statuses.until(() => {
      const isQuiet = !this.statuses.active().some(isOther);
      return isQuiet || this.#parts.clock.monoMs() > end;
    }, giveWayMs);
  }

  async #send(commandId: string, sending: NavGoal): Promise<SentGoal> {
    const { action, type, goal, goalId = commandId } = sending;
    // Ours before any list shows it, where the transport lets us choose its id.
    this.#own.add(hexOf(goalId));
    const onFeedback = (): void => {
      this.statuses.noteFeedback(action);
      if (this.#active?.commandId === commandId) {
        this.#active.shownMs = this.#parts.clock.monoMs();
      }
    };
    const answer = this.#parts.link.sendGoal({ action, type, id: goalId, goal, onFeedback });
    let isLate = false;
    const late = new Promise<null>((resolve) => {
      this.#parts.clock.after(takeMs, () => resolve(null));
    });
    void answer.then(
      (sent) => {
        // Nobody waits for it any more: it must not be driven.
        if (isLate && sent.isAccepted) void this.#withdraw({ action, type }, sent.id);
      },
      () => undefined,
    );
    const sent = await Promise.race([answer, late]);
    if (sent === null) {
      isLate = true;
      // It may still be on its way, so the cancel follows it.
      void this.#withdraw({ action, type }, goalId);
      throw fail(
        "robot_unreachable",
        `goal: the robot did not answer in ${takeMs} ms. Check its navigation`,
      );
    }
    if (!sent.isAccepted) {
      throw fail(
        "robot_refused",
        "goal: the robot rejected it. Check that its navigation is active",
      );
    }
    return sent;
  }

  async #withdraw(where: NavAction, goalId: string | null): Promise<void> {
    await this.#cancelGoal(where, goalId).catch(() => undefined);
  }

  /** Null: every goal of the action. */
  async #cancelGoal({ action }: NavAction, goalId: string | null): Promise<void> {
    const { link } = this.#parts;
    const answer = await link.call(cancelCall(action, goalId, giveWayMs));
    if (answer["return_code"] === 1) {
      throw fail("robot_refused", "goal: the robot refused to cancel it. Stop the robot");
    }
  }

  #assertExpected(commandId: string): void {
    if (this.#startingId !== commandId)
      throw fail("robot_refused", "command: was ended before it was sent. Send it again");
  }

  /** A stop came in between: what began before it is not sent. */
  #assertCurrent(generation: number): void {
    if (generation !== this.#generation)
      throw fail("robot_refused", "command: a stop ended it. Send it again");
  }
}

/** The error as a refusal's code and message; an uncoded one counts as a robot out of reach. */
export function refusalOf(error: unknown): {
  code: "robot_refused" | "robot_unreachable";
  message: string;
} {
  const known = GatehouseError.find(error);
  const code = known?.code === "robot_refused" ? "robot_refused" : "robot_unreachable";
  return { code, message: known?.message ?? describeError(error) };
}
