import { omitUndefined } from "../../../src/base/core/omit-undefined.ts";
import type { ActionState, Load } from "./faces.ts";
import type { Action } from "./graph.ts";

/** Whether nothing follows this status. */
export const isOver = (status: string): boolean => status === "FINISHED" || status === "FAILED";

const isHandling = ({ actionType, actionStatus }: ActionState): boolean =>
  actionStatus === "RUNNING" && (actionType === "pick" || actionType === "drop");

/** The load that a pick or drop names. */
export function loadOf({ actionParameters = [] }: Action): Load {
  const word = (key: string): string | undefined =>
    actionParameters.find((each) => each.key === key)?.value as string | undefined;
  const named = { loadId: word("loadId"), loadType: word("loadType"), loadPosition: word("lhd") };
  return { ...omitUndefined(named), weight: 12 };
}

/** The actions that a strict robot tells of: those of its order, and instant ones. */
export class ActionStates {
  all: ActionState[] = [];
  /** 3.0 keeps instant actions apart, until it is told to forget them. */
  readonly #areApart: boolean;
  #handlings: { state: ActionState; untilMs: number; end: () => string | null }[] = [];
  #cancelling: { actionIds: string[]; untilMs: number } | null = null;

  constructor(areApart: boolean) {
    this.#areApart = areApart;
  }

  /** A cancelOrder is RUNNING. */
  get isCancelling(): boolean {
    return this.#cancelling !== null;
  }

  /** Something of the order is not over yet; before 3.0 instant actions count too. */
  get hasOpen(): boolean {
    return this.all.some(
      ({ isInstant, actionStatus }) => !(isInstant && this.#areApart) && !isOver(actionStatus),
    );
  }

  knows(actionId: string): boolean {
    return this.all.some((each) => each.actionId === actionId);
  }

  /** An order, or an update of one, was taken that now has these actions. */
  follow(left: readonly Action[], isNew: boolean): void {
    const ids = new Set(left.map(({ actionId }) => actionId));
    this.all = this.all.filter((each) => {
      if (each.isInstant && this.#areApart) return true;
      if (isNew) return each.actionType === "cancelOrder";
      return each.actionStatus !== "WAITING" || ids.has(each.actionId);
    });
    for (const { actionId, actionType } of left) {
      if (this.knows(actionId)) continue;
      this.all.push({ actionId, actionType, actionStatus: "WAITING", isInstant: false });
    }
  }

  finish(actionIds: readonly string[]): void {
    for (const each of this.all) {
      if (actionIds.includes(each.actionId)) each.actionStatus = "FINISHED";
    }
  }

  /** What was to come will not. */
  giveUp(): void {
    this.#handlings = [];
    for (const each of this.all) {
      const isLeft = each.actionStatus === "WAITING" || isHandling(each);
      if (isLeft) each.actionStatus = "FAILED";
    }
  }

  /** Begins what takes its time; `end` says at its end why it failed, or null. */
  handle(action: Action, handlingMs: number, end: (action: Action) => string | null): void {
    const state = this.all.find(({ actionId }) => actionId === action.actionId);
    if (!state) return;
    state.actionStatus = "RUNNING";
    this.#handlings.push({
      state,
      untilMs: performance.now() + handlingMs,
      end: () => end(action),
    });
  }

  /** What takes its time has had it. */
  hurry(): void {
    for (const each of this.#handlings) each.untilMs = 0;
  }

  /** A load is being taken up or put down. */
  get isHandling(): boolean {
    return this.#handlings.length > 0;
  }

  /** Ends what has had its time; whether anything has. */
  handled(): boolean {
    const due = this.#handlings.filter(({ untilMs }) => performance.now() >= untilMs);
    this.#handlings = this.#handlings.filter((each) => !due.includes(each));
    for (const { state, end } of due) {
      const problem = end();
      state.actionStatus = problem === null ? "FINISHED" : "FAILED";
      if (problem !== null) state.resultDescription = problem;
    }
    return due.length > 0;
  }

  /** `clearInstantActions` of 3.0. */
  forget(but: ActionState): void {
    this.all = this.all.filter(
      (each) => !each.isInstant || each === but || !isOver(each.actionStatus),
    );
  }

  /** Begins to cancel, or joins a cancelling that runs; false for the latter. */
  cancel(state: ActionState, brakeMs: number): boolean {
    state.actionStatus = "RUNNING";
    if (this.#cancelling) {
      this.#cancelling.actionIds.push(state.actionId);
      return false;
    }
    this.#cancelling = { actionIds: [state.actionId], untilMs: performance.now() + brakeMs };
    return true;
  }

  /** Ids of the cancelOrders that are done now; null while none is. */
  cancelled(): readonly string[] | null {
    if (!this.#cancelling || performance.now() < this.#cancelling.untilMs) return null;
    const { actionIds } = this.#cancelling;
    this.#cancelling = null;
    return actionIds;
  }
}
