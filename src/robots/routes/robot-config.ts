import { type TSchema, Type } from "typebox";
import { listOf } from "../../base/contract/answers.ts";
import { robotIdSchema } from "../driver/command-document.ts";
import {
  robotActionsSchema,
  robotBehaviorsSchema,
  robotZonesSchema,
} from "../fleet/config-document.ts";
import {
  removedStoredAnswer,
  robotActionAnswer,
  robotBehaviorAnswer,
  robotZoneAnswer,
} from "../wire/robot-config-answers.ts";
import { fail } from "../../base/contract/fail.ts";
import { actionWire, behaviorWire, zoneWire } from "../fleet/config-wire.ts";
import type { RobotService } from "../fleet/robot-service.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  sliceById,
  uuidParameter,
} from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";

type Kind = "zone" | "behavior" | "action";

const base = "/api/v1/robots";
const robotFilter = { robot_id: Type.Optional(robotIdSchema) };

/** Stored zones, behaviors and actions of robots (contract section 4.11). */
export function robotConfigRoutes(robots: RobotService): Route[] {
  const upsert =
    "Create or change 1 to 200 definitions, all or none; `id`, or else robot and name, identifies one";
  return [
    list("zone", robotFilter, robotZoneAnswer, (org, query) =>
      robots.zones(org, query.robot_id).map(zoneWire),
    ),
    route({
      ...posting("zone", upsert, robotZoneAnswer),
      body: robotZonesSchema,
      handle: async ({ caller, body }) =>
        whole((await robots.putZones(caller.org, body.zones)).map(zoneWire)),
    }),
    list("behavior", robotFilter, robotBehaviorAnswer, (org, query) =>
      robots.behaviors(org, query.robot_id).map(behaviorWire),
    ),
    route({
      ...posting("behavior", upsert, robotBehaviorAnswer),
      body: robotBehaviorsSchema,
      handle: async ({ caller, body }) =>
        whole((await robots.putBehaviors(caller.org, body.behaviors)).map(behaviorWire)),
    }),
    list("action", { behavior_id: Type.Optional(uuidParameter) }, robotActionAnswer, (org, query) =>
      robots.actions(org, query.behavior_id).map(actionWire),
    ),
    route({
      ...posting("action", upsert, robotActionAnswer),
      body: robotActionsSchema,
      handle: async ({ caller, body }) =>
        whole((await robots.putActions(caller.org, body.actions)).map(actionWire)),
    }),
    ...(["zone", "behavior", "action"] as const).map((kind) => remove(kind, robots)),
  ];
}

interface Filters {
  robot_id?: string;
  behavior_id?: string;
}

// oxlint-disable-next-line max-params -- one line per list above reads best
function list(
  kind: Kind,
  filters: Record<string, TSchema>,
  schema: TSchema,
  read: (org: string, query: Filters) => { id: string }[],
): Route {
  return route({
    method: "GET",
    path: `${base}/${kind}s`,
    cameras: "none",
    summary: `List stored ${kind}s, oldest first`,
    tag: "robots",
    access: "robots:read",
    isTool: true,
    query: closedObject({ ...pageParameters, ...filters }),
    answers: { 200: { description: `A page of ${kind}s`, schema: listOf(schema) } },
    handle({ caller, query }) {
      const listQuery = query as Filters & { limit?: number; offset?: number; after?: string };
      const items = read(caller.org, listQuery);
      return listAnswer(sliceById(items, pageOf(listQuery)));
    },
  });
}

function posting(kind: Kind, summary: string, schema: TSchema) {
  return {
    method: "POST",
    path: `${base}/${kind}s`,
    cameras: "none",
    summary: `${summary} (${kind}s)`,
    tag: "robots",
    access: "robots:write",
    isTool: true,
    replayable: true,
    answers: { 200: { description: "The stored definitions", schema: listOf(schema) } },
    errors: ["conflict", "not_found"],
  } as const;
}

function remove(kind: Kind, robots: RobotService): Route {
  return route({
    method: "DELETE",
    path: `${base}/${kind}s/:${kind}_id`,
    cameras: "none",
    summary: `Remove a stored ${kind}`,
    tag: "robots",
    access: "robots:write",
    isTool: true,
    params: closedObject({ [`${kind}_id`]: uuidParameter }),
    replayable: true,
    answers: { 200: { description: "The deleted object", schema: removedStoredAnswer } },
    async handle({ caller, params }) {
      const id = (params as Record<string, string>)[`${kind}_id`]!;
      if (!(await robots.removeStored(caller.org, kind, id))) {
        throw fail("not_found", `${kind}_id: there is no such ${kind}. Choose a listed one`);
      }
      const object = `robot.${kind}`;
      return { object, status: "deleted", data: { id, object, deleted: true } };
    },
  });
}

function whole(items: { id: string }[]): Answer {
  return listAnswer({ items, total: items.length, hasMore: false, nextCursor: null });
}
