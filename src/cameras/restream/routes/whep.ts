import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { oneOfValues } from "../../../base/contract/answers.ts";
import { fail } from "../../../base/contract/fail.ts";
import type { AccessWatch } from "../../../http/connections/access-watch.ts";
import { closedObject, streamIdParameter, uuidParameter } from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";
import type { WhepSessions } from "../whep-sessions.ts";
import { whepEndedAnswer } from "../wire/whep-answers.ts";

const base = "/api/v1/surveillance/streams/:stream_id/whep";
const params = closedObject({ stream_id: streamIdParameter });
const sessionParams = closedObject({ stream_id: streamIdParameter, session_id: uuidParameter });
/** A session description is text; the handlers get its bytes. */
const body = Type.Unsafe<Buffer>({ type: "string" });
const bodyLimitBytes = 64 * 1024;
const offerType = "application/sdp";
const fragmentType = "application/trickle-ice-sdpfrag";
/** Sessions know one state of ICE: they are not restarted. */
const etag = '"1"';

/** Live video by WebRTC: the WebRTC-HTTP Egress Protocol (draft-ietf-wish-whep). */
export function whepRoutes(
  sessions: WhepSessions,
  { access }: { access: Pick<AccessWatch, "follow"> },
): Route[] {
  return [open(sessions, access), trickle(sessions), end(sessions)];
}

function open(sessions: WhepSessions, access: Pick<AccessWatch, "follow">): Route {
  return route({
    method: "POST",
    path: base,
    summary:
      "Open a WebRTC session with the camera's unchanged live video, and its sound if that is on (WHEP)",
    tag: "surveillance",
    access: "surveillance:read",
    params,
    query: closedObject({
      track: Type.Optional(
        Type.Unsafe<"main" | "sub">({
          ...oneOfValues(["main", "sub"]),
          default: "main",
          description: "`main` is the camera's main stream, `sub` its sub-stream",
        }),
      ),
    }),
    body,
    bodyType: offerType,
    bodyIsCheckedLater: true,
    rawBody: true,
    bodyLimitBytes,
    answers: {
      201: {
        description: "The box's session description. `Location` is the address of the session",
        contentType: offerType,
      },
    },
    errors: [
      "stream_not_ready",
      "codec_not_playable",
      "conflict",
      "too_many_streams",
      "feature_disabled",
    ],
    async handle({ request, reply, caller, params: { stream_id: streamId }, query, body: bytes }) {
      const { id, answer } = await sessions.open({
        caller,
        path: { streamId, track: query.track ?? "main" },
        offer: textOf(request, bytes, offerType),
        localAddress: request.socket.localAddress,
        followAccess: (onLost) => access.follow(request, onLost),
      });
      reply.header("location", `${base.replace(":stream_id", encodeURIComponent(streamId))}/${id}`);
      await reply.code(201).header("etag", etag).type(offerType).send(answer);
      return undefined;
    },
  });
}

function trickle(sessions: WhepSessions): Route {
  return route({
    method: "PATCH",
    path: `${base}/:session_id`,
    summary: "Send further ICE candidates of a WebRTC session",
    tag: "surveillance",
    access: "surveillance:read",
    params: sessionParams,
    body,
    bodyType: fragmentType,
    bodyIsCheckedLater: true,
    rawBody: true,
    bodyLimitBytes,
    answers: { 204: { description: "The box has the candidates" } },
    errors: ["conflict"],
    async handle({
      request,
      reply,
      caller,
      params: { stream_id: streamId, session_id: id },
      body: bytes,
    }) {
      const fragment = textOf(request, bytes, fragmentType);
      sessions.trickle({ id, caller, streamId }, fragment);
      await reply.code(204).header("etag", etag).send();
      return undefined;
    },
  });
}

function end(sessions: WhepSessions): Route {
  return route({
    method: "DELETE",
    path: `${base}/:session_id`,
    summary: "End a WebRTC session",
    tag: "surveillance",
    access: "surveillance:read",
    params: sessionParams,
    answers: { 200: { description: "The ended session", schema: whepEndedAnswer } },
    handle({ caller, params: { stream_id: streamId, session_id: id } }) {
      sessions.end({ id, caller, streamId });
      return { object: "whep_session", status: "ended", data: { id, deleted: true } };
    },
  });
}

function textOf(request: FastifyRequest, bytes: unknown, type: string): string {
  const contentType = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (contentType === type && Buffer.isBuffer(bytes)) return bytes.toString("utf8");
  throw fail("unsupported_media_type", `Content-Type: is not ${type}. Send a session description`);
}
