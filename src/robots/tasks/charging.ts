import { placesOf, readCommand } from "../driver/command.ts";
import type { RobotCommandBody } from "../driver/command-document.ts";
import type { ChargingSettings } from "../driver/robot-settings.ts";
import type { RobotUnit } from "../fleet/robot-unit.ts";
import type { PlanStep } from "./plans/plan-record.ts";
import type { Hindrance } from "./run-commander.ts";

/** What a robot does before a step: it charges up to a level, or it cannot, now or ever; null: it begins. */
export type ChargeNeed =
  | { untilPercent: number; reason: string }
  | { hindrance: Hindrance }
  | { refused: Hindrance }
  | null;

/** Steps that bring the robot to its charger, or send nothing. */
const ownWay: ReadonlySet<string> = new Set(["dock", "undock", "announce", "set_speed_limit"]);

/**
 * Returns what the charge of a robot allows before a step: below its threshold the robot charges first, and also when the
 * step with the way to the charger after it would take it below its floor. It refuses a step that even a full battery
 * does not allow.
 */
export function chargeNeed(
  unit: RobotUnit,
  step: PlanStep,
  resolved: (body: RobotCommandBody) => RobotCommandBody,
): ChargeNeed {
  const { charging, batteryFloorPercent: floor } = unit.parts.settings;
  const battery = unit.state.fresh("battery");
  const body = "command" in step ? step.command : null;
  const isFree = step.type === "charge" || (body !== null && ownWay.has(body.command));
  if (!charging || !battery || isFree) return null;
  const use = useOf(unit, { step, body: body && resolved(body) }, charging);
  const needed = floor + use;
  const isLow = battery.percent < charging.belowPercent;
  if (!isLow && battery.percent >= needed) return null;
  if (needed > 100) {
    const message = `the step needs ${use.toFixed(1)} % of the battery, and ${floor} % must stay`;
    return { refused: { code: "battery_low", message } };
  }
  const why = isLow
    ? `the battery has ${battery.percent} %, below ${charging.belowPercent} %`
    : `the battery has ${battery.percent} %, and the step leaves less than ${floor} %`;
  const dock = unit.bounds.capabilities.find(({ name }) => name === "dock");
  if (dock?.available !== true)
    return { hindrance: { code: "battery_low", message: `${why}, and the robot cannot dock` } };
  const untilPercent = Math.min(100, Math.max(charging.untilPercent, Math.ceil(needed)));
  return { untilPercent, reason: why };
}

/** Charge in percent that a step and the way to the charger after it take, by straight lines. */
function useOf(
  unit: RobotUnit,
  { step, body }: { step: PlanStep; body: RobotCommandBody | null },
  { percentPerKm, percentPerHour }: ChargingSettings,
): number {
  const pose = unit.state.value("pose");
  const command =
    body && body.command !== "stop" ? readCommand({ ...body, command: body.command }) : null;
  const places = command ? placesOf(command) : [];
  const charger = unit.parts.driver.ownPlaces?.({ kind: "dock", maxSpeedMps: null })?.at(-1);
  const way = [...(pose ? [pose] : []), ...places, ...(charger ? [charger] : [])];
  let metres = 0;
  for (const [at, to] of way.entries()) {
    const from = way[at - 1];
    if (from?.frame === to.frame) metres += Math.hypot(to.xM - from.xM, to.yM - from.yM);
  }
  const speedMps = body?.max_speed_mps ?? unit.parts.settings.maxSpeedMps;
  const standingSec = "seconds" in step ? (step.seconds ?? 0) : 0;
  const hours = (metres / speedMps + standingSec) / 3600;
  return (metres / 1000) * percentPerKm + hours * percentPerHour;
}
