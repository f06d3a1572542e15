import { join } from "node:path";
import { BoxClient } from "../adapters/box-client/box-client.ts";
import { NatsLink } from "../adapters/nats/nats-link.ts";
import { ed25519 } from "../adapters/signatures/ed25519.ts";
import { uuidv7 } from "../base/core/ids.ts";
import type { Module, Start } from "../module.ts";
import { fleetAlarms, identityAlarms } from "./alarms.ts";
import { SiteFeeds } from "./events/site-feeds.ts";
import { FleetTable } from "./fleet-table.ts";
import { fleetWire } from "./fleet-wire.ts";
import { FleetIdentity } from "./identity/fleet-identity.ts";
import { identityFile } from "./identity/identity-terms.ts";
import { Membership, type OwnBox } from "./membership.ts";
import { fleetReadings } from "./metrics.ts";
import { CallTokens } from "./peers/call-tokens.ts";
import { FleetPeers } from "./peers/fleet-peers.ts";
import { FleetSite, type FleetSiteParts } from "./peers/fleet-site.ts";
import { RobotPlacement } from "./placement/robot-placement.ts";
import { StreamPlacement } from "./placement/stream-placement.ts";
import { shareJobs } from "./module-jobs.ts";
import { fleetEventRoutes } from "./routes/fleet-events.ts";
import type { FleetModule, FleetNeeds, JoinedFleet } from "./module.ts";

/** The parts of the requests between boxes. */
interface SiteNeeds extends Pick<FleetNeeds, "clock" | "http" | "log"> {
  own: OwnBox;
  membership: Membership;
  identity: FleetIdentity;
  isPlainAllowed: boolean;
  owners: FleetSiteParts["owners"];
}

/** Starts the parts of a box in a fleet. Loaded only where the site names NATS servers. */
export async function joinFleet(start: Start, needs: FleetNeeds): Promise<Module<FleetModule>> {
  const { config, live, clock, log, events, store, version, publicUrl } = needs;
  const { name, servers, voters, username } = config.fleet;
  const { boxId } = events;
  const site = live.view((now) => ({ name: now.site.name }));
  const link = new NatsLink({
    servers,
    voters,
    bucket: `gatehouse-${name}`,
    name: `gatehouse ${boxId}`,
    username,
    ...config.fleetSecrets,
    clock,
  });
  const table = new FleetTable(link);
  const own = { boxId, session: uuidv7(), version, name: () => site.name, url: publicUrl };
  const about = { link, table, clock, log: log.child({ fleet: name }), own };
  const keyFile = join(config.dataDir, identityFile);
  const keys = { ...about, store, signatures: ed25519, boxId, keyFile };
  const identity = await start("fleet-identity", new FleetIdentity(keys));
  const membership = await start("fleet", new Membership(about));
  const placement = new StreamPlacement({ ...about, membership, boxId });
  const robots = new RobotPlacement({ ...about, membership, boxId, session: own.session });
  const apis = await startSite(start, {
    ...about,
    http: needs.http,
    membership,
    identity,
    isPlainAllowed: config.fleet.plainHttp,
    owners: { stream: placement, robot: robots },
  });
  const jobs = config.fleet.shareJobs ? shareJobs(needs, { link, table, membership }) : null;
  const joined: JoinedFleet = {
    table,
    identity,
    isListening: () => membership.isListening(),
    report: () => null,
  };
  const describe = () =>
    fleetWire({
      name,
      boxId,
      contact: membership.contact(),
      members: membership.members(),
      records: joined.report(),
      identityOf: (id) => identity.of(id),
      loads: { streams: placement.loads(), robots: robots.loads() },
      jobs: jobs?.counts() ?? null,
      nowMs: clock.monoMs(),
    });
  return {
    parts: { fleet: { describe, identity, site: apis, joined, placement, robots, jobs } },
    routes: () => fleetEventRoutes(events, clock),
    metrics: () => fleetReadings(membership, placement.counts, robots.taken),
    alarms: () => [
      ...fleetAlarms(membership.contact(), membership.members()),
      ...identityAlarms(identity, membership.members()),
    ],
  };
}

/** How the API of this box and those of the others ask each other. */
async function startSite(start: Start, needs: SiteNeeds): Promise<FleetSite> {
  const { own, owners, isPlainAllowed, ...about } = needs;
  const { boxId, name } = own;
  const tokens = new CallTokens({ ...about, boxId });
  const asking = { ...about, tokens, transport: new BoxClient(), isPlainAllowed };
  const peers = await start("fleet-peers", new FleetPeers(asking));
  const { clock, log, http } = needs;
  http.events.joinSite(await start("fleet-feeds", new SiteFeeds({ peers, clock, log })));
  return new FleetSite({ boxId, name, ...about, tokens, peers, owners });
}
