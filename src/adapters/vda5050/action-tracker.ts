import { uuidv7 } from "../../base/core/ids.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { RobotChannel } from "./robot-channel.ts";
import { isOver, type RobotState, type VdaActionReport } from "./robot-state.ts";
import type { ActionFrame } from "./schemas/order.ts";

/** An acknowledged action is sent again after this, in milliseconds. */
const resendMs = 500;

/** Instant actions that the robot has to confirm. */
interface InstantActions {
  actions: readonly ActionFrame[];
  /** The interval of repetitions until the robot reports them, in milliseconds. */
  resendMs: number;
  /** Fails with `robot_unreachable` then, in milliseconds. */
  timeoutMs: number;
}

/** Instant actions that a usable state has to confirm. */
export interface ActionRequest extends InstantActions {
  /** True when the state shows that the wait is over. */
  isDone(state: RobotState): boolean;
}

/** Instant actions whose own statuses are enough. */
export interface StatusRequest extends InstantActions {
  /** True when the wait is over. */
  isDone(report: VdaActionReport): boolean;
}

interface OpenRequest extends InstantActions {
  sentMs: number;
  /** `state` is null where the newest one cannot be used. */
  offer(report: VdaActionReport, state: RobotState | null): void;
  reject(error: unknown): void;
  timer: Timer;
}

/** Makes an instant action; its id is new. */
export function instantAction(
  clock: Clock,
  actionType: string,
  parameters: Readonly<Record<string, string | number>> = {},
): ActionFrame {
  const actionParameters = Object.entries(parameters).map(([key, value]) => ({ key, value }));
  return {
    actionType,
    actionId: uuidv7(clock.wallMs()),
    // Instant actions have no blocking type of their own; the field is needed all the same.
    blockingType:
      actionType === "stateRequest" || actionType === "factsheetRequest" ? "NONE" : "HARD",
    ...(actionParameters.length > 0 ? { actionParameters } : {}),
  };
}

/**
 * Instant actions in progress. Frames get lost, so it repeats each with the same action ids until a state
 * reports all of them, and never after that, because a robot may execute it twice.
 */
export class ActionTracker {
  readonly #clock: Clock;
  readonly #channel: RobotChannel;
  readonly #open = new Set<OpenRequest>();

  constructor(clock: Clock, channel: RobotChannel) {
    this.#clock = clock;
    this.#channel = channel;
  }

  /** Sends at once. Resolves with the state that showed it done. */
  async ask(request: ActionRequest): Promise<RobotState> {
    return await this.#send<RobotState>(request, (resolve) => (_told, state) => {
      if (state && request.isDone(state)) resolve(state);
    });
  }

  /** Resolves when the action is finished, or when the robot is already as it should be. Fails with `robot_refused`. */
  async acknowledge(
    action: ActionFrame,
    isSo: (state: RobotState) => boolean,
    timeoutMs: number,
  ): Promise<void> {
    const { actionId, actionType } = action;
    const isDone = (state: RobotState): boolean => {
      const status = state.action(actionId)?.actionStatus;
      return status === "FINISHED" || status === "FAILED" || isSo(state);
    };
    const state = await this.ask({ actions: [action], resendMs, timeoutMs, isDone });
    const report = state.action(actionId);
    if (report?.actionStatus !== "FAILED" || isSo(state)) return;
    const why = report.resultDescription ?? "it does not say why";
    throw fail("robot_refused", `robot: refused ${actionType} (${why}). Check its state`);
  }

  /** As `ask`; a state that is of no other use counts as well. */
  async askOfActions(request: StatusRequest): Promise<VdaActionReport> {
    return await this.#send<VdaActionReport>(request, (resolve) => (report) => {
      if (request.isDone(report)) resolve(report);
    });
  }

  async #send<S>(
    request: InstantActions,
    offerOf: (resolve: (value: S) => void) => OpenRequest["offer"],
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<S>();
    const timer = this.#clock.after(request.timeoutMs, () => {
      this.#open.delete(open);
      const names = request.actions.map(({ actionType }) => actionType).join("+");
      const what = names === "" ? "stand still" : `confirm ${names}`;
      reject(fail("robot_unreachable", `robot: did not ${what} in time. Check its connection`));
    });
    const { actions, resendMs, timeoutMs } = request;
    const sentMs = this.#clock.monoMs();
    const offer = offerOf(resolve);
    const open: OpenRequest = { actions, resendMs, timeoutMs, sentMs, offer, reject, timer };
    this.#open.add(open);
    try {
      if (request.actions.length > 0) await this.#channel.sendActions(request.actions);
      return await promise;
    } finally {
      timer.cancel();
      this.#open.delete(open);
      // The time may be over before the first frame was on its way.
      promise.catch(() => undefined);
    }
  }

  /** True when an action of this type has been sent and not been confirmed yet. */
  isAsking(actionType: string): boolean {
    return [...this.#open].some(({ actions }) =>
      actions.some((each) => each.actionType === actionType),
    );
  }

  /** Returns the id of an action of this type in progress, as far as `state` reports it; null for none. */
  open(actionType: string, state: RobotState | null): string | null {
    const sent = [...this.#open]
      .flatMap(({ actions }) => actions)
      .find(({ actionId, ...each }) => {
        const report = state?.action(actionId);
        return each.actionType === actionType && !(report && isOver(report.actionStatus));
      });
    return sent?.actionId ?? state?.running(actionType) ?? null;
  }

  /** True when any action has been sent and not been confirmed yet. */
  get isAnyAsked(): boolean {
    return [...this.#open].some(({ actions }) => actions.length > 0);
  }

  /** Sends once and does not wait; a loss is no matter. */
  hint(...actionTypes: string[]): void {
    // In a frame each: vehicles of vda-5050-lib do not survive two of them in one.
    for (const type of actionTypes) {
      const action = instantAction(this.#clock, type);
      this.#channel.sendActions([action]).catch(() => undefined);
    }
  }

  /** Waits without sending; fails with `robot_unreachable` after `timeoutMs`. */
  async until(isDone: (state: RobotState) => boolean, timeoutMs: number): Promise<RobotState> {
    return await this.ask({ actions: [], resendMs: timeoutMs, timeoutMs, isDone });
  }

  /** Applies the confirmations of a new state; null stands for an unusable one. */
  observe(report: VdaActionReport, state: RobotState | null): void {
    for (const open of this.#open) open.offer(report, state);
  }

  /** Repeats due actions that no state has reported. `state` is the newest one. */
  tick(state: VdaActionReport | null): void {
    const nowMs = this.#clock.monoMs();
    for (const open of this.#open) {
      if (nowMs - open.sentMs < open.resendMs) continue;
      if (open.actions.every(({ actionId }) => state?.action(actionId))) continue;
      open.sentMs = nowMs;
      this.#channel.sendActions(open.actions).catch(() => undefined);
    }
  }

  /** Ends all waiting. */
  close(): void {
    for (const open of this.#open) {
      open.reject(
        fail("robot_unreachable", "robot: its connection was closed. Send the command again"),
      );
    }
  }
}
