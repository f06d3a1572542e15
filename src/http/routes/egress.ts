import { listOf } from "../../contract/answers.ts";
import { egressAnswer } from "../../contract/box-answers.ts";
import type { EgressLog } from "../../uplink/egress-log.ts";
import { listAnswer } from "../envelope.ts";
import { closedObject, pageOf, pageParameters } from "../queries.ts";
import { type Route, route } from "../route.ts";

/** The egress log as the routes need it. */
export type EgressList = Pick<EgressLog, "list">;

/** What left the box, when, to whom and how much. */
export function egressRoutes(egress: EgressList): Route[] {
  return [
    route({
      method: "GET",
      path: "/api/v1/egress",
      summary: "What left the box for model endpoints; newest first",
      tag: "system",
      access: "system:admin",
      query: closedObject(pageParameters),
      answers: { 200: { description: "A page of the egress log", schema: listOf(egressAnswer) } },
      handle: ({ caller, query }) => listAnswer(egress.list(caller.org, pageOf(query))),
    }),
  ];
}
