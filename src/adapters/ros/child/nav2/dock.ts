import { usualStagingXOffsetM } from "../../../../robots/driver/ros-document.ts";
import type { Clock } from "../../../../base/core/clock.ts";
import type { MapPose } from "../../../../robots/driver/command.ts";
import { fullName } from "../core/names.ts";
import type { DockPlace, NavSettings } from "../core/protocol.ts";
import type { RosLink } from "../core/ros-link.ts";

/** Dependencies of a dock. */
export interface DockParts {
  link: RosLink;
  clock: Clock;
  settings: NavSettings;
  /** It is known now, or other than before. */
  onChange(): void;
}

const parameterType = "rcl_interfaces/srv/GetParameters";
const askMs = 1000;
/** The interval of queries to a server that did not report the dock, in milliseconds. */
const againMs = 10_000;

/**
 * Finds the robot's dock: from the settings, else from the parameters of its docking server. A server that
 * reads its docks from a file reports none.
 */
export class Dock {
  readonly #parts: DockParts;
  #found: DockPlace | null = null;
  #isAsking = false;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(parts: DockParts) {
    this.#parts = parts;
  }

  /** Null when unset. */
  get known(): DockPlace | null {
    return this.#parts.settings.dock?.at ?? this.#found;
  }

  /** The start of the straight approach, and the dock; null when unset. */
  get way(): readonly MapPose[] | null {
    if (!this.known) return null;
    const { place, stagingXOffsetM } = this.known;
    const xM = place.xM + Math.cos(place.yawRad) * stagingXOffsetM;
    const yM = place.yM + Math.sin(place.yawRad) * stagingXOffsetM;
    return [{ frame: place.frame, xM, yM, yawRad: null }, place];
  }

  /** Called at each scan of the graph: a new server may report its dock, and a returning one another dock. */
  update(hasServer: boolean): void {
    const { settings, clock } = this.#parts;
    if (!settings.dock || settings.dock.at || settings.dock.id === null) return;
    if (!hasServer) {
      this.#askedMs = Number.NEGATIVE_INFINITY;
      this.#set(null);
      return;
    }
    const isDue = clock.monoMs() - this.#askedMs >= againMs;
    if (this.#found || this.#isAsking || !isDue) return;
    this.#askedMs = clock.monoMs();
    this.#isAsking = true;
    void this.#ask(settings.dock.id).then((found) => {
      this.#isAsking = false;
      this.#set(found);
    });
  }

  #set(found: DockPlace | null): void {
    const isOther = JSON.stringify(found) !== JSON.stringify(this.#found);
    this.#found = found;
    if (isOther) this.#parts.onChange();
  }

  async #ask(id: string): Promise<DockPlace | null> {
    const [frame, pose, type] = await this.#parameters([`${id}.frame`, `${id}.pose`, `${id}.type`]);
    const [xM, yM, yawRad] = numbersOf(pose?.["double_array_value"]);
    const frameId = frame?.["string_value"];
    if (typeof frameId !== "string" || frameId === "" || yawRad === undefined) return null;
    const value = type?.["string_value"];
    const plugin = typeof value === "string" ? value : "";
    const [offset] = await this.#parameters([`${plugin}.staging_x_offset`]);
    // `rcl_interfaces/msg/ParameterType`: 3 is a double.
    const isSaid = offset?.["type"] === 3;
    return {
      place: { frame: frameId.replace(/^\//, ""), xM: xM!, yM: yM!, yawRad },
      type: plugin,
      stagingXOffsetM: isSaid ? Number(offset["double_value"]) : usualStagingXOffsetM,
    };
  }

  /** Empty where the server does not have all of them, or does not answer. */
  async #parameters(names: readonly string[]): Promise<Record<string, unknown>[]> {
    const { link, settings } = this.#parts;
    const service = fullName(settings.namespace, "docking_server/get_parameters");
    try {
      const call = { service, type: parameterType, request: { names }, timeoutMs: askMs };
      const { values } = await link.call(call);
      return Array.isArray(values) ? values : [];
    } catch {
      return [];
    }
  }
}

/** Three finite numbers, or none. */
function numbersOf(list: unknown): number[] {
  if (!Array.isArray(list) && !ArrayBuffer.isView(list)) return [];
  const numbers = Array.from(list as Iterable<unknown>, Number);
  return numbers.length === 3 && numbers.every(Number.isFinite) ? numbers : [];
}
