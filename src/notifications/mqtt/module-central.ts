import type { BoxAlarm } from "../../base/contract/box-alarms.ts";
import type { Module, Start } from "../../module.ts";
import { type BusNeeds, type BusOptions, cameraPictures, siteView } from "./module.ts";
import { SiteBus } from "./site-bus.ts";

/** Name of its position in the event log. */
const place = "central";
/** A fault that lasts for less is no alarm, in milliseconds: servers restart. */
const patienceMs = 60_000;

/** Publishes events and states on the NATS servers of the fleet, for central ones, where the site asks for it. */
export async function startCentral(start: Start, needs: BusNeeds): Promise<Module> {
  const { config, events, store, clock } = needs;
  if (!config.fleet.publish || config.fleet.servers.length === 0) {
    // A place that nobody moves would keep the log from being trimmed.
    if (events.cursor(place) !== undefined) {
      await store.transact((tx) => events.forget(tx, place));
    }
    return { parts: {} };
  }
  const { bus, stop } = await centralBus(needs);
  await start("central", { start: (signal) => bus.start(signal), stop });
  return {
    parts: {},
    alarms: () => centralAlarms(bus.describe(), clock.wallMs()),
    metrics: () => {
      const { backlog, acknowledged, lost } = bus.describe();
      const name = "gatehouse_fleet_published_events_total";
      return [
        { name: "gatehouse_fleet_publish_backlog", value: backlog },
        { name, value: acknowledged, labels: { outcome: "acknowledged" } },
        { name, value: lost, labels: { outcome: "lost" } },
      ];
    },
  };
}

async function centralBus(needs: BusNeeds) {
  const { config, events, clock } = needs;
  const { NatsBus } = await import("../../adapters/nats/nats-bus.ts");
  const { name, servers, username } = config.fleet;
  const boxId = events.boxId.replaceAll("-", "").slice(-12);
  const base = `site/${name}/${boxId}`;
  const login = { servers, username, ...config.fleetSecrets };
  const link = new NatsBus({ ...login, name: `gatehouse ${boxId} publishes`, clock });
  const org = config.site.organisation;
  const options: BusOptions = {
    ...needs,
    bus: { ...config, mqtt: { ...config.mqtt, pictureSeconds: 0 } },
  };
  const pictures = cameraPictures(org, options);
  const view = siteView(org, options, pictures);
  const about = { broker: "central", place, base, org, link, view };
  const bus = new SiteBus({ ...needs, ...about, withLinks: false, telemetryMs: 0 });
  const stop = async (): Promise<void> => {
    await bus.stop();
    await pictures.stop();
  };
  return { bus, stop };
}

function centralAlarms(
  {
    problem,
    sinceMs,
    backlog,
  }: Pick<ReturnType<SiteBus["describe"]>, "problem" | "sinceMs" | "backlog">,
  nowMs: number,
): BoxAlarm[] {
  if (problem === null || nowMs - sinceMs < patienceMs) return [];
  const message = `Events do not reach the central NATS servers: ${problem}. ${backlog} entries of the event log wait`;
  return [{ code: "fleet_central_unreachable", severity: "warning", message }];
}
