import type { Meter } from "../../base/contract/metrics.ts";
import { describeError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { StreamFrameTimes } from "../../base/core/shown-frames.ts";
import { ActiveCommand } from "../commands/active-command.ts";
import type { ZoneArea } from "../driver/areas.ts";
import { Bounds } from "../bounds/bounds.ts";
import type { RobotCommand } from "../driver/command.ts";
import {
  type Brake,
  CommandLane,
  isFreeOfLease,
  isOperator,
  type CommandSubmission,
} from "../commands/command-lane.ts";
import { type CommandRecord, openCommands } from "../commands/command-record.ts";
import { courseOf } from "../commands/course.ts";
import type { DriverMap, RobotDriver, RobotSample } from "../driver/driver-port.ts";
import { judge, judgeEver, type Situation } from "../commands/gate.ts";
import { type Holder, type LeaseChange, RobotLease } from "../commands/lease.ts";
import { LiveState, type SilenceLimits } from "../driver/live-state.ts";
import { CommandLog, type CommandLogParts } from "../commands/command-log.ts";
import { Recovery } from "../commands/recovery.ts";
import type { RobotSettings } from "../driver/robot-settings.ts";
import { type PeopleParts, peopleLimiterOf } from "../people/robot-people.ts";
import type { PeopleFinding, PeopleLimiter } from "../people/people-limiter.ts";
import type { SharedRobot } from "./shared-robot.ts";
import { RobotStops, type StopOutcome } from "../commands/robot-stops.ts";
import { SpeedLimits } from "../bounds/speed-limits.ts";
import { beginTeleop, sightOf, type TeleopRequest } from "../teleop/begin-teleop.ts";
import type { TeleopSession } from "../teleop/teleop-session.ts";
import { commandTimeoutMs, within } from "../driver/deadlines.ts";
import type { ExpiryPolicy } from "../robot-terms.ts";

/** Dependencies of one robot. */
export interface RobotUnitParts extends CommandLogParts, PeopleParts {
  org: string;
  id: string;
  settings: RobotSettings;
  driver: RobotDriver;
  /** For a robot that this box shares with others. */
  shared?: SharedRobot;
  silence: SilenceLimits;
  meter?: Meter;
  /** Takes each new state of the robot's map. */
  onMap?: (map: DriverMap) => void;
  /** Tells how old pictures are; absent: nobody can drive a robot whose settings ask for a picture. */
  frameTimes?: StreamFrameTimes;
}

/**
 * One robot: its driver, its live state, its lease, and the reactions to breaches of its bounds. Commands
 * pass its lane; a stop bypasses it.
 */
export class RobotUnit {
  readonly parts: RobotUnitParts;
  readonly state: LiveState;
  readonly lease: RobotLease;
  readonly #commandLog: CommandLog;
  readonly #active: ActiveCommand;
  readonly #lane: CommandLane;
  readonly #stops: RobotStops;
  readonly bounds: Bounds;
  readonly #brake: Brake = { generation: 0, isHeld: false };
  readonly #limits: SpeedLimits;
  readonly #people: PeopleLimiter | null;
  readonly #recovery: Recovery;
  /** The newest teleop session, ended or not. */
  #teleop: TeleopSession | undefined;
  /** The robot's present run. */
  activeRunId: string | null = null;
  /** True when something has changed since the last telemetry. */
  isDirty = true;

  constructor(parts: RobotUnitParts) {
    this.parts = parts;
    const { clock, org, id: robotId, driver } = parts;
    this.state = new LiveState(clock, parts.silence);
    this.lease = new RobotLease(clock, (change) => void this.#leaseExpired(change));
    this.#commandLog = new CommandLog(parts, { org, robotId, name: parts.settings.name });
    this.#people = peopleLimiterOf(parts, this.state);
    this.#limits = new SpeedLimits({
      ...parts,
      people: this.#people,
      state: this.state,
      commandLog: this.#commandLog,
      space: () => this.bounds.space,
    });
    const onChange = (): void => {
      this.isDirty = true;
      this.#teleop?.look();
    };
    const shared = { clock, lease: this.lease, commandLog: this.#commandLog, onChange };
    const active = new ActiveCommand(shared);
    this.#active = active;
    this.#stops = new RobotStops({ ...shared, ...parts, active, brake: this.#brake });
    this.bounds = new Bounds({
      ...shared,
      ...parts,
      state: this.state,
      active,
      stops: this.#stops,
      brake: this.#brake,
    });
    this.#recovery = new Recovery({
      ...shared,
      driver,
      active,
      stops: this.#stops,
      serial: (work) => this.#lane.serial(work),
      isOnline: () => this.state.connection === "online",
      isHeld: () => this.#brake.isHeld,
    });
    this.#lane = new CommandLane({
      ...shared,
      org,
      robotId,
      driver,
      active,
      brake: this.#brake,
      ...(parts.meter ? { meter: parts.meter } : {}),
      situation: (holder) => this.#situation(holder),
      warningsOf: (command) => this.bounds.warningsOf(command),
      execute: (id, command) => {
        this.bounds.began(id, command);
        return this.#limits.execute(id, command);
      },
      onLimit: (maxSpeedMps) => this.#limits.set(maxSpeedMps),
    });
  }

  get active(): CommandRecord | null {
    return this.#active.current;
  }

  get isHeld(): boolean {
    return this.#brake.isHeld;
  }

  /** Opens the driver; asks the robot for open commands of an earlier process. */
  start(zones: readonly ZoneArea[]): void {
    const { driver, store, org, id } = this.parts;
    this.setZones(zones);
    this.#brake.isHeld = this.#commandLog.isHeld();
    this.#limits.begin();
    this.#stops.begin();
    this.#recovery.begin(openCommands(store, org, id));
    driver.boundSpeed?.((frame, from, to) =>
      this.bounds.space.speedLimitAlong(frame, [from.xM, from.yM], [to.xM, to.yM]),
    );
    driver.boundWay?.((frame, from, to) =>
      this.bounds.waySpace.problemAlong(
        frame,
        [
          [from.xM, from.yM],
          [to.xM, to.yM],
        ],
        0,
      ),
    );
    driver.open({
      onSample: (sample) => this.#onSample(sample),
      onProgress: (progress) => this.#active.onProgress(progress),
      onCapabilities: () => void (this.isDirty = true),
      ...(this.parts.onMap ? { onMap: this.parts.onMap } : {}),
      onLost: () => {
        this.state.lose();
        this.#limits.lose();
        this.tick();
      },
    });
  }

  /** Stops a robot that drives on a command, ends the command for `reason`, closes the driver. */
  async stop(reason = "restarted: the box was stopped"): Promise<void> {
    this.#recovery.end();
    this.lease.stop();
    if (this.active) await this.#stops.endActive("cancelled", reason, "stop");
    await this.#lane.serial(async () => undefined);
    await this.parts.driver.close();
  }

  /** Applies these zones from now on. */
  setZones(zones: readonly ZoneArea[]): void {
    this.bounds.setZones(zones);
    this.parts.driver.nativeZones?.push(zones);
    this.isDirty = true;
    if (this.state.connection !== "offline") this.#look();
    this.bounds.endForbiddenGoal();
  }

  /** Checks by the clock how long the robot has been silent, and how old its pose is. */
  tick(): void {
    this.bounds.tick();
    if (this.#people && this.state.connection === "online") this.#limits.push();
    const change = this.state.update();
    if (!change) return;
    this.isDirty = true;
    if (change.now === "offline" && this.active) {
      void this.#commandLog.incident({
        type: "robot_offline",
        severity: "warning",
        command_id: this.active.id,
        summary: "The robot is no longer heard of while it has a command",
      });
    }
  }

  /** The limit at the robot's place, in metres per second. */
  get speedLimitMps(): number {
    return this.#limits.mps;
  }

  /** The advisory limit by people; null for a robot without one. */
  get peopleLimit(): PeopleFinding | null {
    return this.#people?.finding ?? null;
  }

  /** Returns the present refusal of the command by the gate or another holder's lease; null for none. */
  refusalOf(command: RobotCommand, holder: Holder): { rule: string; message: string } | null {
    const refusal = judge(command, this.#situation(holder));
    if (refusal || !this.needsLease(command, holder) || this.lease.isFreeFor(holder)) {
      return refusal;
    }
    return {
      rule: "lease_held",
      message: `the lease is held with priority ${this.lease.held?.priority}`,
    };
  }

  /** True when the command needs the lease of the robot. */
  needsLease(command: RobotCommand, holder: Holder): boolean {
    return !isFreeOfLease({ command, holder }, this.parts.driver);
  }

  /** Returns the gate's refusal in every state of the robot; null when the command may pass in some state. */
  neverOf(command: RobotCommand): { rule: string; message: string } | null {
    return judgeEver(command, this.#situation({ keyId: "", priority: "local_operator" }));
  }

  /** `CommandLane.submit`. */
  submit(submission: CommandSubmission): Promise<CommandRecord> {
    return this.#lane.submit(submission);
  }

  /**
   * Starts teleop for the holder: a command that lasts until the session ends, and replaces the robot's
   * present one. Fails as `submit` does, and with `robot_unreachable`.
   */
  async openTeleop(request: TeleopRequest): Promise<TeleopSession> {
    const { generation } = this.#brake;
    this.#teleop = await beginTeleop(request, {
      clock: this.parts.clock,
      commandLog: this.#commandLog,
      submit: (submission) => this.#lane.submit(submission),
      isOn: (id) => this.active?.id === id && this.#brake.generation === generation,
      sight: () => sightOf(this.parts),
      judge: (command, ageMs) => judge(command, this.#situation(request.holder, ageMs)),
      execute: (id, command) => this.#limits.execute(id, command),
      finish: async (id, state, reason) => {
        if (this.active?.id === id) await this.#stops.endActive(state, reason, "stop");
      },
    });
    return this.#teleop;
  }

  /**
   * Ends this command if the robot executes it: cancels it, else stops the robot, at the latest on its
   * reconnection.
   */
  async endCommand(id: string, reason: string): Promise<void> {
    if (this.active?.id === id) await this.#stops.endActive("cancelled", reason, "cancel");
  }

  /** Takes or keeps the lease; fails with `lease_held`. The previous holder loses its command too. */
  async takeLease(holder: Holder, terms: Parameters<RobotLease["take"]>[1]): Promise<void> {
    const changes = this.lease.take(holder, terms);
    const isTaken = changes.some(({ event }) => event === "lease_preempted");
    const ended = isTaken ? this.#stops.endActive("cancelled", "preempted", "cancel") : undefined;
    await this.#leaseChanged(changes);
    await ended;
  }

  /** Releases the lease; true if the key held it. */
  async releaseLease(keyId: string): Promise<boolean> {
    const changes = this.lease.release(keyId);
    await this.#leaseChanged(changes);
    return changes.length > 0;
  }

  /**
   * Stops the robot now: sends first, then records. Fails with `robot_unreachable` when the robot did not
   * accept it, and sends it again when the robot returns.
   */
  halt(who: Holder, why: string | null): Promise<StopOutcome> {
    return this.#stops.halt(who, why);
  }

  #situation(holder: Holder, pictureAgeMs: number | null = null): Situation {
    const { settings, driver, shared } = this.parts;
    const battery = this.state.fresh("battery");
    return {
      elsewhere: shared && !shared.fence.mayCommand() ? shared.fence.problem() : null,
      isOnline: this.state.connection === "online",
      capabilities: this.bounds.capabilities,
      frames: [...new Set([...settings.frames, ...driver.frames()])],
      space: this.bounds.space,
      waySpace: this.bounds.waySpace,
      pose: this.bounds.pose,
      courseOf: (command) => courseOf(command, driver) ?? [],
      wayProblem: (command) => driver.wayProblem?.(command) ?? null,
      speedLimitMps: this.speedLimitMps,
      maxSpeedMps: settings.maxSpeedMps,
      maxTurnRadps: settings.maxTurnRadps,
      picture: settings.drivingPicture && { ...settings.drivingPicture, ageMs: pictureAgeMs },
      batteryPercent: battery?.percent ?? null,
      batteryFloorPercent: settings.batteryFloorPercent,
      isEmergencyStopped: this.state.fresh("isEmergencyStopped"),
      mode: this.state.fresh("mode"),
      isHeld: this.#brake.isHeld && !isOperator(holder),
    };
  }

  #onSample(sample: RobotSample): void {
    this.isDirty = true;
    this.state.take(sample);
    if (sample.pose && this.state.value("pose") === sample.pose)
      this.bounds.heardPose(sample.poseAgeMs ?? 0);
    this.tick();
    if (this.#stops.isDue) this.#stops.again();
    this.#recovery.look();
    this.#look();
  }

  /** Checks the robot's place and the other conditions. */
  #look(): void {
    this.bounds.look();
    this.#limits.push();
  }

  async #leaseExpired(change: LeaseChange): Promise<void> {
    const { active } = this;
    this.#commandLog.note([change]);
    const action = active ? await this.#applyPolicy(change.lease.onExpiry) : "continue";
    this.isDirty = true;
    await this.#commandLog.happened({
      event: "lease_policy",
      commandId: active?.id ?? null,
      who: { keyId: change.lease.keyId, priority: change.lease.priority },
      why: "lease_expired",
      detail: { action },
    });
    await this.#commandLog.incident({
      type: "lease_expired",
      severity: "warning",
      command_id: active?.id ?? null,
      summary: "The holder of the robot is no longer heard of",
      action,
    });
  }

  /**
   * Returns the means that stopped the robot; null when it was out of reach, and will be stopped when it
   * returns.
   */
  async #applyPolicy(policy: ExpiryPolicy): Promise<ExpiryPolicy | null> {
    if (policy === "continue") return policy;
    if (policy === "pause") {
      try {
        const id = uuidv7(this.parts.clock.wallMs());
        await within(this.#limits.execute(id, { kind: "pause" }), commandTimeoutMs, "the pause");
        return policy;
      } catch (error) {
        this.#warn(error, "the robot did not pause: its command is ended");
      }
    }
    return (await this.#stops.endActive("cancelled", "lease_expired", "cancel")) ? "cancel" : null;
  }

  async #leaseChanged(changes: readonly LeaseChange[]): Promise<void> {
    if (changes.length === 0) return;
    this.isDirty = true;
    const last = changes.at(-1)!;
    this.#commandLog.note(changes.slice(0, -1));
    const { keyId, priority } = last.lease;
    await this.#commandLog.happened({
      event: last.event,
      commandId: null,
      who: { keyId, priority },
      why: null,
      detail: { lease_id: last.lease.id },
    });
  }

  #warn(error: unknown, message: string): void {
    this.parts.log.warn({ robot_id: this.parts.id, error: describeError(error) }, message);
  }
}
