import type { BoxAlarm } from "../base/contract/box-alarms.ts";
import type { FleetIdentity } from "./identity/fleet-identity.ts";
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

/** The alarm of boxes that have another key than before. */
export function identityAlarms(
  identity: Pick<FleetIdentity, "changed">,
  members: readonly Pick<Member, "boxId" | "name">[],
): BoxAlarm[] {
  const changed = identity.changed();
  if (changed.length === 0) return [];
  const names = changed.map((id) => members.find(({ boxId }) => boxId === id)?.name ?? id);
  const message = `Another key than before signs for ${names.join(", ")}. Check whether the box was restored without its keys, and accept the new key, or remove its NATS user`;
  return [{ code: "fleet_key_changed", severity: "critical", message }];
}
