import { type Static, Type } from "typebox";
import { notBlankPattern } from "../../base/contract/pattern-words.ts";
import { stringMap } from "../../base/contract/string-map.ts";
import { voiceLimits, type VoiceProviderName, voiceProviders } from "../voice-terms.ts";

const closed = { additionalProperties: false } as const;
const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: notBlankPattern, description });

/** Name of a voice: `espeak:<language>` on the box, `<provider>:<id>` at a provider. */
const voiceId = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "Id of a voice in GET /voice/voices",
});
const language = Type.String({
  pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$",
  description: "BCP 47",
});
const provider = Type.Unsafe<VoiceProviderName>({ type: "string", enum: [...voiceProviders] });

const agentFields = {
  name: text(voiceLimits.nameLength, "Name of the agent"),
  voice_id: voiceId,
  system_prompt: text(voiceLimits.promptLength, "Instructions for the agent"),
  greeting: text(
    voiceLimits.greetingLength,
    "First words of the agent. Without it the box makes them from the name",
  ),
  language,
  provider,
  provider_agent_id: Type.String({
    pattern: "^[A-Za-z0-9_-]{1,128}$",
    description: "Id of the ElevenLabs agent",
  }),
  metadata: stringMap("Your own values"),
};

/** Body of `POST /voice/agents`. */
export const voiceAgentCreateSchema = Type.Object(
  {
    name: agentFields.name,
    voice_id: agentFields.voice_id,
    system_prompt: agentFields.system_prompt,
    greeting: Type.Optional(agentFields.greeting),
    language: Type.Optional(language),
    provider: Type.Optional(provider),
    provider_agent_id: Type.Optional(agentFields.provider_agent_id),
    metadata: Type.Optional(agentFields.metadata),
  },
  { ...closed, title: "VoiceAgentRequest" },
);

/** Body of `POST /voice/agents`. */
export type VoiceAgentCreate = Static<typeof voiceAgentCreateSchema>;

/** Body of `PATCH /voice/agents/<id>`; null removes an optional field. */
export const voiceAgentPatchSchema = Type.Object(
  {
    name: Type.Optional(agentFields.name),
    voice_id: Type.Optional(voiceId),
    system_prompt: Type.Optional(agentFields.system_prompt),
    greeting: Type.Optional(Type.Union([agentFields.greeting, Type.Null()])),
    language: Type.Optional(Type.Union([language, Type.Null()])),
    provider: Type.Optional(Type.Union([provider, Type.Null()])),
    provider_agent_id: Type.Optional(Type.Union([agentFields.provider_agent_id, Type.Null()])),
    metadata: Type.Optional(agentFields.metadata),
  },
  { ...closed, title: "VoiceAgentPatch", minProperties: 1 },
);

/** Body of `PATCH /voice/agents/<id>`. */
export type VoiceAgentPatch = Static<typeof voiceAgentPatchSchema>;

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
