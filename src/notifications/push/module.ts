import type { ApplianceContext } from "../../appliance-options.ts";
import { WebPushCipher } from "../../adapters/web-push/web-push-cipher.ts";
import { standIn } from "../../base/settings/live-settings.ts";
import type { BaseParts } from "../../base/module.ts";
import { principalOf } from "../../base/people/person.ts";
import { maySee } from "../../base/contract/person.ts";
import type { Module, Start } from "../../module.ts";
import { Schedule } from "../../perception/core/schedule.ts";
import type { WeeklySchedule } from "../../perception/core/schedule-document.ts";
import type { EgressLog } from "../../uplink/egress-log.ts";
import type { UplinkModule } from "../../uplink/module.ts";
import type { PushEgress, PushOwner } from "./ports.ts";
import { Push } from "./push.ts";
import { pushRoutes } from "./routes/push.ts";

type PushNeeds = ApplianceContext & BaseParts & UplinkModule;

/** Notifications to devices by Web Push. */
export async function startPush(start: Start, needs: PushNeeds): Promise<Module<{ push: Push }>> {
  const slot = await needs.live.part(start, {
    name: "push",
    select: ({ push: settings, site: { name } }) => ({ settings, name }),
    make: ({ settings, name }) => makePush(settings, name, needs),
  });
  const push = standIn(slot);
  return {
    parts: { push },
    routes: () => pushRoutes(push),
    metrics: () => {
      const { waiting, dropped } = push.counts();
      return [
        { name: "gatehouse_push_waiting", value: waiting },
        { name: "gatehouse_push_dropped_total", value: dropped },
      ];
    },
  };
}

function makePush(
  settings: ApplianceContext["config"]["push"],
  site: string,
  needs: PushNeeds,
): Push {
  const { store, events, clock, log, vault, outbound, uplink } = needs;
  const { contact, services, ttlMinutes, perDay, pictures, quietHours } = settings;
  return new Push({
    store,
    events,
    clock,
    log,
    vault,
    outbound,
    contact,
    services,
    perDay,
    cipher: new WebPushCipher(),
    egress: egressOf(uplink.egress),
    ownerOf: (org, id) => ownerOf(needs, org, id),
    readSchedule: (wire, param) => Schedule.read(wire, param),
    site,
    ttlMs: ttlMinutes * 60_000,
    hasPictures: pictures,
    quietHours: quietHours && {
      schedule: Schedule.read(wireOf(quietHours), "push.quiet_hours"),
      through: quietHours.through,
    },
  });
}

function wireOf({
  timeZone,
  windows,
}: NonNullable<ApplianceContext["config"]["push"]["quietHours"]>): WeeklySchedule {
  return { time_zone: timeZone, windows: structuredClone(windows) as WeeklySchedule["windows"] };
}

/** The person or key behind an id, while it may read incidents. */
function ownerOf({ accounts, keys }: BaseParts, org: string, id: string): PushOwner | undefined {
  const person = accounts.people.get(id);
  const key = person || !keys.isAlive(id) ? undefined : keys.get(id);
  const principal = person ? principalOf(person) : key && { ...key, keyId: key.id };
  if (principal?.org !== org || !principal.scopes.includes("surveillance:read")) return undefined;
  return {
    maySee: (streamId) => maySee(principal, streamId),
    seesAll: (person?.cameras ?? null) === null,
  };
}

/** Logs messages as the class `incident`, by the endpoint `push`. */
export function egressOf(egress: EgressLog): PushEgress {
  return {
    begin: (tx, { org, host, incidentId, bytesSent }) =>
      egress.begin(tx, {
        org,
        host,
        bytesSent,
        endpoint: "push",
        model: null,
        capability: "push",
        dataClass: "incident",
        jobId: incidentId,
        step: "notify",
      }),
    end: (tx, at, outcome) => egress.end(tx, at, { outcome, received: null }),
  };
}
