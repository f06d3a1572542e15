import { fail } from "../../../../base/contract/fail.ts";
import { GatehouseError, describeError } from "../../../../base/core/errors.ts";
import type { CommandProgress, DriverCommand } from "../../../../robots/driver/driver-port.ts";
import { hexOf } from "../core/action-goals.ts";
import { fullName } from "../core/names.ts";
import type { LoadInterface, NavSettings } from "../core/protocol.ts";
import type { GraphWish, RosLink, RosMessage } from "../core/ros-link.ts";
import type { GoalTracker } from "./goal-tracker.ts";
import type { NavGoal } from "./nav-goals.ts";
import { type LoadCommand, loadMessage } from "./load-message.ts";

/** Dependencies of the errands. */
export interface LoadErrandParts {
  link: RosLink;
  settings: NavSettings;
  goals: GoalTracker;
  /** What the tracker of goals does not tell. */
  onProgress(progress: CommandProgress): void;
  /** The robot has handled the load. */
  onHandled(command: LoadCommand): void;
}

/** One `pick` or `drop`: the drive to its place, if it has one, and then the handling of the load. */
interface Errand {
  commandId: string;
  command: LoadCommand;
  how: LoadInterface;
  message: RosMessage;
  phase: "drive" | "send" | "action" | "service";
  /** How it ends if it ends before the robot has taken the load's goal. */
  endsAs: Pick<CommandProgress, "state" | "reason"> | null;
  hasBegun: boolean;
}

/**
 * Carries `pick` and `drop` out: one goal that drives to the station, then the robot's own action or service. The
 * drive has a UUID of its own, so that nobody who finds the goal again takes the drive for the whole command.
 */
export class LoadErrands {
  readonly #parts: LoadErrandParts;
  readonly #errands = new Map<string, Errand>();

  constructor(parts: LoadErrandParts) {
    this.#parts = parts;
  }

  /** The actions and services that the settings name, by full name. */
  get interfaces(): Pick<GraphWish, "actions" | "services"> {
    const { namespace, loads } = this.#parts.settings;
    const all = [loads?.pick, loads?.drop].flatMap((how) =>
      how ? [{ name: fullName(namespace, how.name), type: how.type }] : [],
    );
    const services = all.filter(isService);
    return { services, actions: all.filter((each) => !services.includes(each)) };
  }

