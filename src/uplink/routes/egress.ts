import { egressAnswer } from "../wire/uplink-answers.ts";
import { listOf } from "../../base/contract/answers.ts";
import type { EgressLog } from "../egress-log.ts";
import { listAnswer } from "../../http/answers/envelope-wire.ts";
import { closedObject, pageOf, pageParameters } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import { egressPage } from "../egress-wire.ts";

/** The egress log as the routes need it. */
export type EgressList = Pick<EgressLog, "page">;

/** The route of the egress log. */
export function egressRoutes(egress: EgressList): Route[] {
  return [
    route({
      method: "GET",
      path: "/api/v1/egress",
      summary: "List the transfers to model endpoints, newest first",
      tag: "system",
      access: "system:admin",
      isTool: true,
      query: closedObject(pageParameters),
      answers: { 200: { description: "A page of the egress log", schema: listOf(egressAnswer) } },
      handle: ({ caller, query }) => listAnswer(egressPage(egress, caller.org, pageOf(query))),
    }),
  ];
}
