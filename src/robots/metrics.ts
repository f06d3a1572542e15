import { flag, type Reading } from "../base/contract/metrics.ts";
import type { RobotUnit } from "./fleet/robot-unit.ts";
import type { RobotRecord } from "./fleet/robot-record.ts";
import type { SiteTraffic } from "./traffic/site-traffic.ts";

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

/** Readings of one robot in the traffic. */
export function trafficReadings(
  { org, id }: Pick<RobotRecord, "org" | "id">,
  { reservations, members }: Pick<SiteTraffic, "reservations" | "members">,
  monoMs: number,
): Reading[] {
  const labels = { organisation: org, robot: id };
  const wait = members.get(id)?.trip?.wait;
  const waitSec = wait ? Math.max(0, monoMs - wait.sinceMs) / 1000 : 0;
  return [
    { name: "gatehouse_robot_reservations", value: reservations.of(id).length, labels },
    { name: "gatehouse_robot_traffic_wait_seconds", value: waitSec, labels },
  ];
}
