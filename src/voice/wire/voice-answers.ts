import { Type } from "typebox";
import { kind, mapOf, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import {
  type VoiceProviderName,
  voiceProviders,
  type VoiceSessionState,
  voiceSessionStates,
} from "./voice.ts";

const text = Type.String();
const metadata = mapOf(text, "The caller's");

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
export interface VoiceAgentWire {
  id: string;
  object: "voice.agent";
  name: string;
  voice_id: string;
  system_prompt: string;
  greeting: string | null;
  language: string | null;
  provider: VoiceProviderName | null;
  provider_agent_id: string | null;
  metadata: { readonly [name: string]: string };
  created_at: number;
  updated_at: number;
}

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
  events: Type.Integer({ description: "Events of the provider so far" }),
  created_at: unixTime,
  expires_at: orNull(unixTime),
  started_at: orNull(unixTime),
  ended_at: orNull(unixTime),
};

/** A session (contract section 2.9). */
export const voiceSessionAnswer = named("VoiceSession", Type.Object(sessionFields));

/** `data` of the creation: with what the client needs, this once. */
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
    client_data: Type.Unsafe<object>({
      type: "object",
      additionalProperties: true,
      description: "What the client hands to the provider when it connects",
    }),
  }),
);

/** A session on the wire. */
export interface VoiceSessionWire {
  id: string;
  object: "voice.session";
  status: VoiceSessionState;
  agent_id: string;
  agent_name: string;
  agent_deleted: boolean;
  provider: VoiceProviderName;
  provider_session_id: string | null;
  summary: string | null;
  reason: string | null;
  metadata: { readonly [name: string]: string };
  events: number;
  created_at: number;
  expires_at: number | null;
  started_at: number | null;
  ended_at: number | null;
}

/** A session as its creation answers it. */
export interface CreatedVoiceSessionWire extends VoiceSessionWire {
  client_secret?: { value: string; expires_at: number | null };
  url: string;
  client_data: object;
}

/** A voice that can be named in `voice_id`. */
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
export interface VoiceWire {
  id: string;
  object: "voice.voice";
  name: string;
  languages: readonly string[];
  gender: string | null;
  source: "box" | "openai" | "elevenlabs";
  available: boolean;
  /** Why not, for a technician. */
  reason: string | null;
}

/** `data` of a removal. */
export const removedVoiceAgentAnswer = Type.Object({
  id: text,
  object: kind("voice.agent"),
  deleted: Type.Boolean(),
});

/** `data` of an accepted event of a provider. */
export const receivedEventAnswer = Type.Object({
  received: Type.Boolean(),
  duplicate: Type.Boolean({ description: "It had been received before; nothing was done again" }),
});
