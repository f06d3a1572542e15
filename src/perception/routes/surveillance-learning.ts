import { Readable } from "node:stream";
import type { Static } from "typebox";
import type { BoxNorm } from "../../base/contract/geometry.ts";
import { listOf } from "../../base/contract/answers.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import { closedObject, streamIdParameter, uuidParameter } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import type { LearningService } from "../learning/learning-service.ts";
import type { LiveFrame, MissService } from "../learning/miss-service.ts";
import { holdSchema, missAnswer, missSchema } from "../wire/learning-answers.ts";
import { modelsAnswer } from "../wire/models-answers.ts";
import { modelsAnswerOf, type Models } from "./surveillance-models.ts";
import { missWire } from "../learning/learning-wire.ts";
import type { FramesOfStreams } from "../streams/frame-times.ts";
import type { MissRecord } from "../learning/miss-record.ts";

const base = "/api/v1/surveillance";
const stream = `${base}/streams/:stream_id`;

/** Learning as the routes need it. */
export interface Learning {
  lessons: Pick<LearningService, "begin" | "undo" | "learnt">;
  misses: Pick<MissService, "hold" | "mark" | "list" | "remove">;
  /** Knows the frames of WebRTC sessions. */
  frameTimes: Pick<FramesOfStreams, "byRtp">;
  /** A ZIP archive of the marked pictures. Rejects with `not_found`. */
  footage: (org: string) => Promise<AsyncGenerator<Buffer>>;
}

/** Misses, lessons from marks, and the marked pictures as a training set. */
export function learningRoutes(learning: Learning, models: Pick<Models, "list">): Route[] {
  return [
    hold(learning),
    ...missRoutes(learning),
    ...lessonRoutes(learning, models),
    footage(learning),
  ];
}

function hold({ misses, frameTimes }: Learning): Route {
  return route({
    method: "POST",
    path: `${stream}/hold-picture`,
    summary: "Hold a picture of the live video for ten minutes, for marks of missed objects",
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    params: closedObject({ stream_id: streamIdParameter }),
    body: holdSchema,
    answers: {
      200: {
        description:
          "The picture with its privacy masks. The header `X-Picture-Id` has its id, `X-Frame-Time` its time",
        contentType: "image/jpeg",
      },
    },
    errors: ["stream_not_ready", "detector_unavailable", "overloaded"],
    async handle({ caller, params, body: { frame }, reply }) {
      const { org } = caller;
      const { stream_id: streamId } = params;
      const liveFrame = frame
        ? frameOf(frame, (named) => frameTimes.byRtp({ org, streamId, ...named }))
        : null;
      const { id, jpeg, atMs } = known(await misses.hold(org, streamId, liveFrame));
      await reply
        .type("image/jpeg")
        .header("x-picture-id", id)
        .header("x-frame-time", String(atMs / 1000))
        .send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength));
      return undefined;
    },
  });
}

function frameOf(
  frame: NonNullable<Static<typeof holdSchema>["frame"]>,
  byRtp: (named: { sessionId: string; rtpTime: number }) => LiveFrame | undefined,
): LiveFrame {
  if ("media_time" in frame) return { ...frame, mediaTimeSec: frame.media_time };
  const found = byRtp({ sessionId: frame.session_id, rtpTime: frame.rtp_timestamp });
  if (found) return found;
  throw fail("not_found", "frame: the box does not know it. Leave it out for the newest picture");
}

