import { type Static, Type } from "typebox";
import { authorOf, camerasOf } from "../../base/contract/person.ts";
import { invalidField } from "../../base/contract/fail.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { Answer } from "../../http/answers/envelope-wire.ts";
import { uuidParameter } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import type { IncidentService } from "../review/incident-service.ts";
import type { ReviewedIncident, ReviewResult } from "../review/incident-review.ts";
import { reviewAnswer, verdictSchema } from "../wire/incident.ts";
import { filtersOf, reviewFilter } from "./incident-filters.ts";
import { incidentLimits } from "../incidents/incident-terms.ts";

const yes = Type.Optional(Type.Boolean({ default: false }));
const reviewSchema = Type.Object(
  {
    incident_ids: Type.Optional(
      Type.Array(uuidParameter, { minItems: 1, maxItems: incidentLimits.reviewed }),
    ),
    filter: Type.Optional(reviewFilter),
    acknowledge: yes,
    resolve: yes,
    verdict: Type.Optional(verdictSchema.properties.verdict),
  },
  { additionalProperties: false, title: "IncidentReview" },
);

/** Many incidents acknowledged, resolved and judged by one request. */
export function reviewRoute(incidents: Pick<IncidentService, "review">): Route {
  return route({
    method: "POST",
    path: "/api/v1/surveillance/incidents/review",
    cameras: "filtered",
    summary: "Acknowledge, resolve or judge many incidents; a filter selects at most 500",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    body: reviewSchema,
    replayable: true,
    answers: { 200: { description: "The changes of each incident", schema: reviewAnswer } },
    async handle({ caller, body }) {
      checkReview(body);
      const { filter, incident_ids: ids, verdict, acknowledge = false, resolve = false } = body;
      const which = filter === undefined ? { ids: ids! } : { filter: filtersOf(caller, filter) };
      const streamIds = camerasOf(caller);
      const options = omitUndefined({ verdict, streamIds });
      const what = { acknowledge, resolve, ...options, keyId: authorOf(caller) };
      return reviewOf(await incidents.review(caller.org, { ...which, ...what }));
    },
  });
}

function checkReview(body: Static<typeof reviewSchema>): void {
  if ((body.incident_ids === undefined) === (body.filter === undefined)) {
    throw invalidField("incident_ids", "is needed, or filter, and not both. Send one of them");
  }
  const { acknowledge = false, resolve = false, verdict } = body;
  if (acknowledge || resolve || verdict !== undefined) return;
  throw invalidField("acknowledge", "is needed, or resolve, or verdict. Send one of them");
}

function reviewOf({ items, hasMore }: ReviewResult): Answer {
  const counted = (outcome: ReviewedIncident["outcome"]): number =>
    items.filter((item) => item.outcome === outcome).length;
  const data = {
    object: "surveillance.review",
    changed: counted("changed"),
    unchanged: counted("unchanged"),
    not_found: counted("not_found"),
    has_more: hasMore,
    incidents: items.map(({ id, outcome, changes }) => ({ incident_id: id, outcome, changes })),
  };
  return { object: "surveillance.review", status: "ok", data };
}
