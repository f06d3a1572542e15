import { Readable } from "node:stream";
import { type Static, Type } from "typebox";
import { fail } from "../../base/contract/fail.ts";
import { type Actor, maySee } from "../../base/contract/person.ts";
import { listAnswer } from "../../http/answers/envelope-wire.ts";
import { closedObject, streamIdParameter } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import { listOf, oneOfValues } from "../../base/contract/answers.ts";
import type { RecordingService } from "../evidence/recording-service.ts";
import { timelineWire } from "../timeline/timeline-wire.ts";
import type { TimelineService } from "../timeline/timeline-service.ts";
import { timelineAnswer } from "../wire/timeline.ts";
import { timelineLimits } from "../timeline/timeline-terms.ts";
import { streamIdPattern } from "../core/stream-terms.ts";

const base = "/api/v1/surveillance";
const ofStream = closedObject({ stream_id: streamIdParameter });
const daySec = 86_400;
/** A timeline spans a month at most, an export a day. */
const maxTimelineSec = 32 * daySec;
const maxExportSec = daySec;

const onePattern = streamIdPattern.slice(1, -1);
const streamIds = Type.String({
  pattern: `^${onePattern}(,${onePattern}){0,${timelineLimits.streams - 1}}$`,
  description: `Stream ids, separated by commas, at most ${timelineLimits.streams}`,
});
const from = Type.Number({ minimum: 0, maximum: 1e11, description: "Unix seconds" });
const to = Type.Number({
  minimum: 0,
  maximum: 1e11,
  description: "End in Unix seconds, not included",
});
const span = closedObject({ from, to });

/** The timeline of streams, pictures of its times, and exports of a span. */
export function timelineRoutes(
  timeline: Pick<TimelineService, "read">,
  recordings: Pick<RecordingService, "preview" | "timeLapse" | "exportSpan">,
): Route[] {
  return [read(timeline), preview(recordings), timeLapse(recordings), archive(recordings)];
}

function read(timeline: Pick<TimelineService, "read">): Route {
  return route({
    method: "GET",
    path: `${base}/timeline`,
    cameras: "filtered",
    summary:
      "Get the recorded time, the unobserved time with its reasons, and the incidents of streams in a span",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    query: closedObject({
      stream_ids: streamIds,
      from,
      to,
      resolution: Type.Optional(
        Type.Number({
          minimum: 0.001,
          maximum: maxTimelineSec,
          description:
            "Resolution in seconds: entries that are closer together become one. The default is a 500th of the span",
        }),
      ),
    }),
    answers: { 200: { description: "One entry per stream", schema: listOf(timelineAnswer) } },
    async handle({ caller, query }) {
      const seconds = lengthOf(query, maxTimelineSec);
      const { steps, usualSteps } = timelineLimits;
      const stepSec = Math.max(query.resolution ?? seconds / usualSteps, seconds / steps);
      const items = await timeline.read(caller.org, {
        streamIds: visibleIds(caller, query.stream_ids),
        fromMs: Math.floor(query.from * 1000),
        toMs: Math.ceil(query.to * 1000),
        stepMs: Math.max(1, Math.round(stepSec * 1000)),
      });
      const page = { total: items.length, hasMore: false, nextCursor: null };
      return listAnswer({ items: items.map(timelineWire), ...page });
    },
  });
}

function preview(recordings: Pick<RecordingService, "preview">): Route {
  return route({
    method: "GET",
    path: `${base}/streams/:stream_id/preview.jpg`,
    summary: "Get a small picture of the recorded key frame at or before a time",
    tag: "surveillance",
    access: "surveillance:read",
    isTool: true,
    params: ofStream,
    query: closedObject({ at: from }),
    answers: { 200: { description: "A picture", contentType: "image/jpeg" } },
    errors: ["overloaded", "detector_unavailable"],
    async handle({ caller, params, query, reply }) {
      const picture = await recordings.preview(caller.org, params.stream_id, query.at * 1000);
      if (!picture) throw nothingRecorded();
      const { jpeg, atMs } = picture;
      await reply
        .type("image/jpeg")
        .header("cache-control", "private, max-age=3600")
        .header("x-frame-time", String(atMs / 1000))
        .send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength));
      return undefined;
    },
  });
}

function timeLapse(recordings: Pick<RecordingService, "timeLapse">): Route {
  return route({
    method: "GET",
    path: `${base}/streams/:stream_id/time-lapse.mp4`,
    summary: "Get the key frames of a span as a film of at most two minutes",
    tag: "surveillance",
    access: "surveillance:read",
    params: ofStream,
    query: span,
    answers: { 200: { description: "Fragmented MP4", contentType: "video/mp4" } },
    async handle({ caller, params, query, reply }) {
      lengthOf(query, maxExportSec);
      const film = await recordings.timeLapse(caller.org, params.stream_id, query);
      if (!film) throw nothingRecorded();
      const name = `${params.stream_id.replaceAll(/[^A-Za-z0-9._-]/g, "_")}-time-lapse.mp4`;
      await reply
        .type(film.mimeCodec === null ? "video/mp4" : `video/mp4; codecs="${film.mimeCodec}"`)
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(Readable.from(film.read(), { objectMode: false }));
      return undefined;
    },
  });
}

function archive(recordings: Pick<RecordingService, "exportSpan">): Route {
  return route({
    method: "GET",
    path: `${base}/recordings/export.zip`,
    cameras: "filtered",
    summary: "Get the video of several streams in a span, one file per stream, with SHA-256 sums",
    tag: "surveillance",
    access: "surveillance:read",
    query: closedObject({
      stream_ids: streamIds,
      from,
      to,
      time_lapse: Type.Optional(
        oneOfValues(["true", "false"], "`true` adds a time-lapse of each camera"),
      ),
    }),
    answers: { 200: { description: "The archive", contentType: "application/zip" } },
    errors: ["not_found"],
    async handle({ caller, query, reply }) {
      lengthOf(query, maxExportSec);
      const bytes = await recordings.exportSpan(caller.org, {
        streamIds: visibleIds(caller, query.stream_ids),
        span: { from: query.from, to: query.to },
        withTimeLapse: query.time_lapse === "true",
      });
      const time = new Date(query.from * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
      await reply
        .type("application/zip")
        .header("content-disposition", `attachment; filename="recordings-${time}Z.zip"`)
        .send(Readable.from(bytes, { objectMode: false }));
      return undefined;
    },
  });
}

/** The streams of a query that the caller may see. */
function visibleIds(caller: Actor, ids: string): string[] {
  return ids.split(",").filter((id) => maySee(caller, id));
}

/** The length of a span in seconds; `invalid_query_parameter` unless it lies between 0 and `maxSec`. */
function lengthOf(query: Static<typeof span>, maxSec: number): number {
  const seconds = query.to - query.from;
  const refuse = (param: string, message: string) =>
    fail("invalid_query_parameter", `${param}: ${message}`, { param });
  if (seconds <= 0) throw refuse("from", "is not before to. Send an earlier time");
  if (seconds <= maxSec) return seconds;
  throw refuse("to", `is too late. Send at most ${maxSec / 3600} hours after from`);
}

function nothingRecorded() {
  return fail("not_found", "at: nothing is recorded there. See the list of recordings");
}
