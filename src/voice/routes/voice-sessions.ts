import type { FastifyRequest } from "fastify";
import { listOf } from "../../base/contract/answers.ts";
import { fail } from "../../base/contract/fail.ts";
import { createdVoiceSessionAnswer, voiceSessionAnswer } from "../wire/voice-answers.ts";
import { voiceSessionCompleteSchema, voiceSessionCreateSchema } from "../wire/voice.ts";
import type { VoiceSessionWire } from "../wire/voice-answers.ts";
import type { ShownSession, VoiceSessions } from "../sessions.ts";
import { createdSessionWire, sessionWire } from "../voice-wire.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  sliceById,
  uuidParameter,
} from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";

const base = "/api/v1/voice/sessions";
const params = closedObject({ session_id: uuidParameter });

type Sessions = Pick<VoiceSessions, "create" | "list" | "get" | "complete">;

/** Sessions with real-time voice providers (contract section 4.13). */
export function voiceSessionRoutes(sessions: Sessions): Route[] {
  return [create(sessions), list(sessions), one(sessions), complete(sessions)];
}

function create(sessions: Sessions): Route {
  return route({
    method: "POST",
    path: base,
    summary: "Open a voice session; only this answer has the client secret",
    tag: "voice",
    access: "voice:write",
    isTool: true,
    body: voiceSessionCreateSchema,
    replayable: true,
    secretFields: ["client_secret"],
    answers: { 201: { description: "The session", schema: createdVoiceSessionAnswer } },
    errors: [
      "not_found",
      "feature_disabled",
      "voice_credentials_missing",
      "voice_credentials_refused",
      "upstream_error",
    ],
    async handle({ caller, body, request, reply }, keep) {
      reply.code(201);
      const order = {
        agentId: body.agent_id,
        provider: body.provider,
        ttlSec: body.ttl_seconds,
        metadata: body.metadata,
        credentials: credentialsOf(request),
      };
      const created = await sessions.create(caller.org, order, (tx, stored) =>
        keep(tx, sessionAnswer(createdSessionWire(stored))),
      );
      return sessionAnswer(createdSessionWire(created));
    },
  });
}

function list(sessions: Sessions): Route {
  return route({
    method: "GET",
    path: base,
    summary: "List voice sessions, newest first",
    tag: "voice",
    access: "voice:read",
    isTool: true,
    query: closedObject(pageParameters),
    answers: { 200: { description: "A page of sessions", schema: listOf(voiceSessionAnswer) } },
    handle: ({ caller, query }) =>
      listAnswer(
        sliceById(sessions.list(caller.org).map(sessionWire), pageOf(query), "newest first"),
      ),
  });
}

function one(sessions: Sessions): Route {
  return route({
    method: "GET",
    path: `${base}/:session_id`,
    summary: "Get one voice session",
    tag: "voice",
    access: "voice:read",
    isTool: true,
    params,
    answers: { 200: { description: "The session", schema: voiceSessionAnswer } },
    handle: ({ caller, params: { session_id: id } }) =>
      sessionAnswer(known(sessions.get(caller.org, id))),
  });
}

function complete(sessions: Sessions): Route {
  return route({
    method: "POST",
    path: `${base}/:session_id/complete`,
    summary: "End a voice session with its summary; repeating the request changes nothing",
    tag: "voice",
    access: "voice:write",
    isTool: true,
    params,
    body: voiceSessionCompleteSchema,
    replayable: true,
    answers: { 200: { description: "The session", schema: voiceSessionAnswer } },
    errors: ["conflict"],
    handle: async ({ caller, params: { session_id: id }, body }) =>
      sessionAnswer(known(await sessions.complete(caller.org, id, body))),
  });
}

/** Returns the credentials of this call alone, which go only to the provider. */
function credentialsOf({ headers }: FastifyRequest): string | undefined {
  const header = headers["x-voice-provider-key"];
  if (header === undefined) return undefined;
  if (typeof header === "string" && /^[\x21-\x7e]{1,500}$/.test(header)) return header;
  throw fail(
    "voice_credentials_refused",
    "X-Voice-Provider-Key: has the wrong form. Send 1–500 visible ASCII characters",
  );
}

function sessionAnswer(session: VoiceSessionWire): Answer {
  return {
    object: "voice.session",
    status: session.status,
    createdAt: session.created_at,
    data: session,
  };
}

function known(session: ShownSession | undefined): VoiceSessionWire {
  if (!session)
    throw fail("not_found", "session_id: there is no such voice session. List the sessions");
  return sessionWire(session);
}
