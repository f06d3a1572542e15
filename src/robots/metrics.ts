import { flag, type Reading } from "../base/contract/metrics.ts";
import type { RobotUnit } from "./fleet/robot-unit.ts";
import type { RobotRecord } from "./fleet/robot-record.ts";

/** Readings of one robot. */
export function robotReadings({
  unit,
  record,
}: {
  unit: RobotUnit;
  record: RobotRecord;
}): Reading[] {
  const labels = { organisation: record.org, robot: record.id };
  const { connection, silenceMs } = unit.state;
  const battery = unit.state.fresh("battery");
  const readings: Reading[] = [
    {
      name: "gatehouse_robot_up",
      value: flag(connection === "online"),
      labels: { ...labels, driver: record.request.driver },
    },
    { name: "gatehouse_robot_held", value: flag(unit.isHeld), labels },
  ];
  if (silenceMs !== null) {
    readings.push({ name: "gatehouse_robot_silence_seconds", value: silenceMs / 1000, labels });
  }
  if (battery) {
    const value = battery.percent / 100;
    readings.push({ name: "gatehouse_robot_battery_ratio", value, labels });
  }
  return readings;
}
