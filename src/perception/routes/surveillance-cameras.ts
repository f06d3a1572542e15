import { Type } from "typebox";
import {
  foundCamerasAnswer,
  probeAnswer,
  probeRequestSchema,
  ptzAnswer,
  ptzDoneAnswer,
  ptzRequestSchema,
} from "../../cameras/wire/camera-answers.ts";
import { fail } from "../../base/contract/fail.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import { listAnswer } from "../../http/answers/envelope-wire.ts";
import type { FieldCameras } from "../ptz/field-cameras.ts";
import { closedObject, streamIdParameter } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import { probeTargetOf, probeWire } from "../../cameras/probe/probe-wire.ts";

const base = "/api/v1/surveillance";
const params = closedObject({ stream_id: streamIdParameter });
const discoverySec = { default: 3, maximum: 10 } as const;

type Cameras = Pick<FieldCameras, "probe" | "discover" | "ptzState" | "ptz">;
/** The names of keys. */
type Keys = Pick<ApiKeys, "get">;

/** Cameras in the field: probe, find and move them. */
export function cameraRoutes(cameras: Cameras, keys: Keys): Route[] {
  return [probe(cameras), discover(cameras), ptzState(cameras), ptz(cameras, keys)];
}

function probe(cameras: Cameras): Route {
  return route({
    method: "POST",
    path: `${base}/probe`,
    summary: "Test a camera: its video, its credentials, and advice on its settings",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    body: probeRequestSchema,
    answers: {
      200: {
        description: "The result of the test, also if the camera does not work",
        schema: probeAnswer,
      },
    },
    errors: ["overloaded", "not_found"],
    handle: async ({ caller, body, signal }) => {
      const about = { streamId: body.stream_id, target: probeTargetOf(body) };
      const data = probeWire(await cameras.probe(caller.org, about, signal));
      return { object: "surveillance.probe", status: data.usable ? "usable" : "unusable", data };
    },
  });
}

function discover(cameras: Cameras): Route {
  return route({
    method: "POST",
    path: `${base}/discover`,
    summary: "Search the box's networks for cameras by WS-Discovery",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    body: Type.Object(
      {
        seconds: Type.Optional(
          Type.Number({
            minimum: 0.5,
            maximum: discoverySec.maximum,
            default: discoverySec.default,
            description: "Seconds for which the box waits for answers",
          }),
        ),
      },
      { additionalProperties: false, title: "DiscoverRequest" },
    ),
    answers: {
      200: { description: "The cameras that answered, at most 256", schema: foundCamerasAnswer },
    },
    handle: async ({ caller, body, signal }) => {
      const waitMs = (body.seconds ?? discoverySec.default) * 1000;
      const items = await cameras.discover(caller.org, waitMs, signal);
      return listAnswer({ items, total: items.length, hasMore: false, nextCursor: null });
    },
  });
}

function ptzState(cameras: Cameras): Route {
  return route({
    method: "GET",
    path: `${base}/streams/:stream_id/ptz`,
    summary: "Get the movements that the camera can make, its current view, and its stored views",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    params,
    answers: { 200: { description: "The answer of the camera", schema: ptzAnswer } },
    errors: ["ptz_failed", "stream_not_ready", "overloaded"],
    handle: async ({ caller, params: { stream_id: id } }) => {
      const state = known(await cameras.ptzState(caller.org, id));
      const data = { object: "surveillance.ptz", stream_id: id, ...state };
      return { object: "surveillance.ptz", status: "ok", data };
    },
  });
}

function ptz(cameras: Cameras, keys: Keys): Route {
  return route({
    method: "POST",
    path: `${base}/streams/:stream_id/ptz`,
    summary: "Move the stream's camera; the box stops a `move` that is not repeated",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    params,
    body: ptzRequestSchema,
    answers: { 200: { description: "The camera has accepted the command", schema: ptzDoneAnswer } },
    errors: ["ptz_failed", "stream_not_ready", "overloaded", "lease_held"],
    handle: async ({ caller, params: { stream_id: id }, body }) => {
      const { org, keyId, person } = caller;
      const { only_after: onlyAfter, ...fields } = body;
      const order = { ...fields, ...omitUndefined({ onlyAfter }) };
      const by = person?.name ?? keys.get(keyId)?.name ?? keyId;
      const { preset, stopsAtMs, moveId } = known(await cameras.ptz(org, id, { order, by }));
      const data = {
        object: "surveillance.ptz_command",
        stream_id: id,
        action: body.action,
        preset,
        stops_at: stopsAtMs === null ? null : stopsAtMs / 1000,
        move_id: moveId,
      };
      return { object: "surveillance.ptz_command", status: "accepted", data };
    },
  });
}

function known<T>(found: T | undefined): T {
  if (found === undefined)
    throw fail("not_found", "stream_id: there is no such stream. List the streams");
  return found;
}
