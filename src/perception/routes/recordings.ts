import { Readable } from "node:stream";
import { Type } from "typebox";
import { listOf } from "../../base/contract/answers.ts";
import { fail } from "../../base/contract/fail.ts";
import { evidenceAnswer, recordingAnswer } from "../../cameras/wire/recording.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import type { RecordingService, StoredEvidence, Video } from "../evidence/recording-service.ts";
import { evidenceWire, recordingWire } from "../evidence/recordings-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  streamIdParameter,
  uuidParameter,
} from "../../http/queries.ts";
import { sendRanged } from "../../http/answers/ranged-answer.ts";
import { type Call, type Route, route } from "../../http/route.ts";

const streams = "/api/v1/surveillance/streams/:stream_id";
const incidents = "/api/v1/surveillance/incidents/:incident_id";
const ofStream = closedObject({ stream_id: streamIdParameter });
const ofIncident = closedObject({ incident_id: uuidParameter });
const daySec = 86_400;
/** Played where no time is given. */
const lastSec = 60;

const times = {
  from: Type.Optional(Type.Number({ minimum: 0, description: "Unix seconds" })),
  to: Type.Optional(
    Type.Number({ minimum: 0, description: "End in Unix seconds. The default is now" }),
  ),
};
const part = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: "Number of the part. A video has several parts if the camera changed its format",
  }),
);
const videoAnswers = {
  200: { description: "Fragmented MP4", contentType: "video/mp4" },
  206: {
    description: "The part of the file that the header Range requests",
    contentType: "video/mp4",
  },
};

/** Recordings as the routes need them; every call is bound to one organisation. */
export type RecordedVideo = Pick<
  RecordingService,
  "list" | "play" | "clip" | "evidence" | "protect" | "export"
>;

/** Recordings: lists, playback, clips and evidence of incidents. */
export function recordingRoutes(recordings: RecordedVideo, now: () => number): Route[] {
  return [
    list(recordings, now),
    play(recordings, now),
    clip(recordings),
    evidence(recordings),
    archive(recordings),
    protection(recordings, { path: "protect", isProtected: true }),
    protection(recordings, { path: "unprotect", isProtected: false }),
  ];
}

function spanOf(
  { from, to }: { from?: number; to?: number },
  how: { nowSec: number; defaultSec: number; maxSec: number },
): { from: number; to: number } {
  const end = to ?? (from === undefined ? how.nowSec : Math.min(how.nowSec, from + how.maxSec));
  const start = from ?? end - how.defaultSec;
  if (start >= end) {
    throw fail("invalid_query_parameter", "from: is not before to. Send an earlier time", {
      param: "from",
    });
  }
  if (end - start > how.maxSec) {
    const hours = Math.round(how.maxSec / 3600);
    throw fail(
      "invalid_query_parameter",
      `to: is too late. Send at most ${hours} hours after from`,
      { param: "to" },
    );
  }
  return { from: start, to: end };
}

function list(recordings: RecordedVideo, now: () => number): Route {
  const { limit, offset } = pageParameters;
  return route({
    method: "GET",
    path: `${streams}/recordings`,
    summary: "List the recorded spans of a stream, oldest first, by default of the last day",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    params: ofStream,
    query: closedObject({ ...times, limit, offset }),
    answers: {
      200: { description: "A page of spans without gaps", schema: listOf(recordingAnswer) },
    },
    handle({ caller, params: { stream_id: id }, query }) {
      const limits = { nowSec: now() / 1000, defaultSec: daySec, maxSec: 366 * daySec };
      const request = { ...pageOf(query), span: spanOf(query, limits) };
      const page = recordings.list(caller.org, id, request);
      if (!page) throw fail("not_found", "stream_id: there is no such stream. List the streams");
      const items = page.items.map((span) => recordingWire(id, span));
      return listAnswer({ ...page, items });
    },
  });
}

