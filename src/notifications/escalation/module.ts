import type { ApplianceContext } from "../../appliance-options.ts";
import { standIn } from "../../base/settings/live-settings.ts";
import type { BaseParts } from "../../base/module.ts";
import type { Module, Start } from "../../module.ts";
import { getIncident } from "../../perception/incidents/incident-store.ts";
import { Escalation } from "./escalation.ts";
import { escalationRoutes } from "./routes/escalation.ts";

/** Incidents that nobody acknowledges. */
export async function startEscalation(
  start: Start,
  { live, store, events, clock, log }: ApplianceContext & BaseParts,
): Promise<Module<{ escalation: Escalation }>> {
  const slot = await live.part(start, {
    name: "escalation",
    select: ({ escalation: settings }) => settings,
    make: ({ minSeverity, steps }) =>
      new Escalation({
        store,
        events,
        clock,
        log,
        minSeverity,
        steps: steps.toSorted((a, b) => a.afterMinutes - b.afterMinutes),
        isAcknowledged(reader, org, id) {
          const incident = getIncident(reader, org, id);
          return incident && incident.acknowledgedAtMs !== null;
        },
      }),
  });
  const escalation = standIn(slot);
  return {
    parts: { escalation },
    routes: () => escalationRoutes(escalation),
    metrics: () => {
      const { waiting, dropped } = escalation.counts();
      return [
        { name: "gatehouse_escalations_waiting", value: waiting },
        { name: "gatehouse_escalations_dropped_total", value: dropped },
      ];
    },
  };
}