  /** The service that handles a load now and cannot be called off; null for none. */
  get openService(): string | null {
    return [...this.#errands.values()].find(({ phase }) => phase === "service")?.how.name ?? null;
  }

  /** True while a load's goal is on its way to the robot. */
  get isSending(): boolean {
    return [...this.#errands.values()].some(({ phase }) => phase === "send");
  }

  /** Fails with `robot_refused` while a service handles a load: the robot must not drive meanwhile. */
  assertFree(): void {
    const service = this.openService;
    if (service === null) return;
    throw fail(
      "robot_refused",
      `load: ${service} handles a load, and a service cannot be called off. Wait for its end`,
    );
  }

  /**
   * Begins a command; `drive` is the goal to its place, null where the robot stays. Resolves when the robot has
   * taken the drive, or at once without one. Rejects with `robot_refused` or `robot_unreachable`.
   */
  async begin({ id, command }: DriverCommand, drive: NavGoal | null): Promise<void> {
    const errand = this.#errandOf(id, command as LoadCommand);
    if (!drive) {
      await this.#handleHere(errand);
      return;
    }
    this.#errands.set(id, { ...errand, phase: "drive" });
    try {
      await this.#parts.goals.start(id, { ...drive, goalId: driveIdOf(id) });
    } catch (error) {
      this.#errands.delete(id);
      throw error;
    }
  }

  /** The load's goal that is on its way is withdrawn: its command ends with this reason. */
  withdraw(reason: "superseded" | "robot_stopped"): void {
    const endsAs = { state: "cancelled", reason } as const;
    for (const errand of this.#errands.values())
      if (errand.phase === "send") errand.endsAs = endsAs;
  }

  /** The tracker's word on a goal. Returns what the command's owner is to hear; null for nothing. */
  translate(progress: CommandProgress): CommandProgress | null {
    const errand = this.#errands.get(progress.commandId);
    if (!errand) return progress;
    if (progress.state === "executing") {
      const isNews = !errand.hasBegun;
      errand.hasBegun = true;
      return isNews ? progress : null;
    }
    if (errand.phase === "drive" && progress.state === "succeeded") {
      void this.#handle(errand);
      return null;
    }
    this.#errands.delete(progress.commandId);
    if (errand.phase === "drive") return progress;
    if (progress.state === "succeeded") this.#parts.onHandled(errand.command);
    const reason = progress.reason?.replace(/^robot_failed:/, "action_failed:") ?? null;
    return { ...progress, reason };
  }

  /** Before a cancel goes to the tracker. Fails with `robot_refused` where a service handles the load. */
  assertCancellable(commandId: string): void {
    const errand = this.#errands.get(commandId);
    if (errand?.phase === "send") errand.endsAs = { state: "cancelled", reason: "cancelled" };
    if (errand?.phase !== "service") return;
    throw fail(
      "robot_refused",
      `command: ${errand.how.name} is a service and cannot be called off. Wait for its end, or stop the robot`,
    );
  }

  /** A stop has ended everything on the robot. */
  endAll(): void {
    for (const errand of this.#errands.values()) {
      // `begin` reports the end of a command that has not begun to its sender.
      if (errand.hasBegun) this.#end(errand, { state: "cancelled", reason: "robot_stopped" });
    }
    this.#errands.clear();
  }

  #errandOf(commandId: string, command: LoadCommand): Errand {
    const how = this.#parts.settings.loads?.[command.kind] ?? null;
    if (!how) {
      throw fail(
        "robot_refused",
        `command: the robot has no ${command.kind}. Name its action or service in loads.${command.kind}`,
      );
    }
    const message = loadMessage(command, how);
    return { commandId, command, how, message, phase: "send", endsAs: null, hasBegun: false };
  }

  /** Without a drive, so that the caller hears whether the robot takes the load's goal. */
  async #handleHere(errand: Errand): Promise<void> {
    const { goals, onProgress } = this.#parts;
    const { commandId, how } = errand;
    this.#errands.set(commandId, errand);
    try {
      if (isService(how)) await goals.clear(commandId);
      else await goals.start(commandId, this.#goalOf(errand));
    } catch (error) {
      this.#errands.delete(commandId);
      throw error;
    }
    errand.hasBegun = true;
    if (!isService(how)) {
      errand.phase = "action";
      return;
    }
    onProgress({ commandId, state: "executing", reason: null });
    void this.#call(errand);
  }

  /** The robot has reached the place. */
  async #handle(errand: Errand): Promise<void> {
    if (isService(errand.how)) return await this.#call(errand);
    const { goals } = this.#parts;
    errand.phase = "send";
    goals.expect(errand.commandId);
    try {
      await goals.start(errand.commandId, this.#goalOf(errand));
      errand.phase = "action";
    } catch (error) {
      this.#end(errand, errand.endsAs ?? failed(errand, wordsOf(error)));
    }
  }

  async #call(errand: Errand): Promise<void> {
    const { link, settings, onHandled } = this.#parts;
    const { how, message: request } = errand;
    const { type, timeoutMs } = how;
    errand.phase = "service";
    try {
      const service = fullName(settings.namespace, how.name);
      const answer = await link.call({ service, type, request, timeoutMs, isLong: true });
      const { success, message } = answer;
      if (success === false) {
        this.#end(
          errand,
          failed(errand, typeof message === "string" ? message : "it did not say why"),
        );
        return;
      }
      onHandled(errand.command);
      this.#end(errand, { state: "succeeded", reason: null });
    } catch (error) {
      this.#end(errand, failed(errand, wordsOf(error)));
    }
  }

  #goalOf({ how, message }: Errand): NavGoal {
    const action = fullName(this.#parts.settings.namespace, how.name);
    return { action, type: how.type, goal: message };
  }

  /** Tells the end of a command once. */
  #end(errand: Errand, end: Pick<CommandProgress, "state" | "reason">): void {
    const { commandId } = errand;
    if (this.#errands.get(commandId) !== errand) return;
    this.#errands.delete(commandId);
    this.#parts.onProgress({ commandId, ...end });
  }
}

function isService({ type }: Pick<LoadInterface, "type">): boolean {
  return type.includes("/srv/");
}

function failed({ command }: Errand, words: string): Pick<CommandProgress, "state" | "reason"> {
  return { state: "failed", reason: `action_failed: ${command.kind}: ${words.slice(0, 200)}` };
}

function wordsOf(error: unknown): string {
  return GatehouseError.find(error)?.message ?? describeError(error);
}

/** The UUID of the drive to the station: the command's with its last bit turned over. */
function driveIdOf(commandId: string): string {
  const hex = hexOf(commandId);
  const last = (Number.parseInt(hex.at(-1)!, 16) ^ 1).toString(16);
  return `${hex.slice(0, -1)}${last}`;
}
