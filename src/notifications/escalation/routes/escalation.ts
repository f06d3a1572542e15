import { fail } from "../../../base/contract/fail.ts";
import { closedObject, uuidParameter } from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";
import type { Escalation } from "../escalation.ts";
import { escalationAnswer } from "../wire/escalation.ts";
import { escalationWire } from "../escalation-wire.ts";

/** The escalation of an incident. */
export function escalationRoutes(escalation: Escalation): Route[] {
  return [
    route({
      tag: "surveillance",
      access: "surveillance:read",
      isTool: true,
      method: "GET",
      path: "/api/v1/surveillance/incidents/:incident_id/escalation",
      summary: "Get who was and will be notified while nobody acknowledges an incident",
      params: closedObject({ incident_id: uuidParameter }),
      answers: { 200: { description: "The steps", schema: escalationAnswer } },
      handle({ caller, params: { incident_id: id } }) {
        const state = escalation.describe(caller.org, id.toLowerCase());
        if (state) return { object: "escalation", status: "ok", data: escalationWire(state) };
        throw fail("not_found", "incident_id: there is no such incident. List the incidents");
      },
    }),
  ];
}
