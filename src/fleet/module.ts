import type { ApplianceContext } from "../appliance-options.ts";
import type { BaseParts } from "../base/module.ts";
import type { TlsIdentity } from "../http/connections/tls-port.ts";
import type { HttpServices } from "../http/services.ts";
import type { Module, Start } from "../module.ts";
import type { PolicyService } from "../perception/policies/policy-service.ts";
import type { FleetTable } from "./fleet-table.ts";
import type { ReplicationReport } from "./replication/replication.ts";
import { type FleetRecords, fleetRecordRoutes } from "./routes/fleet-records.ts";
import type { FleetIdentity } from "./identity/fleet-identity.ts";
import type { SharedJobCounts } from "./jobs/shared-jobs.ts";
import type { FleetSite } from "./peers/fleet-site.ts";
import type { RobotPlacement } from "./placement/robot-placement.ts";
import type { StreamPlacement } from "./placement/stream-placement.ts";
import type { Uplink } from "../uplink/uplink-port.ts";
import type { FleetSystemWire } from "./wire/fleet.ts";

/** The context of the fleet. */
export type FleetNeeds = ApplianceContext & BaseParts & { http: HttpServices };

/** Jobs that boxes do for each other. */
export interface FleetJobs {
  /** True when another box of the fleet is set up to meet the need, whether it is up or not. */
  isKnown(need: string): boolean;
  /** Counts since the start. */
  counts(): SharedJobCounts;
  /** Starts to share, once the jobs run. `forgetAnswers`: removes answers of model endpoints kept for a job. */
  start(start: Start, forgetAnswers: (org: string, id: string) => Promise<void>): Promise<Module>;
}

/** The parts of the fleet that the shared records work with. */
export interface JoinedFleet {
  table: FleetTable;
  identity: FleetIdentity;
  /** True while the box knows the whole table. */
  isListening(): boolean;
  /** The state of the shared records; null until they have started. */
  report: () => ReplicationReport | null;
}

/** The context of the shared records. */
export type RecordNeeds = FleetNeeds & FleetModule & { policies: PolicyService };

/** The fleet as other modules need it. */
export interface FleetModule {
  fleet: {
    /** The fleet for `GET /api/v1/system`; null where the box works alone. */
    describe(): FleetSystemWire | null;
    /** Signs as this box, and knows the keys of the others; null where the box works alone. */
    identity: FleetIdentity | null;
    /** The API of the other boxes; null where the box works alone. */
    site: FleetSite | null;
    /** The table and the keys, for the shared records; null where the box works alone. */
    joined: JoinedFleet | null;
    /** Says which streams this box watches, once started; null where the box works alone and watches all. */
    placement: StreamPlacement | null;
    /** Says which robots of the site file this box drives, once started; null where it drives all. */
    robots: RobotPlacement | null;
    /** The jobs that boxes do for each other; null where the box shares none. */
    jobs: FleetJobs | null;
  };
}

/** Joins the fleet that the site names. A box that works alone loads nothing of it. */
export async function startFleet(start: Start, needs: FleetNeeds): Promise<Module<FleetModule>> {
  if (needs.config.fleet.servers.length === 0) {
    return {
      parts: {
        fleet: {
          describe: () => null,
          identity: null,
          site: null,
          joined: null,
          placement: null,
          robots: null,
          jobs: null,
        },
      },
    };
  }
  const { joinFleet } = await import("./module-joined.ts");
  return await joinFleet(start, needs);
}

/** Tells the fleet which certificate the box serves. */
export async function startFleetCertificate(
  _start: Start,
  { fleet, tls }: FleetModule & { tls: TlsIdentity | undefined },
): Promise<Module<object>> {
  fleet.identity?.serves(
    () => tls?.describe().fingerprint_sha256.replaceAll(":", "").toLowerCase() ?? null,
  );
  return { parts: {} };
}

/** Begins to share jobs, where the box does. */
export async function startSharedJobs(
  start: Start,
  { fleet, uplink }: FleetModule & { uplink: Pick<Uplink, "forget"> },
): Promise<Module> {
  const forget = (org: string, id: string): Promise<void> => uplink.forget(org, id);
  return fleet.jobs ? await fleet.jobs.start(start, forget) : { parts: {} };
}

/** Shares organisations, keys, people and policies with the fleet. A box that works alone loads only the routes. */
export async function startFleetRecords(start: Start, needs: RecordNeeds): Promise<Module> {
  const routes = (records: FleetRecords | null) => () =>
    fleetRecordRoutes(records, needs.config.site.organisation);
  if (!needs.fleet.joined) return { parts: {}, routes: routes(null) };
  const { shareRecords } = await import("./module-records.ts");
  const { records, more } = await shareRecords(start, needs);
  return { parts: {}, routes: routes(records), ...more };
}
