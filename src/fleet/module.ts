import type { ApplianceContext } from "../appliance-options.ts";
import type { BaseParts } from "../base/module.ts";
import type { TlsIdentity } from "../http/connections/tls-port.ts";
import type { Module, Start } from "../module.ts";
import type { FleetIdentity } from "./identity/fleet-identity.ts";
import type { SharedJobCounts } from "./jobs/shared-jobs.ts";
import type { FleetSite } from "./peers/fleet-site.ts";
import type { RobotPlacement } from "./placement/robot-placement.ts";
import type { StreamPlacement } from "./placement/stream-placement.ts";
import type { Uplink } from "../uplink/uplink-port.ts";
import type { FleetSystemWire } from "./wire/fleet.ts";

/** The context of the fleet. */
export type FleetNeeds = ApplianceContext & BaseParts;

/** Jobs that boxes do for each other. */
export interface FleetJobs {
  /** True when another box of the fleet is set up to meet the need, whether it is up or not. */
  isKnown(need: string): boolean;
  /** Counts since the start. */
  counts(): SharedJobCounts;
  /** Starts to share, once the jobs run. `forgetAnswers`: removes answers of model endpoints kept for a job. */
  start(start: Start, forgetAnswers: (org: string, id: string) => Promise<void>): Promise<Module>;
}

/** The fleet as other modules need it. */
export interface FleetModule {
  fleet: {
    /** The fleet for `GET /api/v1/system`; null where the box works alone. */
    describe(): FleetSystemWire | null;
    /** Signs as this box, and knows the keys of the others; null where the box works alone. */
    identity: FleetIdentity | null;
    /** The API of the other boxes; null where the box works alone. */
    site: FleetSite | null;
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
