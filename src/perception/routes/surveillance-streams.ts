import { Type } from "typebox";
import { listOf, listOfSite, oneOfValues } from "../../base/contract/answers.ts";
import { cursorOf } from "../../base/contract/cursor.ts";
import { fail } from "../../base/contract/fail.ts";
import { streamPatchSchema } from "../settings/stream-document.ts";
import { camerasOf } from "../../base/contract/person.ts";
import { forReader } from "../settings/stream-record.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { ShownStream } from "../streams/answers/shown-stream.ts";
import { profileWire, streamWire } from "../streams/answers/stream-wire.ts";
import type { StreamService } from "../streams/stream-service.ts";
import type { LiveVideos } from "../../http/streaming/live-videos.ts";
import type { LiveViews } from "../../http/streaming/live-view.ts";
import {
  annotatedParameter,
  closedObject,
  pageOf,
  pageParameters,
  siteParameter,
  sliceOf,
  streamIdParameter,
} from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import type { ListOrder } from "../../http/site/list-order.ts";
import {
  profileAnswer,
  streamAnswer as streamSchema,
  type StreamWire,
} from "../wire/surveillance-answers.ts";
import { streamStates } from "../core/stream-terms.ts";

const base = "/api/v1/surveillance/streams";
const params = closedObject({ stream_id: streamIdParameter });
const width = Type.Optional(
  Type.Integer({
    minimum: 160,
    maximum: 1920,
    description: "Greatest width of the picture in pixels",
  }),
);
const pictureWidthPx = 1280;

/** Streams as the routes need them; every call is bound to one organisation. */
export type Streams = Pick<
  StreamService,
  "list" | "get" | "patch" | "remove" | "snapshot" | "openLive" | "openVideo" | "profiles"
>;

/** Streams: their state, their pictures, and changes to them. */
export function streamRoutes(
  streams: Streams,
  open: { views: LiveViews; videos: LiveVideos },
): Route[] {
  return [
    list(streams),
    one(streams),
    patch(streams),
    remove(streams),
    snapshot(streams),
    live(streams, open.views),
    video(streams, open.videos),
    profiles(streams),
  ];
}

const order: ListOrder = {
  kind: "stream",
  direction: "ascending",
  keyOf: ({ stream_id: id = "" }) => [String(id)],
  cursorAt: ([id]) => cursorOf(String(id)),
};

function list(streams: Streams): Route {
  return route({
    method: "GET",
    path: base,
    cameras: "filtered",
    siteList: order,
    summary: "List the streams of the organisation",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    query: closedObject({
      ...pageParameters,
      ...siteParameter,
      state: Type.Optional(oneOfValues(streamStates)),
      profile: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    }),
    answers: { 200: { description: "A page of streams", schema: listOfSite(streamSchema) } },
    handle({ caller, query }) {
      const { state, profile } = query;
      const streamIds = camerasOf(caller);
      const filters = {
        ...(streamIds === undefined ? {} : { streamIds }),
        ...(state === undefined ? {} : { state }),
        ...(profile === undefined ? {} : { profile }),
      };
      const page = streams.list(caller.org, pageOf(query), filters);
      return listAnswer({
        ...page,
        items: page.items.map((each) => shownTo(caller, streamWire(each))),
      });
    },
  });
}

function one(streams: Streams): Route {
  return route({
    method: "GET",
    path: `${base}/:stream_id`,
    summary: "Get one stream with its state, rates and drop counts",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    params,
    answers: { 200: { description: "The stream", schema: streamSchema } },
    handle: ({ caller, params: { stream_id: id } }) =>
      streamAnswer(caller, streams.get(caller.org, id)),
  });
}

function patch(streams: Streams): Route {
  return route({
    method: "PATCH",
    path: `${base}/:stream_id`,
    summary:
      "Change a running stream: name, source, detector, zones, behaviors, alerts, masks, recording",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    params,
    body: streamPatchSchema,
    replayable: true,
    answers: { 200: { description: "The stream after the change", schema: streamSchema } },
    errors: ["conflict", "forbidden_address"],
    handle: async ({ caller, params: { stream_id: id }, body }) =>
      streamAnswer(caller, await streams.patch(caller.org, id, body)),
  });
}

function remove(streams: Streams): Route {
  return route({
    method: "DELETE",
    path: `${base}/:stream_id`,
    summary: "Stop a stream and cancel its job",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The stream with its last state", schema: streamSchema } },
    handle: async ({ caller, params: { stream_id: id } }) =>
      streamAnswer(caller, await streams.remove(caller.org, id)),
  });
}

