import type { BoxIdentity } from "./identity/fleet-identity.ts";
import type { SharedJobCounts } from "./jobs/shared-jobs.ts";
import type { Contact, Member } from "./membership.ts";
import type { ReplicationReport } from "./replication/replication.ts";
import { takeoverProblem } from "./takeover.ts";
import type { FleetSystemWire } from "./wire/fleet.ts";

/** What a box knows of its fleet. */
export interface FleetFacts {
  name: string;
  boxId: string;
  contact: Contact;
  members: readonly Member[];
  /** The shared records; null until they have started. */
  records: ReplicationReport | null;
  identityOf(boxId: string): BoxIdentity | undefined;
  /** Number of streams that each box watches, and of shared robots that it drives. */
  loads: Record<"streams" | "robots", ReadonlyMap<string, number>>;
  /** Null where the box shares no jobs. */
  jobs: SharedJobCounts | null;
  /** Monotonic time. */
  nowMs: number;
}

/** The fleet on the wire, for `GET /api/v1/system`. */
export function fleetWire(facts: FleetFacts): FleetSystemWire {
  const { name, boxId, contact, members, loads, jobs, nowMs } = facts;
  const { state, sinceMs, problem, server, copies } = contact;
  const cannot = takeoverProblem(copies, members);
  return {
    name,
    box_id: boxId,
    state,
    since: Math.floor(sinceMs / 1000),
    problem,
    server,
    table_copies: copies,
    takeover: { automatic: cannot === null, problem: cannot },
    jobs,
    records: facts.records && recordsWire(facts.records),
    boxes: members.map((member) => ({
      box_id: member.boxId,
      name: member.name,
      url: member.url,
      version: member.version,
      state: member.state,
      ...keysWire(facts.identityOf(member.boxId)),
      streams: loads.streams.get(member.boxId) ?? 0,
      robots: loads.robots.get(member.boxId) ?? 0,
      heard_seconds_ago: Math.round((nowMs - member.seenMs) / 100) / 10,
    })),
  };
}

function keysWire(identity: BoxIdentity | undefined) {
  return {
    identity: identity?.state ?? ("none" as const),
    public_key: identity?.publicKey ?? null,
    certificate_sha256: identity?.certificateSha256 ?? null,
  };
}

function recordsWire({ agreedAtMs, records, conflicts, refused }: ReplicationReport) {
  return {
    agreed_at: agreedAtMs === null ? null : Math.floor(agreedAtMs / 1000),
    shared: records,
    conflicts: conflicts.length,
    refused: refused.length,
  };
}
