import { listOf, listOfSite } from "../../base/contract/answers.ts";
import { robotIdSchema } from "../driver/command-document.ts";
import { robotLeaseSchema } from "../wire/robot.ts";
import { robotRequestSchema } from "../driver/robot-document.ts";
import {
  leaseAnswer,
  releasedLeaseAnswer,
  removedRobotAnswer,
  robotAnswer as robotData,
  robotAuditAnswer,
  robotStatusAnswer,
} from "../wire/robot-answers.ts";
import { Type } from "typebox";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import { chainWire } from "../commands/chain-wire.ts";
import { shownTo } from "./shown-entry.ts";
import { leaseOrder, leaseWire } from "../commands/lease-wire.ts";
import type { RobotService } from "../fleet/robot-service.ts";
import { robotWire, statusWire } from "../fleet/robot-wire.ts";
import type { KnownRobot } from "../fleet/robot-record.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  siteParameter,
  sliceOf,
} from "../../http/queries.ts";
import { knownRobot, robotCaller } from "./robot-caller.ts";
import { type Route, route } from "../../http/route.ts";
import type { ListOrder } from "../../http/site/list-order.ts";

const base = "/api/v1/robots";
const one = `${base}/:robot_id`;
const params = closedObject({ robot_id: robotIdSchema });

/** Robots, their state, their lease, and their record. */
export function robotRoutes(robots: RobotService, keys: ApiKeys): Route[] {
  return [
    list(robots),
    audit(robots),
    get(robots),
    put(robots),
    remove(robots),
    status(robots),
    picture(robots),
    takeLease(robots, keys),
    releaseLease(robots, keys),
  ];
}

const order: ListOrder = {
  kind: "robot",
  direction: "ascending",
  keyOf: ({ robot_id: id = "" }) => [String(id)],
  cursorAt: ([id]) => String(id),
};

function list(robots: RobotService): Route {
  return route({
    method: "GET",
    path: base,
    cameras: "none",
    summary: "List the robots of the organisation with their states",
    tag: "robots",
    access: "robots:read",
    isTool: true,
    siteList: order,
    query: closedObject({ ...pageParameters, ...siteParameter }),
    answers: { 200: { description: "A page of robots", schema: listOfSite(robotData) } },
    handle({ caller, query }) {
      const all = robots.list(caller.org).map((robot) => ({ name: robot.record.id, robot }));
      const { after, ...from } = pageOf(query);
      // Another box continues from a robot that this one may not have.
      const isPassed = caller.boxId !== undefined && after !== undefined;
      const page = isPassed
        ? sliceOf(
            all.filter(({ name }) => name > after),
            from,
          )
        : sliceOf(all, pageOf(query));
      return listAnswer({ ...page, items: page.items.map(({ robot }) => robotWire(robot)) });
    },
  });
}

function get(robots: RobotService): Route {
  return route({
    method: "GET",
    path: one,
    cameras: "none",
    summary: "Get one robot: its settings and its state",
    tag: "robots",
    access: "robots:read",
    isTool: true,
    params,
    answers: { 200: { description: "The robot", schema: robotData } },
    handle: ({ caller, params: { robot_id: id } }) =>
      robotAnswer(knownRobot(robots.get(caller.org, id))),
  });
}

function put(robots: RobotService): Route {
  return route({
    method: "PUT",
    path: one,
    cameras: "none",
    summary: "Add a robot or change its settings; the box first stops a robot that is driving",
    tag: "robots",
    access: "robots:write",
    isTool: true,
    params,
    body: robotRequestSchema,
    replayable: true,
    answers: { 200: { description: "The robot", schema: robotData } },
    errors: ["conflict", "forbidden_address"],
    handle: async ({ caller, params: { robot_id: id }, body }) =>
      robotAnswer(await robots.put(caller.org, id, body)),
  });
}

function remove(robots: RobotService): Route {
  return route({
    method: "DELETE",
    path: one,
    cameras: "none",
    summary: "Remove a robot; the box first stops a robot that is driving",
    tag: "robots",
    access: "robots:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The deleted object", schema: removedRobotAnswer } },
    errors: ["conflict"],
    async handle({ caller, params: { robot_id: id } }) {
      if (!(await robots.remove(caller.org, id))) knownRobot(undefined);
      return {
        object: "robot",
        status: "deleted",
        data: { robot_id: id, object: "robot", deleted: true },
      };
    },
  });
}

