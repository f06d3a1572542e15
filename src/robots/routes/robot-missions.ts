import { assertMayConfirm } from "../../base/contract/agents.ts";
import { listOf } from "../../base/contract/answers.ts";
import { fail } from "../../base/contract/fail.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  sliceById,
  uuidParameter,
} from "../../http/queries.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import { type Route, route } from "../../http/route.ts";
import {
  changedTaskSchema,
  type StoredMissionRequest,
  storedMissionSchema,
} from "../missions/mission-document.ts";
import type { MissionRecord, MissionStore, OnStored } from "../missions/mission-store.ts";
import { missionWire, taskWire } from "../missions/mission-wire.ts";
import type { MissionService, SeenMission } from "../missions/mission-service.ts";
import { removedMapAnswer } from "../wire/robot-maps.ts";
import { robotMissionAnswer, robotTaskAnswer, runAnswerSchema } from "../wire/robot-missions.ts";

const base = "/api/v1/robots/missions";
const common = { tag: "robots" } as const;
const params = closedObject({ mission_id: uuidParameter });
const one = { description: "The mission", schema: robotMissionAnswer };

/** Missions, their queue, and the answers to the questions of their runs. */
export function robotMissionRoutes({
  stored,
  service,
}: {
  stored: MissionStore;
  service: MissionService;
}): Route[] {
  const answerOf = (found?: MissionRecord): Answer => answer(found && service.seen(found));
  return [
    list(stored, service),
    route({
      ...common,
      method: "POST",
      path: base,
      summary: "Store a mission: steps of a robot, with branches",
      access: "robots:write",
      isTool: true,
      body: storedMissionSchema,
      replayable: true,
      answers: { 201: one },
      errors: ["conflict", "insufficient_scope"],
      async handle({ caller, body, reply }, keep) {
        reply.code(201);
        assertMayStart(caller, body);
        const onStored: OnStored = (tx, record) => keep(tx, answerOf(record));
        return answerOf(await service.put(caller, body, { onStored }));
      },
    }),
    route({
      ...common,
      method: "GET",
      path: `${base}/:mission_id`,
      summary: "Get one mission",
      access: "robots:read",
      isTool: true,
      params,
      answers: { 200: one },
      handle: ({ caller, params: { mission_id: id } }) => answerOf(stored.get(caller.org, id)),
    }),
    replace(service),
    remove(stored),
    tasks(service),
    changing(service),
    answering(service),
  ];
}

function list(stored: MissionStore, service: MissionService): Route {
  return route({
    ...common,
    method: "GET",
    path: base,
    summary: "List the stored missions, oldest first",
    access: "robots:read",
    isTool: true,
    query: closedObject(pageParameters),
    answers: { 200: { description: "A page of missions", schema: listOf(robotMissionAnswer) } },
    handle({ caller, query }) {
      const page = sliceById(stored.list(caller.org), pageOf(query));
      return listAnswer({
        ...page,
        items: page.items.map((each) => missionWire(service.seen(each))),
      });
    },
  });
}

function replace(service: MissionService): Route {
  return route({
    ...common,
    method: "PUT",
    path: `${base}/:mission_id`,
    summary: "Replace a mission; runs that have begun continue unchanged",
    access: "robots:write",
    isTool: true,
    params,
    body: storedMissionSchema,
    replayable: true,
    answers: { 200: one },
    errors: ["conflict", "insufficient_scope"],
    async handle({ caller, params: { mission_id: id }, body }) {
      assertMayStart(caller, body);
      return answer(service.seen(await service.put(caller, body, { id })));
    },
  });
}

function remove(stored: MissionStore): Route {
  return route({
    ...common,
    method: "DELETE",
    path: `${base}/:mission_id`,
    summary: "Remove a mission; runs that have begun continue",
    access: "robots:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The deleted object", schema: removedMapAnswer } },
    async handle({ caller, params: { mission_id: id } }) {
      if (!(await stored.remove(caller.org, id))) throw unknown();
      const object = "robot.mission";
      return { object, status: "deleted", data: { id, object, deleted: true } };
    },
  });
}

function tasks(service: MissionService): Route {
  return route({
    ...common,
    method: "GET",
    path: "/api/v1/robots/tasks",
    summary: "List the missions that have a robot, then the queue in its order",
    access: "robots:read",
    isTool: true,
    query: closedObject(pageParameters),
    answers: { 200: { description: "A page of tasks", schema: listOf(robotTaskAnswer) } },
    handle({ caller, query }) {
      const live = service.tasks(caller.org).map(taskWire);
      const { limit, offset } = pageOf(query);
      const items = live.slice(offset, offset + limit);
      const hasMore = offset + items.length < live.length;
      return listAnswer({ items, total: live.length, hasMore, nextCursor: null });
    },
  });
}

function changing(service: MissionService): Route {
  return route({
    ...common,
    method: "PATCH",
    path: "/api/v1/robots/tasks/:job_id",
    summary: "Change the priority of a mission that waits or runs",
    access: "robots:command",
    params: closedObject({ job_id: uuidParameter }),
    body: changedTaskSchema,
    replayable: true,
    answers: { 200: { description: "The task", schema: robotTaskAnswer } },
    async handle({ caller, params: { job_id: id }, body }) {
      const task = taskWire(await service.setPriority(caller.org, id, body.priority));
      const { created_at: createdAt } = task;
      return { object: "robot.task", status: "ok", createdAt, data: task };
    },
  });
}

function answering(service: MissionService): Route {
  return route({
    ...common,
    method: "POST",
    path: "/api/v1/robots/runs/:job_id/answer",
    summary: "Answer the question of a mission's present step",
    access: "robots:command",
    isTool: true,
    params: closedObject({ job_id: uuidParameter }),
    body: runAnswerSchema,
    replayable: true,
    answers: { 200: { description: "The run's id and the answer", schema: runAnswerSchema } },
    errors: ["conflict", "insufficient_scope"],
    async handle({ caller, params: { job_id: id }, body }) {
      assertMayConfirm(caller, "answer");
      await service.answer(caller.org, id, body.answer);
      return { object: "robot.run", status: "ok", data: body };
    },
  });
}

/** A mission that starts by itself moves robots. */
function assertMayStart(caller: Caller, { starts }: StoredMissionRequest): void {
  if (!starts) return;
  assertMayConfirm(caller, "starts");
  if (caller.scopes.includes("robots:command")) return;
  const message = "starts: the key lacks the scope robots:command. Use a key that has it";
  throw fail("insufficient_scope", message, {
    details: [{ path: "starts", rule: "scope", message: "robots:command" }],
  });
}

function answer(found: SeenMission | undefined): Answer {
  if (!found) throw unknown();
  const mission = missionWire(found);
  return { object: "robot.mission", status: "ok", createdAt: mission.created_at, data: mission };
}

function unknown() {
  return fail("not_found", "mission_id: there is no such mission. Choose a listed one");
}
