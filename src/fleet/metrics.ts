import { flag, type Reading } from "../base/contract/metrics.ts";
import { memberStates } from "./fleet-terms.ts";
import type { Membership } from "./membership.ts";

/** Readings of the fleet. */
export function fleetReadings(
  membership: Membership,
  streams: Readonly<Record<"taken" | "given", number>>,
  robotsTaken: number,
): Reading[] {
  const members = membership.members();
  const moves = "gatehouse_fleet_streams_moved_total";
  const beats = "gatehouse_fleet_heartbeats_total";
  return [
    { name: "gatehouse_fleet_joined", value: flag(membership.contact().state === "joined") },
    ...memberStates.map((state) => ({
      name: "gatehouse_fleet_boxes" as const,
      value: members.filter((member) => member.state === state).length,
      labels: { state },
    })),
    { name: beats, value: membership.beats.acknowledged, labels: { outcome: "acknowledged" } },
    { name: beats, value: membership.beats.failed, labels: { outcome: "failed" } },
    { name: moves, value: streams.taken, labels: { direction: "taken" } },
    { name: moves, value: streams.given, labels: { direction: "offered" } },
    { name: "gatehouse_fleet_robots_taken_total", value: robotsTaken },
  ];
}
