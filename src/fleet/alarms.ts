import type { BoxAlarm } from "../base/contract/box-alarms.ts";
import type { Contact, Member } from "./membership.ts";
import { takeoverProblem } from "./takeover.ts";

/** Alarms of the fleet: no contact, boxes that are lost, and a site without takeover. */
export function fleetAlarms(contact: Contact, members: readonly Member[]): BoxAlarm[] {
  const alarms: BoxAlarm[] = [];
  const { state, problem, copies } = contact;
  if (state !== "joined" && state !== "reconnecting") {
    const message = `This box has no contact with its fleet: ${problem}. Check the network and the NATS servers`;
    alarms.push({ code: "fleet_unreachable", severity: "critical", message });
  }
  const lost = members.filter((member) => member.state === "lost").map(({ name }) => name);
  if (lost.length > 0) {
    const message = `No heartbeat comes from ${lost.join(", ")}. Check these boxes`;
    alarms.push({ code: "fleet_boxes_lost", severity: "critical", message });
  }
  const cannot = takeoverProblem(copies, members);
  if (state === "joined" && cannot !== null && members.length > 1) {
    alarms.push({ code: "fleet_without_takeover", severity: "warning", message: cannot });
  }
  return alarms;
}
