import { deviceOrder } from "../../../src/notifications/push/push-wire.ts";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { WebPushCipher } from "../../../src/adapters/web-push/web-push-cipher.ts";
import { type Clock, systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { scopes } from "../../../src/base/contract/scopes.ts";
import type { Caller } from "../../../src/base/jobs/operation.ts";
import { Vault } from "../../../src/base/secrets/vault.ts";
import type { PushOwner } from "../../../src/notifications/push/ports.ts";
import { Push, type PushParts } from "../../../src/notifications/push/push.ts";
import type { PushSubscribe } from "../../../src/notifications/push/wire/push.ts";
import { Schedule } from "../../../src/perception/core/schedule.ts";
import { EgressLog } from "../../../src/uplink/egress-log.ts";
import { egressOf } from "../../../src/notifications/push/module.ts";
import { tempDir } from "../box/temp-dir.ts";
import { makeStore } from "../store/make-store.ts";
import { loopbackClient } from "./make-webhooks.ts";
import type { PushService } from "./push-service.ts";

/** Notifications on a real disk, to a push service on loopback. */
export interface MadePush {
  dir: string;
  push: Push;
  store: Awaited<ReturnType<typeof makeStore>>;
  events: EventLog;
  egress: EgressLog;
  subscribe(deviceId: string, wishes?: Partial<PushSubscribe>): ReturnType<Push["subscribe"]>;
  /** Adds an incident of the camera `gate` to the event log. */
  raise(id: string, more?: Record<string, unknown>): Promise<unknown>;
  stop(): Promise<void>;
}

/** Somebody who sees every camera. */
export const everything: PushOwner = { maySee: () => true, seesAll: true };

/** The caller of `subscribe`. */
export const anna: Caller = {
  org: "default",
  keyId: "person_anna",
  scopes: scopes.filter((scope) => scope !== "keys:admin"),
  requestId: "req",
  person: { name: "Anna", role: "operator", cameras: null },
};

/** Starts everything; stopped when the test has ended. */
export async function makePush(
  t: Pick<TestContext, "after">,
  options: { service: PushService; clock?: Clock; dir?: string; parts?: Partial<PushParts> },
): Promise<MadePush> {
  const { service, clock = systemClock } = options;
  const dir = options.dir ?? (await tempDir(t));
  const store = await makeStore({ after: () => {} }, join(dir, "store"));
  const log = silentLogger;
  const events = new EventLog({ store, clock, log });
  await events.start();
  const vault = new Vault({ path: join(dir, "vault-key"), make: true });
  await vault.start();
  const retention = { maxAgeMs: 24 * 3_600_000, maxCount: 1000 };
  const egress = new EgressLog({ store, clock, log, retention });
  egress.start();
  const push = new Push({
    store,
    events,
    clock,
    log,
    vault,
    outbound: await loopbackClient(),
    cipher: new WebPushCipher(),
    egress: egressOf(egress),
    ownerOf: () => everything,
    readSchedule: (wire, param) => Schedule.read(wire, param),
    site: "North",
    contact: "mailto:it@site.test",
    services: [service.host],
    ttlMs: 3_600_000,
    perDay: 100,
    hasPictures: false,
    quietHours: undefined,
    ...options.parts,
  });
  await push.start();
  const stop = async (): Promise<void> => {
    await push.stop();
    egress.stop();
    await events.stop();
    await store.stop();
  };
  t.after(stop);
  return {
    dir,
    push,
    store,
    events,
    egress,
    stop,
    subscribe: (deviceId, wishes = {}) =>
      push.subscribe(
        anna,
        deviceOrder({
          ...service.subscribe(deviceId, push.describe().publicKey!),
          device_name: deviceId,
          ...wishes,
        }),
      ),
    raise: (id, more = {}) => {
      const about = { type: "intrusion", severity: "warning", stream_id: "gate", ...more };
      return events.append({ org: "default", type: "incident.created", data: { id, ...about } });
    },
  };
}

/** Notifications of a site that has switched them off; for the routes alone, never started. */
export function pushSwitchedOff(
  parts: Pick<PushParts, "store" | "events" | "clock" | "outbound"> & { egress: EgressLog },
): Push {
  return new Push({
    ...parts,
    log: silentLogger,
    vault: { seal: () => ({}) as never, open: () => "" as never },
    cipher: new WebPushCipher(),
    egress: egressOf(parts.egress),
    ownerOf: () => everything,
    readSchedule: (wire, param) => Schedule.read(wire, param),
    site: "North",
    contact: undefined,
    services: [],
    ttlMs: 3_600_000,
    perDay: 100,
    hasPictures: false,
    quietHours: undefined,
  });
}