function snapshot(streams: Streams): Route {
  return route({
    method: "GET",
    path: `${base}/:stream_id/snapshot.jpg`,
    summary: "Get the newest picture with bounding boxes, zones and labels",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    params,
    query: closedObject({ width, annotated: annotatedParameter }),
    answers: { 200: { description: "A picture", contentType: "image/jpeg" } },
    errors: ["stream_not_ready", "detector_unavailable", "overloaded"],
    async handle({ caller, params: { stream_id: id }, query, reply }) {
      const maxWidthPx = query.width ?? pictureWidthPx;
      const isPlain = query.annotated === "false";
      const { jpeg } = known(await streams.snapshot(caller.org, id, { maxWidthPx, isPlain }));
      await reply
        .type("image/jpeg")
        .send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength));
      return undefined;
    },
  });
}

function live(streams: Streams, liveViews: LiveViews): Route {
  return route({
    method: "GET",
    path: `${base}/:stream_id/live.mjpeg`,
    summary: "Get live pictures with bounding boxes, zones and labels, for an <img>",
    tag: "surveillance",
    access: "surveillance:read",
    params,
    query: closedObject({
      width,
      fps: Type.Optional(Type.Number({ minimum: 0.2, maximum: 10, default: 5 })),
    }),
    streaming: true,
    answers: {
      200: {
        description: "Pictures until the stream ends",
        contentType: "multipart/x-mixed-replace",
      },
    },
    errors: ["stream_not_ready", "detector_unavailable", "too_many_streams"],
    handle({ caller, params: { stream_id: id }, query, reply }) {
      const options = { fps: query.fps ?? 5, maxWidthPx: query.width ?? pictureWidthPx };
      const opened = liveViews.open({ caller, reply }, (viewer) =>
        streams.openLive(caller.org, id, { ...options, ...viewer }),
      );
      if (!opened) throw notFound();
      return undefined;
    },
  });
}

function video(streams: Streams, videos: LiveVideos): Route {
  return route({
    method: "GET",
    path: `${base}/:stream_id/live-video.mp4`,
    summary: "Get the camera's live video, for Media Source Extensions and players",
    tag: "surveillance",
    access: "surveillance:read",
    params,
    query: closedObject({
      track: Type.Optional(
        Type.Unsafe<"main" | "sub">({
          ...oneOfValues(["main", "sub"]),
          description:
            "`main` is the camera's main stream, `sub` its sub-stream (`source.sub_url`). The default is `main`, or `sub` if the viewer can play only that",
        }),
      ),
      codecs: Type.Optional(
        Type.Unsafe<"h264" | "any">({
          ...oneOfValues(["h264", "any"]),
          default: "h264",
          description: "Codecs that the viewer can play. `any` includes H.265",
        }),
      ),
      audio: Type.Optional(
        Type.Boolean({
          description:
            "With `true` the answer has the camera's sound, if `audio` of the stream is on. The default is false",
        }),
      ),
    }),
    streaming: true,
    answers: {
      200: { description: "Fragmented MP4 until the stream ends", contentType: "video/mp4" },
    },
    errors: ["stream_not_ready", "codec_not_playable", "conflict", "too_many_streams"],
    handle({ caller, params: { stream_id: id }, query, reply }) {
      const track = query.track === undefined ? {} : { track: query.track };
      const choice = { ...track, codecs: query.codecs ?? "h264", audio: query.audio ?? false };
      const opened = videos.open({ caller, reply }, (sink) =>
        streams.openVideo(caller.org, id, { ...choice, sink }),
      );
      if (!opened) throw notFound();
      return undefined;
    },
  });
}

function profiles(streams: Streams): Route {
  return route({
    method: "GET",
    path: "/api/v1/surveillance/profiles",
    cameras: "none",
    summary: "List the built-in profiles and their defaults",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    answers: { 200: { description: "A page of profiles", schema: listOf(profileAnswer) } },
    query: closedObject(pageParameters),
    handle: ({ query }) => listAnswer(sliceOf(streams.profiles().map(profileWire), pageOf(query))),
  });
}

function streamAnswer(caller: Caller, found: ShownStream | undefined): Answer {
  const stream = streamWire(known(found));
  return {
    object: "surveillance.stream",
    status: stream.state,
    createdAt: stream.created_at,
    data: shownTo(caller, stream),
  };
}

/**
 * Addresses may hold secrets: that of a receiver is for keys that may read webhooks, path and query
 * of a camera's for those that may change it.
 */
function shownTo({ scopes }: Caller, stream: StreamWire): StreamWire {
  const source = scopes.includes("surveillance:write") ? stream.source : forReader(stream.source);
  if (scopes.includes("webhooks:read")) return { ...stream, source };
  const { webhook_url: _hidden, ...outputs } = stream.outputs;
  return { ...stream, source, outputs };
}

function known<T>(found: T | undefined): T {
  if (found === undefined) throw notFound();
  return found;
}

function notFound() {
  return fail("not_found", "stream_id: there is no such stream. List the streams");
}
