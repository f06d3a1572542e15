import type { Clock } from "../../base/core/clock.ts";
import type { ZoneArea } from "../../robots/driver/areas.ts";
import type { NativeZones } from "../../robots/driver/driver-port.ts";
import type { Abilities } from "./abilities.ts";
import { type ActionTracker, instantAction } from "./action-tracker.ts";
import type { RobotChannel } from "./robot-channel.ts";
import type { RobotState } from "./robot-state.ts";
import type { ZoneSetFrame } from "./schemas/3-0-order.ts";
import { ownPrefix, zoneSetOf, zoneTypeOf } from "./zone-sets.ts";

/** Dependencies of the zones of one robot. */
export interface ZoneSyncParts {
  clock: Clock;
  channel: RobotChannel;
  actions: ActionTracker;
  abilities(): Abilities;
  /** `problemOf` answers differently now. */
  onChange(): void;
}

/** Before the same thing is tried again, in milliseconds; then twice as long each time. */
const firstRetryMs = 2000;
const lastRetryMs = 60_000;
const takeMs = 4500;
/** Of a header, at most, in bytes. */
const headerBytes = 320;

/**
 * Zone sets of one VDA 5050 3.0 robot (section 6.4): one set for each of its maps, sent, enabled, and the one
 * before deleted. It trusts the robot's states alone. It leaves another system's enabled set as it is,
 * because a robot keeps to one set of a map only.
 */
export class ZoneSync implements NativeZones {
  readonly #parts: ZoneSyncParts;
  #zones: ReadonlyMap<string, ZoneArea> = new Map();
  /** By map, for the zones and the abilities that they were made for. */
  #sets = new Map<string, ZoneSetFrame>();
  #abilities: Abilities | null = null;
  #state: RobotState | null = null;
  /** The last request, and when it may be repeated. */
  #last = "";
  #nextMs = 0;
  #waitMs = firstRetryMs;
  #isBusy = false;
  #notifiedProblems = "";

  constructor(parts: ZoneSyncParts) {
    this.#parts = parts;
  }

  push(zones: readonly ZoneArea[]): void {
    this.#zones = new Map(zones.flatMap((zone) => (zone.id === null ? [] : [[zone.id, zone]])));
    this.#sets.clear();
    this.#notify();
  }

  problemOf(zoneId: string): string | null {
    const zone = this.#zones.get(zoneId);
    return zone ? this.#problemOf(zone) : "it was not handed over";
  }

  /** Takes a state that is newer than the one before, and does the next thing that is due. */
  observe(state: RobotState): void {
    this.#state = state;
    if (!this.#isBusy && state.takesActions) this.#step(state);
    this.#notify();
  }

  #problemOf(zone: ZoneArea): string | null {
    return this.#problemWith(zone) ?? this.#problemOn(zone.frame);
  }

