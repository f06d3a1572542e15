import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { AccessWatch } from "../../http/connections/access-watch.ts";
import type { WebSockets } from "../../http/connections/web-sockets.ts";
import { closedObject, streamIdParameter } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import type { StreamSlots } from "../../http/streaming/stream-slots.ts";
import type { TalkService } from "../talk/talk-service.ts";
import { talkLimits, type TalkRateHz, talkRatesHz } from "../talk/talk-terms.ts";
import { loudspeakerAnswer, type LoudspeakerWire, type TalkReply } from "../wire/talk-answers.ts";
import { TalkSocket } from "./talk-socket.ts";

const base = "/api/v1/surveillance/streams/:stream_id";
const params = closedObject({ stream_id: streamIdParameter });

/** Talks as the routes need them. */
export type Talks = Pick<TalkService, "has" | "describe" | "open">;

interface Parts {
  talks: Talks;
  keys: Pick<ApiKeys, "get">;
  clock: Clock;
  sockets: WebSockets;
  slots: StreamSlots;
  access: AccessWatch;
}

/** A camera's loudspeaker, and talking to it. */
export function talkRoutes(parts: Parts): Route[] {
  return [loudspeaker(parts), talk(parts)];
}

function loudspeaker({ talks }: Parts): Route {
  return route({
    method: "GET",
    path: `${base}/loudspeaker`,
    summary: "Ask the camera whether it has a loudspeaker (ONVIF back channel)",
    tag: "surveillance",
    access: "robots:command",
    isTool: true,
    params,
    answers: { 200: { description: "The answer of the camera", schema: loudspeakerAnswer } },
    errors: ["no_loudspeaker", "talk_failed", "stream_not_ready"],
    handle: async ({ caller, params: { stream_id: id } }) => {
      const { state, codec, talker } = known(await talks.describe(caller.org, id));
      const object = "surveillance.loudspeaker";
      const data: LoudspeakerWire = { object, stream_id: id, state, codec, talker };
      return { object, status: state, data };
    },
  });
}

function talk(parts: Parts): Route {
  return route({
    method: "GET",
    path: `${base}/talk`,
    summary: "Talk to a camera over a WebSocket",
    tag: "surveillance",
    access: "robots:command",
    params,
    query: closedObject({
      rate_hz: Type.Optional(
        Type.Unsafe<TalkRateHz>({
          type: "integer",
          enum: [...talkRatesHz],
          default: 16_000,
          description: "Sampling rate of the sound that the client sends",
        }),
      ),
    }),
    streaming: true,
    answers: { 101: { description: "The WebSocket is open", contentType: "text/plain" } },
    errors: [
      "upgrade_required",
      "malformed_request",
      "lease_held",
      "no_loudspeaker",
      "talk_failed",
      "stream_not_ready",
      "too_many_streams",
    ],
    async handle({ caller, params: { stream_id: id }, query, reply }) {
      if (!parts.talks.has(caller.org, id)) throw noStream();
      parts.sockets.assertUpgrade(reply);
      const release = parts.slots.take(caller.keyId);
      const rateHz = query.rate_hz ?? 16_000;
      let isOpen = false;
      try {
        const opened = await begin(parts, { caller, id, rateHz, reply });
        await reply.request.audit(101, { verb: "TALK" });
        isOpen = accept(parts, { ...opened, reply, ready: readyOf(id, rateHz, opened), release });
        if (!isOpen) await opened.session.leave();
      } finally {
        if (!isOpen) release();
      }
      return undefined;
    },
  });
}

type Opened = Awaited<ReturnType<typeof begin>>;

function readyOf(streamId: string, rateHz: TalkRateHz, { line }: Opened): TalkReply {
  const max_seconds = talkLimits.longestMs / 1000;
  return { type: "ready", stream_id: streamId, codec: line.codec, rate_hz: rateHz, max_seconds };
}

/** Opens the WebSocket; false if the client has disconnected meanwhile. */
function accept(
  { sockets, access }: Parts,
  talk: Opened & { reply: FastifyReply; ready: TalkReply; release: () => void },
): boolean {
  const { socket, session, reply, ready, release } = talk;
  const { request } = reply;
  let isOpen = false;
  sockets.accept(reply, (client) => {
    isOpen = true;
    const stopFollowing = access.follow(request, () =>
      session.end("api_key_revoked", "The key or the page session is over"),
    );
    client.once("close", () => {
      stopFollowing();
      release();
      void request.audit(101, { verb: "END TALK", code: socket.endedBy ?? null });
    });
    socket.begin(client, session, ready);
  });
  return isOpen;
}

/** Opens the camera before the WebSocket, so that a refusal is an ordinary answer. */
async function begin(
  { talks, keys, clock }: Parts,
  options: { caller: Caller; id: string; rateHz: TalkRateHz; reply: FastifyReply },
) {
  const { caller, id, rateHz, reply } = options;
  const gone = new AbortController();
  const onClose = (): void => gone.abort();
  reply.raw.once("close", onClose);
  const socket = new TalkSocket(clock);
  const { signal } = gone;
  try {
    const { org, keyId, person } = caller;
    const talker = person?.name ?? keys.get(keyId)?.name ?? keyId;
    const who = { org, talker, streamId: id };
    return { ...known(await talks.open({ ...who, rateHz, listener: socket, signal })), socket };
  } finally {
    reply.raw.off("close", onClose);
  }
}

function known<T>(found: T | undefined): T {
  if (found === undefined) throw noStream();
  return found;
}

function noStream() {
  return fail("not_found", "stream_id: there is no such stream. List the streams");
}
