import { fail } from "../../../../base/contract/fail.ts";
import type { LoadHandling } from "../../../../robots/driver/command.ts";
import type { LoadInterface } from "../core/protocol.ts";
import type { RosMessage } from "../core/ros-link.ts";

/** A `pick` or `drop` as a command has it. */
export type LoadCommand = LoadHandling & { kind: "pick" | "drop" };

type Value = string | number | boolean;

/**
 * The goal or request of a load's action or service. Fails with `robot_refused` naming the field of the API
 * for a value of the command that no field of the robot gets: the robot would handle another load than meant.
 */
export function loadMessage(command: LoadCommand, how: LoadInterface): RosMessage {
  const values = valuesOf(command);
  const taken = new Set(Object.values(how.fields));
  const lost = [...values.keys()].find((name) => !taken.has(name));
  if (lost !== undefined) {
    throw fail(
      "robot_refused",
      `${lost}: the robot's ${command.kind} takes no such value. Leave it out, or name its field in ` +
        `loads.${command.kind}.fields`,
    );
  }
  const message: RosMessage = {};
  for (const [path, value] of Object.entries(how.constants)) setAt(message, path, value);
  for (const [path, name] of Object.entries(how.fields)) {
    const value = values.get(name);
    if (value !== undefined) setAt(message, path, value);
  }
  return message;
}

/** The values that the command has, by the names that the API gives them. */
function valuesOf(command: LoadCommand): Map<string, Value> {
  const known: Record<string, Value | null> = {
    "load.id": command.loadId,
    "load.type": command.loadType,
    "station.type": command.stationType,
    "station.name": command.stationName,
    "station.height_m": command.heightM,
    "station.depth_m": command.depthM,
    "station.side": command.side,
    device: command.device,
  };
  for (const [name, value] of Object.entries(command.parameters)) {
    known[`parameters.${name}`] = value;
  }
  return new Map(
    Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

/** Sets a field by its path; messages on the way are made. */
function setAt(message: RosMessage, path: string, value: Value): void {
  const names = path.split(".");
  const last = names.pop()!;
  let at = message;
  for (const name of names) {
    const there = Object.hasOwn(at, name) ? at[name] : undefined;
    const next = typeof there === "object" && there !== null ? (there as RosMessage) : {};
    at[name] = next;
    at = next;
  }
  at[last] = value;
}