  /** Returns why the robot cannot keep to such a zone at all. */
  #problemWith(zone: ZoneArea): string | null {
    const zoneType = zoneTypeOf(zone);
    if (zoneType === null) return `VDA 5050 has no zone for ${zone.type}`;
    const abilities = this.#parts.abilities();
    if (abilities.zoneTypes === null) return "its factsheet has not come";
    if (!abilities.zoneTypes.includes(zoneType)) return `its factsheet has no ${zoneType} zones`;
    return this.#excess(this.#targetSet(zone.frame));
  }

  /** Returns why a set is too large for the robot. */
  #excess({ zones, ...rest }: ZoneSetFrame): string | null {
    const { maxZones, maxMessage } = this.#parts.abilities();
    if (maxZones > 0 && zones.length > maxZones) {
      return `it takes ${maxZones} zones, not ${zones.length}`;
    }
    if (maxMessage === 0) return null;
    const bytes = Buffer.byteLength(JSON.stringify({ zones, ...rest })) + headerBytes;
    return bytes > maxMessage ? `it takes messages of ${maxMessage} bytes, not ${bytes}` : null;
  }

  /** Returns why the set of a map does not apply on the robot. */
  #problemOn(mapId: string): string | null {
    const state = this.#state;
    if (!state) return "it has not sent a state yet";
    if (!state.mapIds.includes(mapId)) return `it has no map ${mapId}`;
    if (state.zoneSets === null) return "its state does not tell which zones it has";
    const stranger = this.#strangerOn(state, mapId);
    if (stranger !== null) return `the zone set ${stranger} of somebody else is enabled on it`;
    const { zoneSetId } = this.#targetSet(mapId);
    const reported = state.zoneSets.find((set) => set.zoneSetId === zoneSetId);
    if (!reported) return "it has not taken the zones yet";
    return reported.zoneSetStatus === "ENABLED" ? null : "it has not enabled the zones yet";
  }

  #strangerOn(state: RobotState, mapId: string): string | null {
    const set = state.zoneSets?.find(
      (each) =>
        each.mapId === mapId &&
        each.zoneSetStatus === "ENABLED" &&
        !each.zoneSetId.startsWith(ownPrefix),
    );
    return set?.zoneSetId ?? null;
  }

  /** Zones of a map that the robot knows the type of. */
  #fitting(mapId: string): ZoneArea[] {
    const types = this.#parts.abilities().zoneTypes ?? [];
    return [...this.#zones.values()].filter((zone) => {
      const zoneType = zoneTypeOf(zone);
      return zone.frame === mapId && zoneType !== null && types.includes(zoneType);
    });
  }

  #targetSet(mapId: string): ZoneSetFrame {
    const abilities = this.#parts.abilities();
    if (abilities !== this.#abilities) this.#sets.clear();
    this.#abilities = abilities;
    let zoneSet = this.#sets.get(mapId);
    if (!zoneSet) {
      zoneSet = zoneSetOf(mapId, this.#fitting(mapId));
      this.#sets.set(mapId, zoneSet);
    }
    return zoneSet;
  }

  #step(state: RobotState): void {
    const sets = state.zoneSets;
    if (sets === null || !this.#parts.abilities().zoneTypes) return;
    for (const mapId of state.mapIds) {
      if (this.#strangerOn(state, mapId) !== null) continue;
      const own = sets.filter((set) => set.mapId === mapId && set.zoneSetId.startsWith(ownPrefix));
      const target = this.#targetSet(mapId);
      // A set with nothing in it is only sent to put another one of ours out of force.
      if (target.zones.length === 0 && own.length === 0) continue;
      if (this.#excess(target) !== null) continue;
      const reported = own.find(({ zoneSetId }) => zoneSetId === target.zoneSetId);
      if (!reported) return this.#send(target);
      if (reported.zoneSetStatus === "DISABLED")
        return this.#do("enableZoneSet", reported.zoneSetId);
      const old = own.find(({ zoneSetId }) => zoneSetId !== target.zoneSetId);
      if (old) return this.#do("deleteZoneSet", old.zoneSetId);
    }
  }

  #send(zoneSet: ZoneSetFrame): void {
    if (this.#isTooEarly(`send ${zoneSet.zoneSetId}`)) return;
    this.#parts.channel.sendZoneSet(zoneSet).catch(() => undefined);
  }

  #do(actionType: "enableZoneSet" | "deleteZoneSet", zoneSetId: string): void {
    if (this.#isTooEarly(`${actionType} ${zoneSetId}`)) return;
    const { clock, actions } = this.#parts;
    const action = instantAction(clock, actionType, { zoneSetId });
    const isDone = (state: RobotState): boolean => {
      const status = state.action(action.actionId)?.actionStatus;
      return status === "FINISHED" || status === "FAILED";
    };
    this.#isBusy = true;
    const request = { actions: [action], resendMs: 500, timeoutMs: takeMs, isDone };
    // The next state shows the outcome.
    actions
      .ask(request)
      .catch(() => undefined)
      .finally(() => void (this.#isBusy = false));
  }

  /** The robot may be about to confirm the action, or may refuse it. */
  #isTooEarly(what: string): boolean {
    const nowMs = this.#parts.clock.monoMs();
    const isAgain = what === this.#last;
    if (isAgain && nowMs < this.#nextMs) return true;
    this.#waitMs = isAgain ? Math.min(lastRetryMs, this.#waitMs * 2) : firstRetryMs;
    this.#last = what;
    this.#nextMs = nowMs + this.#waitMs;
    return false;
  }

  #notify(): void {
    const problems = [...this.#zones.values()].map((zone) => this.#problemOf(zone)).join("\n");
    if (problems === this.#notifiedProblems) return;
    this.#notifiedProblems = problems;
    this.#parts.onChange();
  }
}
