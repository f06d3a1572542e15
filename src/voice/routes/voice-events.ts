import { Type } from "typebox";
import { fail } from "../../base/contract/fail.ts";
import { receivedEventAnswer } from "../wire/voice-answers.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { VoiceSessions } from "../sessions.ts";
import type { RateLimiter } from "../../http/connections/rate-limiter.ts";
import { type Route, route } from "../../http/route.ts";
import { voiceLimits } from "../voice-terms.ts";

interface Parts {
  sessions: Pick<VoiceSessions, "receive">;
  clock: Clock;
  log: Logger;
  limiter: RateLimiter;
}

const signatureHeaders = [
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "elevenlabs-signature",
  "authorization",
] as const;

/** Receives reports of voice providers, which sign them: no API key is needed (decisions section 8). */
export function voiceEventRoutes({ sessions, clock, log, limiter }: Parts): Route[] {
  return [
    route({
      method: "POST",
      path: "/api/v1/voice/webhooks/realtime",
      summary: "Receive an event from a voice provider, authenticated by the provider's signature",
      tag: "voice",
      access: "public",
      body: Type.Unsafe<Buffer>({ type: "object", additionalProperties: true }),
      bodyIsCheckedLater: true,
      rawBody: true,
      bodyLimitBytes: voiceLimits.eventBytes,
      answers: {
        200: { description: "The box has stored the event", schema: receivedEventAnswer },
      },
      errors: ["invalid_signature", "rate_limited"],
      async handle({ request, body }) {
        const standing = limiter.take(`voice:${request.ip}`, voiceLimits.eventsPerMinute);
        if (!standing.allowed) {
          const message = "events: this address sends too many. Send them more slowly";
          throw fail("rate_limited", message, { retryAfterSec: standing.retryAfterSec });
        }
        const headers = Object.fromEntries(
          signatureHeaders.map((name) => [name, headerOf(request.headers[name])]),
        );
        try {
          const data = await sessions.receive({ body, headers, nowMs: clock.wallMs() });
          return { object: "voice.event", status: "received", data };
        } catch (error) {
          if (GatehouseError.find(error)?.code === "invalid_signature") {
            // Callers receive only the code; the technician needs the reason.
            log.warn({ error: describeError(error) }, "an event of a voice provider was refused");
          }
          throw error;
        }
      },
    }),
  ];
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
