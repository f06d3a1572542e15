import type { VoiceAgent } from "./agent-record.ts";
import type { ListedVoice } from "./provider-port.ts";
import type { CreatedSession, ShownSession } from "./sessions.ts";
import type {
  CreatedVoiceSessionWire,
  VoiceAgentWire,
  VoiceSessionWire,
  VoiceWire,
} from "./wire/voice-answers.ts";

/** A voice on the wire. */
export function voiceWire({ isAvailable, languages, ...voice }: ListedVoice): VoiceWire {
  return {
    ...voice,
    object: "voice.voice",
    languages: [...languages],
    available: isAvailable,
  };
}

/** The agent on the wire. */
export function agentWire({ id, request, createdAtMs, updatedAtMs }: VoiceAgent): VoiceAgentWire {
  return {
    id,
    object: "voice.agent",
    name: request.name,
    voice_id: request.voice_id,
    system_prompt: request.system_prompt,
    greeting: request.greeting ?? null,
    language: request.language ?? null,
    provider: request.provider ?? null,
    provider_agent_id: request.provider_agent_id ?? null,
    metadata: request.metadata ?? {},
    created_at: createdAtMs / 1000,
    updated_at: updatedAtMs / 1000,
  };
}

/** The session on the wire. */
export function sessionWire({ session, isAgentDeleted }: ShownSession): VoiceSessionWire {
  const { expiresAtMs, startedAtMs, endedAtMs } = session;
  return {
    id: session.id,
    object: "voice.session",
    status: session.state,
    agent_id: session.agentId,
    agent_name: session.agentName,
    agent_deleted: isAgentDeleted,
    provider: session.provider,
    provider_session_id: session.providerSessionId,
    summary: session.summary,
    reason: session.reason,
    metadata: session.metadata,
    events: session.events,
    created_at: session.createdAtMs / 1000,
    expires_at: session.state === "created" ? expiresAtMs / 1000 : null,
    started_at: startedAtMs === null ? null : startedAtMs / 1000,
    ended_at: endedAtMs === null ? null : endedAtMs / 1000,
  };
}

/** A new session with the credentials of its client on the wire. */
export function createdSessionWire({
  opened,
  ...session
}: CreatedSession): CreatedVoiceSessionWire {
  return {
    ...sessionWire(session),
    client_secret: { value: opened.secret, expires_at: opened.expiresAtSec },
    url: opened.url,
    client_data: opened.clientData,
  };
}
