import type { CorridorRecord, PlaceRecord } from "../maps/map-record.ts";
import type { RobotDoorWire } from "../wire/robot-doors.ts";
import type { Door } from "./door.ts";

/** The door on the wire, with the places and corridors that name it. */
export function doorWire(
  { settings, view, holds, requestProblem }: Door,
  named: readonly (PlaceRecord | CorridorRecord)[],
): RobotDoorWire {
  const { id, name, kind, link, levels } = settings;
  const { state, level, ageMs, problem } = view;
  return {
    id,
    object: "robot.door",
    name,
    kind,
    link,
    levels: levels.map((each) => each.name),
    state,
    level,
    age_seconds: ageMs === null ? null : Math.round(ageMs) / 1000,
    problem,
    request_problem: requestProblem,
    held_by: holds.map(({ by }) => by),
    places: named.filter(({ door }) => door === id).map((each) => each.name),
  };
}
