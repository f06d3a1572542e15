import { Type } from "typebox";
import { listOf } from "../../base/contract/answers.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import { readFileText } from "../../base/jobs/inputs/received-picture.ts";
import type { ReceivedBlobs } from "../../base/jobs/inputs/received-blob.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  sliceById,
  sliceOf,
  uuidParameter,
} from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import { frame } from "../driver/command-document.ts";
import type { Frames } from "../maps/frames.ts";
import { readGridFile } from "../maps/grid-file.ts";
import {
  frameTieSchema,
  mapChangeSchema,
  type MapRequest,
  mapRequestSchema,
} from "../maps/map-document.ts";
import type { MapSource } from "../maps/map-reader-port.ts";
import type { MapRecord } from "../maps/map-record.ts";
import { frameWire, labelOf, mapWire, planPointsOf, tieOrder } from "../maps/map-wire.ts";
import type { Maps } from "../maps/maps.ts";
import { removedMapAnswer, robotFrameAnswer, robotMapAnswer } from "../wire/robot-maps.ts";

/** Dependencies of the routes of maps. */
export interface RobotMapParts {
  maps: Maps;
  frames: Frames;
  /** The signed address of a file; null when it is gone. */
  urlOf(org: string, assetId: string): string | null;
  /** The path of a blob of a request. */
  fileOf(blobId: string): string;
}

const base = "/api/v1/robots";
const common = { cameras: "none", tag: "robots" } as const;
const mapParams = closedObject({ map_id: uuidParameter });

/** Maps of robots, and frames with their places in each other. */
export function robotMapRoutes(parts: RobotMapParts): Route[] {
  return [...mapRoutes(parts), ...frameRoutes(parts.frames)];
}

function mapRoutes(parts: RobotMapParts): Route[] {
  return [...readRoutes(parts), ...changeRoutes(parts)];
}

function mapAnswer({ urlOf }: RobotMapParts, map: MapRecord): Answer {
  return {
    object: "robot.map",
    status: "ok",
    createdAt: map.createdAtMs / 1000,
    data: mapWire(map, urlOf(map.org, map.picture.assetId)),
  };
}

function readRoutes(parts: RobotMapParts): Route[] {
  const { maps, urlOf } = parts;
  const wire = (map: MapRecord) => mapWire(map, urlOf(map.org, map.picture.assetId));
  return [
    route({
      ...common,
      method: "GET",
      path: `${base}/maps`,
      summary: "List the maps: grids and floor plans, oldest first",
      access: "robots:read",
      isTool: true,
      query: closedObject({ ...pageParameters, frame: Type.Optional(frame) }),
      answers: { 200: { description: "A page of maps", schema: listOf(robotMapAnswer) } },
      handle({ caller, query }) {
        const all = maps
          .list(caller.org)
          .filter((map) => query.frame === undefined || map.frame === query.frame);
        return listAnswer(sliceById(all.map(wire), pageOf(query)));
      },
    }),
    route({
      ...common,
      method: "GET",
      path: `${base}/maps/:map_id`,
      summary: "Get one map",
      access: "robots:read",
      isTool: true,
      params: mapParams,
      answers: { 200: { description: "The map", schema: robotMapAnswer } },
      handle: ({ caller, params }) => mapAnswer(parts, known(maps.get(caller.org, params.map_id))),
    }),
  ];
}

