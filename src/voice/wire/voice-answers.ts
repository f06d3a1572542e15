import { type Static, Type } from "typebox";
import {
  anyObject,
  kind,
  mapOf,
  named,
  oneOfValues,
  orNull,
  unixTime,
} from "../../base/contract/answers.ts";
import { voiceProviders, voiceSessionStates } from "../voice-terms.ts";

const text = Type.String();
const metadata = mapOf(text, "Values of the caller");

/** An agent (contract section 2.9). */
export const voiceAgentAnswer = named(
  "VoiceAgent",
  Type.Object({
    id: text,
    object: kind("voice.agent"),
    name: text,
    voice_id: text,
    system_prompt: text,
    greeting: orNull(text),
    language: orNull(text),
    provider: orNull(oneOfValues(voiceProviders)),
    provider_agent_id: orNull(text),
    metadata,
    created_at: unixTime,
    updated_at: unixTime,
  }),
);

/** An agent on the wire. */
export type VoiceAgentWire = Static<typeof voiceAgentAnswer>;

const sessionFields = {
  id: text,
  object: kind("voice.session"),
  status: oneOfValues(voiceSessionStates),
  agent_id: text,
  agent_name: text,
  agent_deleted: Type.Boolean(),
  provider: oneOfValues(voiceProviders),
  provider_session_id: orNull(text),
  summary: orNull(text),
  reason: orNull(text),
  metadata,
  events: Type.Integer({ description: "Events that the provider has sent so far" }),
  created_at: unixTime,
  expires_at: orNull(unixTime),
  started_at: orNull(unixTime),
  ended_at: orNull(unixTime),
};

/** A session (contract section 2.9). */
export const voiceSessionAnswer = named("VoiceSession", Type.Object(sessionFields));

/** `data` of the creation: it includes the client's credentials, in this answer only. */
export const createdVoiceSessionAnswer = named(
  "CreatedVoiceSession",
  Type.Object({
    ...sessionFields,
    client_secret: Type.Optional(
      Type.Object({
        value: text,
        expires_at: orNull(unixTime),
      }),
    ),
    url: text,
    client_data: anyObject("Data that the client sends to the provider when it connects"),
  }),
);

/** A session on the wire. */
export type VoiceSessionWire = Static<typeof voiceSessionAnswer>;

/** A session in the answer to its creation. */
export type CreatedVoiceSessionWire = Static<typeof createdVoiceSessionAnswer>;

/** A voice for `voice_id`. */
export const voiceAnswer = named(
  "Voice",
  Type.Object({
    id: text,
    object: kind("voice.voice"),
    name: text,
    languages: Type.Array(text),
    gender: orNull(text),
    source: oneOfValues(["box", "openai", "elevenlabs"]),
    available: Type.Boolean(),
    reason: orNull(text),
  }),
);

/** A voice on the wire. */
export type VoiceWire = Static<typeof voiceAnswer>;

/** `data` of a removal. */
export const removedVoiceAgentAnswer = Type.Object({
  id: text,
  object: kind("voice.agent"),
  deleted: Type.Boolean(),
});

/** `data` of an accepted event of a provider. */
export const receivedEventAnswer = Type.Object({
  received: Type.Boolean(),
  duplicate: Type.Boolean({ description: "True for a repeated event, which the box ignores" }),
});