function missRoutes({ misses: service }: Learning): Route[] {
  return [
    route({
      method: "POST",
      path: `${stream}/mark-missed-object`,
      summary:
        "Mark an object that the detector missed, on the newest, a held or a recorded picture",
      tag: "surveillance",
      access: "surveillance:write",
      isTool: true,
      params: closedObject({ stream_id: streamIdParameter }),
      body: missSchema,
      answers: { 200: { description: "The marked object", schema: missAnswer } },
      errors: ["stream_not_ready", "overloaded"],
      async handle({ caller, params, body: { label, box, at, picture_id: heldId = null } }) {
        if (heldId !== null && at !== undefined) {
          throw invalidField("picture_id", "cannot be used together with at. Send one of them");
        }
        const [left, top, right, bottom] = box;
        const boxNorm: BoxNorm = [left!, top!, right!, bottom!];
        const atMs = at === undefined ? null : at * 1000;
        const miss = { label, box: boxNorm, atMs, heldId, keyId: caller.keyId };
        return missOf(await service.mark(caller.org, params.stream_id, miss));
      },
    }),
    route({
      method: "GET",
      path: `${stream}/missed-objects`,
      summary: "List the marked missed objects of the stream, newest first",
      tag: "surveillance",
      access: "surveillance:read",
      isTool: true,
      params: closedObject({ stream_id: streamIdParameter }),
      answers: { 200: { description: "The marked objects", schema: listOf(missAnswer) } },
      handle({ caller, params }) {
        const items = known(service.list(caller.org, params.stream_id)).map(missWire);
        return listAnswer({ items, total: items.length, hasMore: false, nextCursor: null });
      },
    }),
    route({
      method: "DELETE",
      path: `${base}/missed-objects/:miss_id`,
      summary: "Remove the mark of a missed object",
      tag: "surveillance",
      access: "surveillance:write",
      isTool: true,
      params: closedObject({ miss_id: uuidParameter }),
      answers: { 200: { description: "The removed mark", schema: missAnswer } },
      async handle({ caller, params: { miss_id: id } }) {
        const removed = await service.remove(caller.org, id);
        if (removed) return missOf(removed);
        throw fail("not_found", "miss_id: there is no such miss. List the stream's misses");
      },
    }),
  ];
}

function lessonRoutes({ lessons }: Learning, models: Pick<Models, "list">): Route[] {
  const admin = { tag: "surveillance", access: "system:admin" } as const;
  return [
    route({
      ...admin,
      isTool: true,
      method: "POST",
      path: `${base}/models/learn`,
      summary:
        "Learn vetoes and scores from marked incidents and missed objects, in the background",
      answers: {
        202: { description: "The work has begun. `work` shows its progress", schema: modelsAnswer },
      },
      errors: ["conflict"],
      async handle({ caller, reply }) {
        await lessons.begin(caller.org);
        reply.code(202);
        return await modelsAnswerOf(models, lessons, caller.org);
      },
    }),
    route({
      ...admin,
      isTool: true,
      method: "POST",
      path: `${base}/models/unlearn`,
      summary: "Undo the last learning",
      answers: { 200: { description: "The models of the box", schema: modelsAnswer } },
      errors: ["conflict"],
      async handle({ caller }) {
        await lessons.undo(caller.org);
        return await modelsAnswerOf(models, lessons, caller.org);
      },
    }),
  ];
}

function footage({ footage: exported }: Learning): Route {
  return route({
    method: "GET",
    path: `${base}/training-set.zip`,
    summary:
      "Get the marked pictures with their bounding boxes in the COCO format; privacy masks are black",
    tag: "surveillance",
    access: "surveillance:read",
    answers: { 200: { description: "The archive", contentType: "application/zip" } },
    errors: ["not_found"],
    async handle({ caller, reply }) {
      const chunks = await exported(caller.org);
      await reply
        .type("application/zip")
        .header("content-disposition", 'attachment; filename="training-set.zip"')
        .send(Readable.from(chunks, { objectMode: false }));
      return undefined;
    },
  });
}

function known<T>(found: T | undefined): T {
  if (found) return found;
  throw fail("not_found", "stream_id: there is no such stream. List the streams");
}

function missOf(found: MissRecord | undefined): Answer {
  const miss = missWire(known(found));
  return { object: miss.object, status: "ok", createdAt: miss.created_at, data: miss };
}
