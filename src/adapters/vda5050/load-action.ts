import { fail } from "../../base/contract/fail.ts";
import type { LoadHandling } from "../../robots/driver/command.ts";
import type { Abilities } from "./abilities.ts";
import type { ActionFrame } from "./schemas/order.ts";

/** A `pick` or `drop` as a command has it. */
export type LoadCommand = LoadHandling & { kind: "pick" | "drop" };

/** Parameters of both actions (section 6.8.1; 6.2.1 in 3.0) and the fields of the API that say them. */
const parameters = {
  lhd: ["device", ({ device }) => device],
  stationType: ["station.type", ({ stationType }) => stationType],
  stationName: ["station.name", ({ stationName }) => stationName],
  loadType: ["load.type", ({ loadType }) => loadType],
  loadId: ["load.id", ({ loadId }) => loadId],
  height: ["station.height_m", ({ heightM }) => heightM],
  depth: ["station.depth_m", ({ depthM }) => depthM],
  side: ["station.side", ({ side }) => side],
} satisfies Record<string, readonly [string, (command: LoadCommand) => string | number | null]>;

/** Parameters that the specification requires of a `pick` when a factsheet lists none. */
const neededByPick = ["stationType", "loadType"] as const;

const fieldOf = (key: string): string =>
  Object.hasOwn(parameters, key)
    ? parameters[key as keyof typeof parameters][0]
    : `parameters.${key}`;

/**
 * The action of a `pick` or `drop`, its parameters by the factsheet. Fails with `robot_refused` naming the
 * field of the API, for a missing field, one that the robot does not know, or a load that it cannot carry.
 */
export function loadAction(
  action: Omit<ActionFrame, "actionParameters">,
  command: LoadCommand,
  abilities: Abilities,
): ActionFrame {
  const values = valuesOf(command);
  assertParameters(command.kind, values, abilities);
  assertLoad(command, abilities);
  const actionParameters = [...values].map(([key, value]) => ({ key, value }));
  return { ...action, ...(actionParameters.length > 0 ? { actionParameters } : {}) };
}

function assertParameters(
  kind: LoadCommand["kind"],
  values: ReadonlyMap<string, unknown>,
  abilities: Abilities,
): void {
  const known = abilities.action(kind)?.actionParameters;
  const needed =
    known?.filter(({ isOptional }) => isOptional === false).map(({ key }) => key) ??
    (kind === "pick" ? neededByPick : []);
  const missing = needed.find((key) => !values.has(key));
  if (missing !== undefined) {
    throw fail(
      "robot_refused",
      `${fieldOf(missing)}: is missing. The robot's ${kind} needs ${missing}`,
    );
  }
  const strange = known && [...values.keys()].find((key) => !known.some((one) => one.key === key));
  if (strange !== undefined) {
    throw fail(
      "robot_refused",
      `${fieldOf(strange)}: the robot's ${kind} takes no ${strange}. Leave it out`,
    );
  }
}

function assertLoad({ loadType, loadId }: LoadCommand, abilities: Abilities): void {
  const { loadTypes, maxLoadIdLength } = abilities;
  if (loadType !== null && loadTypes.length > 0 && !loadTypes.includes(loadType)) {
    throw fail(
      "robot_refused",
      `load_type: the robot does not handle it. Use one of ${loadTypes.join(", ")}`,
    );
  }
  if (maxLoadIdLength > 0 && (loadId?.length ?? 0) > maxLoadIdLength) {
    throw fail("robot_refused", `load_id: is too long. Use at most ${maxLoadIdLength} characters`);
  }
}

/** The maker's own fields first; fields of the standard take their standard names. */
function valuesOf(command: LoadCommand): Map<string, string | number | boolean> {
  const values = new Map(Object.entries(command.parameters));
  for (const [key, [, read]] of Object.entries(parameters)) {
    const value = read(command);
    if (value !== null) values.set(key, value);
  }
  return values;
}