function changeRoutes(parts: RobotMapParts): Route[] {
  const { maps } = parts;
  return [
    route({
      ...common,
      method: "POST",
      path: `${base}/maps`,
      summary:
        "Store a grid or a floor plan; `id`, or else the name, identifies the map to replace",
      access: "robots:write",
      isTool: true,
      body: mapRequestSchema,
      blobFields: ["grid.image", "plan.image"],
      bodyLimitBytes: limits.manyPicturesBodyBytes,
      replayable: true,
      answers: { 200: { description: "The map", schema: robotMapAnswer } },
      errors: ["conflict", "not_found", "request_too_large"],
      handle: async ({ caller, body, request }) =>
        mapAnswer(parts, await putMap(parts, caller.org, { body, blobs: request.blobs })),
    }),
    route({
      ...common,
      method: "PATCH",
      path: `${base}/maps/:map_id`,
      summary: "Rename a map, change its level, or place its floor plan again",
      access: "robots:write",
      isTool: true,
      params: mapParams,
      body: mapChangeSchema,
      replayable: true,
      answers: { 200: { description: "The map", schema: robotMapAnswer } },
      async handle({ caller, params, body: { plan, ...words } }) {
        const placed = plan && { points: planPointsOf(plan.points), fit: plan.fit ?? "similarity" };
        const change = { ...words, ...(placed ? { plan: placed } : {}) };
        return mapAnswer(parts, known(await maps.change(caller.org, params.map_id, change)));
      },
    }),
    route({
      ...common,
      method: "DELETE",
      path: `${base}/maps/:map_id`,
      summary: "Remove a map with its picture",
      access: "robots:write",
      isTool: true,
      params: mapParams,
      replayable: true,
      answers: { 200: { description: "The deleted object", schema: removedMapAnswer } },
      async handle({ caller, params: { map_id: id } }) {
        if (!(await maps.remove(caller.org, id))) known(undefined);
        return removed("robot.map", id);
      },
    }),
  ];
}

async function putMap(
  { maps, fileOf }: RobotMapParts,
  org: string,
  { body, blobs }: { body: MapRequest; blobs: ReceivedBlobs | undefined },
): Promise<MapRecord> {
  const { grid, plan } = body;
  if (grid && plan) throw invalidField("plan", "and grid are both there. Send one of them");
  const source = (image: string, param: string): MapSource => {
    const from = readFileText(image, param, blobs);
    return "blobId" in from ? { file: fileOf(from.blobId) } : Buffer.from(from.base64, "base64");
  };
  if (grid) {
    const file = readGridFile(grid.yaml, "grid.yaml");
    return await maps.putGrid(org, labelOf(body), {
      file,
      source: source(grid.image, "grid.image"),
    });
  }
  if (!plan) throw invalidField("grid", "is missing. Send grid or plan");
  const { points, fit = "similarity" } = plan;
  return await maps.putPlan(org, labelOf(body), {
    source: source(plan.image, "plan.image"),
    points: planPointsOf(points),
    fit,
  });
}

function frameRoutes(frames: Frames): Route[] {
  const params = closedObject({ frame });
  return [
    route({
      ...common,
      method: "GET",
      path: `${base}/frames`,
      summary: "List the map frames that are tied to a parent, by name",
      access: "robots:read",
      isTool: true,
      query: closedObject(pageParameters),
      answers: { 200: { description: "A page of frames", schema: listOf(robotFrameAnswer) } },
      handle({ caller, query }) {
        const all = frames.list(caller.org).map((tie) => ({ name: tie.frame, tie }));
        const page = sliceOf(all, pageOf(query));
        return listAnswer({ ...page, items: page.items.map(({ tie }) => frameWire(tie)) });
      },
    }),
    route({
      ...common,
      method: "PUT",
      path: `${base}/frames/:frame`,
      summary: "Tie a map frame to a parent, by its place there or by points known in both",
      access: "robots:write",
      isTool: true,
      params,
      body: frameTieSchema,
      replayable: true,
      answers: { 200: { description: "The frame", schema: robotFrameAnswer } },
      errors: ["conflict"],
      async handle({ caller, params: { frame: name }, body }) {
        const data = frameWire(await frames.put(caller.org, tieOrder(name, body)));
        return { object: "robot.frame", status: "ok", data };
      },
    }),
    route({
      ...common,
      method: "DELETE",
      path: `${base}/frames/:frame`,
      summary: "Untie a map frame from its parent",
      access: "robots:write",
      isTool: true,
      params,
      replayable: true,
      answers: { 200: { description: "The deleted object", schema: removedMapAnswer } },
      async handle({ caller, params: { frame: name } }) {
        if (!(await frames.remove(caller.org, name)))
          throw fail("not_found", "frame: has no parent. Choose a listed one");
        return removed("robot.frame", name);
      },
    }),
  ];
}

function removed(object: string, id: string) {
  return { object, status: "deleted", data: { id, object, deleted: true } };
}

function known(map: MapRecord | undefined): MapRecord {
  if (!map) throw fail("not_found", "map_id: there is no such map. Choose a listed one");
  return map;
}