function status(robots: RobotService): Route {
  return route({
    method: "GET",
    path: `${one}/status`,
    cameras: "none",
    summary: "Get the robot's state: each value with its age and source, null if it is unknown",
    tag: "robots",
    access: "robots:read",
    isTool: true,
    params,
    answers: { 200: { description: "The state", schema: robotStatusAnswer } },
    handle({ caller, params: { robot_id: id } }) {
      const data = statusWire(knownRobot(robots.get(caller.org, id)).unit);
      return { object: "robot", status: data.connection.state, data };
    },
  });
}

function picture(robots: RobotService): Route {
  return route({
    method: "GET",
    path: `${one}/picture`,
    cameras: "none",
    summary: "Take a picture with the robot's own camera: JPEG, PNG or WebP",
    tag: "robots",
    access: "robots:read",
    isTool: true,
    params,
    answers: { 200: { description: "A picture", contentType: "image/jpeg" } },
    errors: ["conflict", "robot_unreachable"],
    async handle({ caller, params: { robot_id: id }, reply }) {
      const bytes = knownRobot(await robots.picture(caller.org, id));
      await reply
        .type(pictureType(bytes))
        .header("cache-control", "no-store")
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      return undefined;
    },
  });
}

/** The media type of a picture by its first byte; `RobotPicture` names the three. */
function pictureType(bytes: Uint8Array): string {
  if (bytes[0] === 0x89) return "image/png";
  return bytes[0] === 0x52 ? "image/webp" : "image/jpeg";
}

function takeLease(robots: RobotService, keys: ApiKeys): Route {
  return route({
    method: "POST",
    path: `${one}/lease`,
    cameras: "none",
    isRobotCommand: true,
    summary: "Take the lease of a robot, or send its heartbeat",
    tag: "robots",
    access: "robots:command",
    isTool: true,
    params,
    body: robotLeaseSchema,
    answers: { 200: { description: "The lease", schema: leaseAnswer } },
    errors: ["lease_held"],
    async handle({ caller, params: { robot_id: id }, body }) {
      const holder = robotCaller(keys, caller);
      const data = leaseWire(id, knownRobot(await robots.takeLease(holder, id, leaseOrder(body))));
      return { object: "robot.lease", status: "active", data };
    },
  });
}

function releaseLease(robots: RobotService, keys: ApiKeys): Route {
  return route({
    method: "DELETE",
    path: `${one}/lease`,
    cameras: "none",
    isRobotCommand: true,
    summary: "Return the lease; the active command continues",
    tag: "robots",
    access: "robots:command",
    isTool: true,
    params,
    answers: {
      200: { description: "True if this key had the lease", schema: releasedLeaseAnswer },
    },
    async handle({ caller, params: { robot_id: id } }) {
      const released = knownRobot(await robots.releaseLease(robotCaller(keys, caller), id));
      return {
        object: "robot.lease",
        status: released ? "released" : "ok",
        data: { object: "robot.lease", robot_id: id, released },
      };
    },
  });
}

function audit(robots: RobotService): Route {
  const after = Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,15}$",
      description: "The `next_cursor` of the previous page",
    }),
  );
  return route({
    method: "GET",
    path: `${base}/record`,
    cameras: "filtered",
    summary: "Get the hash-chained record of commands, leases and stops, newest first",
    tag: "robots",
    access: "robots:read",
    isTool: true,
    query: closedObject({ limit: pageParameters.limit, after }),
    answers: { 200: { description: "A page of the record", schema: listOf(robotAuditAnswer) } },
    handle({ caller, query }) {
      const { limit } = pageOf(query.limit === undefined ? {} : { limit: query.limit });
      const beforeSeq = query.after === undefined ? {} : { beforeSeq: Number(query.after) };
      const page = robots.audit(caller.org, { limit: limit + 1, ...beforeSeq });
      const entries = page.items.slice(0, limit).map((entry) => shownTo(caller, entry));
      const items = entries.map(chainWire);
      const hasMore = page.items.length > limit;
      const nextCursor = hasMore ? String(items.at(-1)!.seq) : null;
      return listAnswer({ items, total: page.total, hasMore, nextCursor });
    },
  });
}

function robotAnswer(known: KnownRobot): Answer {
  const robot = robotWire(known);
  return {
    object: "robot",
    status: robot.connection.state,
    createdAt: robot.created_at,
    data: robot,
  };
}