function play(recordings: RecordedVideo, now: () => number): Route {
  return route({
    method: "GET",
    path: `${streams}/clip.mp4`,
    summary: "Play the recorded video of a stream, by default of the last minute",
    tag: "surveillance",
    access: "surveillance:read",
    params: ofStream,
    query: closedObject({ ...times, part }),
    answers: videoAnswers,
    errors: ["range_not_satisfiable"],
    async handle(call) {
      const { caller, params, query } = call;
      const limits = { nowSec: now() / 1000, defaultSec: lastSec, maxSec: daySec };
      const request = { span: spanOf(query, limits), part: query.part ?? 1 };
      return await send(call, await recordings.play(caller.org, params.stream_id, request));
    },
  });
}

function clip(recordings: RecordedVideo): Route {
  return route({
    method: "GET",
    path: `${incidents}/clip.mp4`,
    summary: "Get the video of an incident; while it is open, the video ends at the present",
    tag: "surveillance",
    access: "surveillance:read",
    params: ofIncident,
    query: closedObject({ part }),
    answers: videoAnswers,
    errors: ["range_not_satisfiable"],
    async handle(call) {
      const { caller, params, query } = call;
      const video = await recordings.clip(caller.org, params.incident_id, query.part ?? 1);
      return await send(call, video);
    },
  });
}

function evidence(recordings: RecordedVideo): Route {
  return route({
    method: "GET",
    path: `${incidents}/evidence`,
    summary:
      "Describe the stored evidence of an incident: pictures, video, and the time until deletion",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    params: ofIncident,
    answers: { 200: { description: "The evidence", schema: evidenceAnswer } },
    handle: async ({ caller, params: { incident_id: id } }) =>
      evidenceOf(await recordings.evidence(caller.org, id)),
  });
}

function archive(recordings: RecordedVideo): Route {
  return route({
    method: "GET",
    path: `${incidents}/export.zip`,
    summary: "Get all evidence of an incident as an archive with SHA-256 sums",
    tag: "surveillance",
    access: "surveillance:read",
    params: ofIncident,
    answers: { 200: { description: "The archive", contentType: "application/zip" } },
    errors: ["request_too_large"],
    async handle({ caller, params: { incident_id: id }, reply }) {
      const bytes = await recordings.export(caller.org, [id]);
      await reply
        .type("application/zip")
        .header("content-disposition", `attachment; filename="incident-${id.slice(0, 8)}.zip"`)
        .send(Readable.from(bytes, { objectMode: false }));
      return undefined;
    },
  });
}

function protection(
  recordings: RecordedVideo,
  how: { path: "protect" | "unprotect"; isProtected: boolean },
): Route {
  const summary = how.isProtected
    ? "Protect an incident and its evidence from deletion"
    : "End the protection of an incident and its evidence";
  return route({
    method: "POST",
    path: `${incidents}/${how.path}`,
    summary,
    tag: "surveillance",
    access: "surveillance:write",
    isTool: true,
    params: ofIncident,
    replayable: true,
    answers: { 200: { description: "The evidence", schema: evidenceAnswer } },
    handle: async ({ caller, params: { incident_id: id } }) =>
      evidenceOf(await recordings.protect(caller.org, id, how.isProtected)),
  });
}

async function send(
  { request, reply }: Pick<Call<unknown, unknown, unknown>, "request" | "reply">,
  video: Video | undefined,
): Promise<undefined> {
  if (!video)
    throw fail(
      "not_found",
      "from: nothing is recorded there, or not any more. See the list of recordings",
    );
  reply.header("cache-control", video.isFinal ? "private, max-age=60" : "no-store");
  reply.header("x-video-parts", String(video.parts));
  await sendRanged(request, reply, video);
  return undefined;
}

function evidenceOf(stored: StoredEvidence | undefined): Answer {
  if (!stored)
    throw fail("not_found", "incident_id: there is no such incident. List the incidents");
  const wire = evidenceWire(stored);
  const status = wire.protected ? "protected" : "kept";
  return { object: "surveillance.evidence", status, data: wire };
}
