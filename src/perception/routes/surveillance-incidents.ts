import { Type } from "typebox";
import { listOf, listOfSite, oneOfValues } from "../../base/contract/answers.ts";
import { authorOf, maySee } from "../../base/contract/person.ts";
import { fail } from "../../base/contract/fail.ts";
import { localeTag } from "../../base/contract/locale-tag.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import type { EvidenceUrls } from "../incidents/evidence-port.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { incidentWire } from "../incidents/incident-wire.ts";
import { inLanguage } from "../incidents/summary/record-summary.ts";
import type { IncidentService } from "../review/incident-service.ts";
import { adviceWire, incidentGroupWire } from "../review/review-wire.ts";
import {
  annotatedParameter,
  closedObject,
  pageOf,
  pageParameters,
  severityParameter,
  siteParameter,
  streamIdParameter,
  uuidParameter,
  lastEventIdParameter,
} from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import type { ListOrder } from "../../http/site/list-order.ts";
import { writeCursor } from "../incidents/incident-list.ts";
import { type EventStreams, passesFilter } from "../../http/streaming/sse.ts";
import { filtersOf, incidentFilters } from "./incident-filters.ts";
import { reviewRoute } from "./incident-review.ts";
import {
  noteSchema,
  verdictSchema,
  adviceAnswer,
  incidentAnswer as incidentSchema,
  incidentGroupAnswer,
} from "../wire/incident.ts";
import { groupGapSec } from "../incidents/incident-terms.ts";

const base = "/api/v1/surveillance/incidents";
const params = closedObject({ incident_id: uuidParameter });

/** Incidents as the routes need them; newest first. */
export type Incidents = Pick<
  IncidentService,
  | "list"
  | "groups"
  | "get"
  | "acknowledge"
  | "resolve"
  | "review"
  | "note"
  | "judge"
  | "advice"
  | "snapshot"
>;

interface IncidentParts {
  incidents: Incidents;
  /** Signs the addresses of evidence. */
  urls: EvidenceUrls;
}

/** Incidents, their pictures, people's changes, and the stream of events. */
export function incidentRoutes(
  incidents: Incidents,
  urls: EvidenceUrls,
  events: EventStreams,
): Route[] {
  const parts = { incidents, urls };
  return [
    list(parts),
    groups(parts),
    reviewRoute(incidents),
    one(parts),
    snapshot(incidents),
    acknowledge(parts),
    resolve(parts),
    note(parts),
    verdict(parts),
    advice(incidents),
    eventStream(events),
  ];
}

const localeParameter = localeTag(
  "Language of `summary` (BCP 47): en, fr, de, es, ar or zh, and English for others. The default is the language in which the box wrote it. Incidents of the box itself keep their sentence",
);

const filters = { ...pageParameters, ...incidentFilters };

function groups({ incidents, urls }: IncidentParts): Route {
  const { least, most, usual } = groupGapSec;
  const gap = Type.Number({
    minimum: least,
    maximum: most,
    description: `Longest time in seconds between the starts of two incidents of one group. The default is ${usual}`,
  });
  return route({
    method: "GET",
    path: "/api/v1/surveillance/incident-groups",
    cameras: "filtered",
    summary: "List incidents in the groups of `alerts.group_by`, across cameras, newest first",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    query: closedObject({ ...filters, gap_seconds: Type.Optional(gap) }),
    answers: { 200: { description: "A page of groups", schema: listOf(incidentGroupAnswer) } },
    handle: async ({ caller, query }) => {
      const groupQuery = { ...filtersOf(caller, query), gapSec: query.gap_seconds ?? usual };
      const page = await incidents.groups(caller.org, groupQuery, pageOf(query));
      const items = page.items.map((group) => incidentGroupWire(group, urls));
      return listAnswer({ ...page, items });
    },
  });
}

const order: ListOrder = {
  direction: "descending",
  keyOf: ({ started_at: startedAt = 0, id = "" }) => [Number(startedAt), String(id)],
  // Seconds on the wire are not exact to the last digit of a millisecond.
  cursorAt: ([startedAt, id]) =>
    writeCursor({ startedAtMs: Number(startedAt) * 1000 + 0.001, id: String(id) }),
};

function list({ incidents, urls }: IncidentParts): Route {
  const query = closedObject({ ...filters, ...siteParameter });
  return route({
    method: "GET",
    path: base,
    cameras: "filtered",
    siteList: order,
    summary: "List incidents, newest first",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    query,
    answers: { 200: { description: "A page of incidents", schema: listOfSite(incidentSchema) } },
    handle: async ({ caller, query }) => {
      const page = await incidents.list(caller.org, filtersOf(caller, query), pageOf(query));
      const items = page.items.map((record) => incidentWire(record, urls));
      return listAnswer({ ...page, items });
    },
  });
}

function one({ incidents, urls }: IncidentParts): Route {
  return route({
    method: "GET",
    path: `${base}/:incident_id`,
    summary: "Get one incident",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    params,
    query: closedObject({ locale: Type.Optional(localeParameter) }),
    answers: { 200: { description: "The incident", schema: incidentSchema } },
    handle({ caller, params: { incident_id: id }, query }) {
      const record = incidents.get(caller.org, id);
      return incidentAnswer(record && inLanguage(record, query.locale), urls);
    },
  });
}

