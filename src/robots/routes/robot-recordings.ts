import { Type } from "typebox";
import { listOf } from "../../base/contract/answers.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { fail } from "../../base/contract/fail.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  sliceById,
  uuidParameter,
} from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import { robotIdSchema } from "../driver/command-document.ts";
import type { RecordingRecord } from "../recordings/recording-record.ts";
import type { RecordingService } from "../recordings/recording-service.ts";
import { recordingLimits } from "../recordings/recording-terms.ts";
import { recordingWire } from "../recordings/recording-wire.ts";
import { removedMapAnswer } from "../wire/robot-maps.ts";
import { recordingRequestSchema, robotRecordingAnswer } from "../wire/robot-recordings.ts";
import { knownRobot } from "./robot-caller.ts";

const base = "/api/v1/robots/recordings";
const common = { cameras: "filtered", tag: "robots" } as const;
const params = closedObject({ recording_id: uuidParameter });
const one = { 200: { description: "The recording", schema: robotRecordingAnswer } };

/** Recordings of robots. */
export function robotRecordingRoutes(recordings: RecordingService): Route[] {
  return [...readRoutes(recordings), ...changeRoutes(recordings)];
}

function readRoutes(recordings: RecordingService): Route[] {
  return [
    route({
      ...common,
      method: "GET",
      path: base,
      summary: "List the recordings of robots: MCAP files around incidents and on request",
      access: "robots:read",
      isTool: true,
      query: closedObject({
        ...pageParameters,
        robot_id: Type.Optional(robotIdSchema),
        incident_id: Type.Optional(uuidParameter),
      }),
      answers: {
        200: { description: "A page of recordings", schema: listOf(robotRecordingAnswer) },
      },
      handle({ caller, query }) {
        const { robot_id: robotId, incident_id: incidentId } = query;
        const all = recordings.list(caller, omitUndefined({ robotId, incidentId }));
        const items = all.map((each) => recordingWire(each, recordings.urlOf(each)));
        return listAnswer(sliceById(items, pageOf(query), "newest first"));
      },
    }),
    route({
      ...common,
      method: "GET",
      path: `${base}/:recording_id`,
      summary: "Get one recording with the address of its file",
      access: "robots:read",
      isTool: true,
      params,
      answers: one,
      handle: ({ caller, params: { recording_id: id } }) =>
        answerOf(recordings, known(recordings.get(caller, id))),
    }),
  ];
}

function changeRoutes(recordings: RecordingService): Route[] {
  return [
    route({
      ...common,
      method: "POST",
      path: "/api/v1/robots/:robot_id/recordings",
      summary: "Record a robot: its last seconds and the next ones",
      access: "robots:command",
      isTool: true,
      params: closedObject({ robot_id: robotIdSchema }),
      body: recordingRequestSchema,
      optionalBody: true,
      replayable: true,
      answers: one,
      handle({ caller, params: { robot_id: id }, body }) {
        const { before_seconds: beforeSec, after_seconds: afterSec } = body ?? {};
        const span = {
          beforeMs: (beforeSec ?? recordingLimits.beforeDefaultSec) * 1000,
          afterMs: (afterSec ?? recordingLimits.afterDefaultSec) * 1000,
        };
        return answerOf(recordings, knownRobot(recordings.request(caller, id, span)));
      },
    }),
    route({
      ...common,
      method: "POST",
      path: `${base}/:recording_id/finish`,
      summary: "End a recording now, or as soon as no incident needs it",
      access: "robots:command",
      isTool: true,
      params,
      replayable: true,
      answers: one,
      handle: ({ caller, params: { recording_id: id } }) =>
        answerOf(recordings, known(recordings.finish(caller, id))),
    }),
    route({
      ...common,
      method: "DELETE",
      path: `${base}/:recording_id`,
      summary: "Remove a recording with its file",
      access: "robots:write",
      isTool: true,
      params,
      replayable: true,
      answers: { 200: { description: "The deleted object", schema: removedMapAnswer } },
      async handle({ caller, params: { recording_id: id } }) {
        if (!(await recordings.remove(caller, id))) throw notFound();
        const data = { id, object: "robot.recording", deleted: true };
        return { object: "robot.recording", status: "deleted", data };
      },
    }),
  ];
}

function answerOf(recordings: RecordingService, record: RecordingRecord): Answer {
  const data = recordingWire(record, recordings.urlOf(record));
  return { object: "robot.recording", status: data.state, createdAt: data.from, data };
}

function known(record: RecordingRecord | undefined): RecordingRecord {
  if (!record) throw notFound();
  return record;
}

function notFound() {
  return fail("not_found", "recording_id: there is no such recording. Choose a listed one");
}
