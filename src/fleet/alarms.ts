import type { BoxAlarm } from "../base/contract/box-alarms.ts";
import type { FleetIdentity } from "./identity/fleet-identity.ts";
import type { ReplicationReport } from "./replication/replication.ts";
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

/** Alarms of the records that the boxes share: two versions of one, and those that count for nothing. */
export function recordAlarms({ conflicts, refused }: ReplicationReport): BoxAlarm[] {
  const alarms: BoxAlarm[] = [];
  if (conflicts.length > 0) {
    const message = `${conflicts.length} shared records were changed on two boxes, such as the ${conflicts[0]!.kind} ${conflicts[0]!.recordId}. Choose the version that stands`;
    alarms.push({ code: "fleet_records_conflict", severity: "warning", message });
  }
  const [first] = refused;
  if (first) {
    const message = `${refused.length} shared records count for nothing on this box, such as the ${first.kind} ${first.recordId}: ${first.problem}`;
    alarms.push({ code: "fleet_records_refused", severity: "warning", message });
  }
  return alarms;
}
