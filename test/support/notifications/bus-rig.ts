import type { TestContext } from "node:test";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import type { SiteBus } from "../../../src/notifications/mqtt/site-bus.ts";
import type { RobotSnapshot } from "../../../src/notifications/mqtt/site-view-wire.ts";
import type { BusCamera } from "../../../src/notifications/mqtt/wire/mqtt.ts";
import { TcpGate } from "../box/tcp-gate.ts";
import { makeStore } from "../store/make-store.ts";
import { BusListener } from "./bus-listener.ts";
import { type MakeBus, ScriptedSite, startBus } from "./make-bus.ts";
import type { TestBroker } from "./mosquitto.ts";

/** A store with its event log; both end with the test. */
export async function makeLog(t: TestContext): Promise<{ store: Store; events: EventLog }> {
  const store = await makeStore(t);
  const events = new EventLog({ store, clock: systemClock, log: silentLogger });
  await events.start();
  t.after(() => events.stop());
  return { store, events };
}

/** The site's bus with what stands around it. */
export interface BusRig {
  store: Store;
  events: EventLog;
  /** Between the bus and the broker. */
  gate: TcpGate;
  listener: BusListener;
  view: ScriptedSite;
  bus: SiteBus;
  parts: MakeBus;
}

/** A listener, a gate before the broker, a site, and the bus. */
export async function busRig(
  t: TestContext,
  broker: TestBroker,
  more: Partial<MakeBus> = {},
): Promise<BusRig> {
  const log = await makeLog(t);
  const gate = await new TcpGate(broker.port).start(t);
  const listener = await BusListener.join(t, broker.url);
  const view = new ScriptedSite();
  const parts = { ...log, url: gate.url, view, ...more };
  const bus = await startBus(t, parts);
  return { ...log, gate, listener, view, bus, parts };
}

/** A camera of the site. */
export const busCamera: BusCamera = {
  stream_id: "gate",
  name: "Nordtor",
  state: "watching",
  since: 5,
  online: true,
  problem: null,
  occupied: true,
  people: 1,
  counts: { person: 1, car: 2 },
  open_incidents: 1,
  recording: "incidents",
};
/** A robot of the site. */
export const busRobot: RobotSnapshot = {
  robot_id: "rover",
  name: null,
  connection: "online",
  since: 5,
  mode: "automatic",
  battery_percent: 80,
  charging: false,
  e_stop: null,
  active_command: null,
  held_by_stop: false,
  inside_geofence: true,
  abilities: ["dock", "pause", "resume", "move_to"],
};