function snapshot(incidents: Incidents): Route {
  return route({
    method: "GET",
    path: `${base}/:incident_id/snapshot.jpg`,
    summary:
      "Get the picture of the moment in which the incident opened, with bounding boxes and zones",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    params,
    query: closedObject({
      annotated: annotatedParameter,
      size: Type.Optional(
        oneOfValues(
          ["full", "thumbnail"],
          "`thumbnail` selects a picture of at most 8 kB for lists",
        ),
      ),
    }),
    errors: ["overloaded"],
    answers: { 200: { description: "A picture", contentType: "image/jpeg" } },
    async handle({ caller, params: { incident_id: id }, query, reply }) {
      const isPlain = query.annotated === "false";
      const isThumbnail = query.size === "thumbnail";
      const picture = await incidents.snapshot(caller.org, id, { isPlain, isThumbnail });
      if (!picture)
        throw fail(
          "not_found",
          "incident_id: there is no such incident, or no picture of it. List the incidents",
        );
      const { jpeg } = picture;
      await reply
        .type("image/jpeg")
        .header("cache-control", "private, max-age=3600")
        .send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength));
      return undefined;
    },
  });
}

function acknowledge({ incidents, urls }: IncidentParts): Route {
  return route({
    method: "POST",
    path: `${base}/:incident_id/acknowledge`,
    summary: "Acknowledge the incident; a second acknowledgement changes nothing",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The incident", schema: incidentSchema } },
    handle: async ({ caller, params: { incident_id: id } }) =>
      incidentAnswer(await incidents.acknowledge(caller.org, id, authorOf(caller)), urls),
  });
}

function resolve({ incidents, urls }: IncidentParts): Route {
  return route({
    method: "POST",
    path: `${base}/:incident_id/resolve`,
    summary: "Resolve the incident; a resolved incident does not change",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The incident", schema: incidentSchema } },
    handle: async ({ caller, params: { incident_id: id } }) =>
      incidentAnswer(await incidents.resolve(caller.org, id, authorOf(caller)), urls),
  });
}

function note({ incidents, urls }: IncidentParts): Route {
  return route({
    method: "POST",
    path: `${base}/:incident_id/notes`,
    summary: "Add a note to the incident",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    params,
    body: noteSchema,
    replayable: true,
    answers: { 200: { description: "The incident", schema: incidentSchema } },
    errors: ["conflict"],
    async handle({ caller, params: { incident_id: id }, body: { text } }, keep) {
      const noted = await incidents.note(caller.org, id, {
        text,
        keyId: authorOf(caller),
        onStored: (tx, stored) => keep(tx, incidentAnswer(stored, urls)),
      });
      return incidentAnswer(noted, urls);
    },
  });
}

function verdict({ incidents, urls }: IncidentParts): Route {
  return route({
    method: "POST",
    path: `${base}/:incident_id/verdict`,
    summary: "Mark the incident as a true or a false positive; null removes the mark",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    params,
    body: verdictSchema,
    replayable: true,
    answers: { 200: { description: "The incident", schema: incidentSchema } },
    handle: async ({ caller, params: { incident_id: id }, body }) =>
      incidentAnswer(await incidents.judge(caller.org, id, body.verdict), urls),
  });
}

function advice(incidents: Incidents): Route {
  return route({
    method: "GET",
    path: "/api/v1/surveillance/streams/:stream_id/advice",
    summary:
      "Show how a higher `min_score` would change the stream's incidents that have a verdict",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    params: closedObject({ stream_id: streamIdParameter }),
    answers: { 200: { description: "The advice", schema: adviceAnswer } },
    handle({ caller, params: { stream_id: id } }) {
      const found = incidents.advice(caller.org, id);
      if (!found) throw fail("not_found", "stream_id: there is no such stream. List the streams");
      return { object: "surveillance.advice", status: "ok", data: adviceWire(found) };
    },
  });
}

function eventStream(events: EventStreams): Route {
  const query = closedObject({
    stream_id: Type.Optional(streamIdParameter),
    severity: Type.Optional(severityParameter),
    min_severity: Type.Optional(severityParameter),
    last_event_id: lastEventIdParameter,
  });
  return route({
    method: "GET",
    path: "/api/v1/surveillance/events",
    cameras: "filtered",
    summary: "Follow incidents and stream states as they happen (server-sent events)",
    tag: "surveillance",
    access: "events:read",
    query,
    streaming: true,
    answers: {
      200: { description: "Events until the connection ends", contentType: "text/event-stream" },
    },
    errors: ["too_many_streams"],
    handle({ caller, query, request, reply }) {
      const header = request.headers["last-event-id"];
      const { stream_id: streamId, severity, min_severity: minSeverity } = query;
      const filter = {
        ...(streamId === undefined ? {} : { streamId }),
        ...(severity === undefined ? {} : { severity }),
        ...(minSeverity === undefined ? {} : { minSeverity }),
      };
      events.open({
        caller,
        reply,
        wants: (event) => passesFilter(event, filter) && maySee(caller, event.streamId ?? ""),
        lastEventId: typeof header === "string" && header !== "" ? header : query.last_event_id,
      });
      return undefined;
    },
  });
}

function incidentAnswer(record: IncidentRecord | undefined, urls: EvidenceUrls): Answer {
  if (!record)
    throw fail("not_found", "incident_id: there is no such incident. List the incidents");
  const incident = incidentWire(record, urls);
  return {
    object: "surveillance.incident",
    status: incident.state,
    createdAt: incident.started_at,
    data: incident,
  };
}
