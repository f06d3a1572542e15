import { type Static, Type } from "typebox";
import { stringMap } from "../../base/contract/string-map.ts";
import { closed, provider, text } from "../agent-document.ts";
import { voiceLimits } from "../voice-terms.ts";

const uuid = Type.String({
  pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
});

/** Body of `POST /voice/sessions`. */
export const voiceSessionCreateSchema = Type.Object(
  {
    agent_id: uuid,
    provider: Type.Optional(provider),
    ttl_seconds: Type.Optional(
      Type.Integer({
        minimum: voiceLimits.ttlMinSec,
        maximum: voiceLimits.ttlMaxSec,
        default: voiceLimits.ttlDefaultSec,
        description:
          "Lifetime of the client secret in seconds. A session that has not begun by then expires",
      }),
    ),
    metadata: Type.Optional(stringMap("Your own values")),
  },
  { ...closed, title: "VoiceSessionRequest" },
);

/** Body of `POST /voice/sessions`. */
export type VoiceSessionCreate = Static<typeof voiceSessionCreateSchema>;

/** Body of `POST /voice/sessions/<id>/complete`. */
export const voiceSessionCompleteSchema = Type.Object(
  {
    summary: text(voiceLimits.summaryLength, "Summary of the conversation"),
    outcome: Type.Optional(
      Type.Unsafe<"completed" | "failed">({
        type: "string",
        enum: ["completed", "failed"],
        default: "completed",
      }),
    ),
  },
  { ...closed, title: "VoiceSessionComplete" },
);

/** Body of `POST /voice/sessions/<id>/complete`. */
export type VoiceSessionComplete = Static<typeof voiceSessionCompleteSchema>;

/** Input of the operation `voice.preview`: the agent, and what it says in place of its greeting. */
export const voicePreviewInputSchema = Type.Object(
  {
    agent_id: uuid,
    text: Type.Optional(text(voiceLimits.greetingLength, "Text to speak instead of the greeting")),
  },
  { ...closed, title: "VoicePreview" },
);

/** Input of the operation `voice.preview`. */
export type VoicePreviewInput = Static<typeof voicePreviewInputSchema>;
