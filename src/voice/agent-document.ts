import { type Static, Type } from "typebox";
import { notBlankPattern } from "../base/contract/pattern-words.ts";
import { stringMap } from "../base/contract/string-map.ts";
import { voiceLimits, type VoiceProviderName, voiceProviders } from "./voice-terms.ts";

/** Spread into an object schema: other fields are refused. */
export const closed = { additionalProperties: false } as const;
/** A text with more than blanks. */
export const text = (maxLength: number, description: string) =>
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
/** Name of a provider. */
export const provider = Type.Unsafe<VoiceProviderName>({
  type: "string",
  enum: [...voiceProviders],
});

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
