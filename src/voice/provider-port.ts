import type { JsonObject } from "../base/jobs/job.ts";
import type { VoiceProviderName } from "./wire/voice.ts";
import type { VoiceWire } from "./wire/voice-answers.ts";
import type { VoiceAgent } from "./agent-record.ts";

/** What a session is opened with. */
export interface SessionRequest {
  sessionId: string;
  agent: VoiceAgent;
  ttlSec: number;
  /** Of this call alone; the configured ones when absent. Never stored, never logged. */
  credentials: string | undefined;
}

/** What a client needs to speak with a provider. */
export interface OpenedSession {
  secret: string;
  expiresAtSec: number | null;
  /** Where the client connects. */
  url: string;
  /** The provider's own name of the session, by which events name it; null when it has none yet. */
  providerSessionId: string | null;
  /** What the client hands over when it connects. */
  clientData: JsonObject;
}

/** A request that says it is an event of a provider. */
export interface SignedEvent {
  body: Buffer;
  headers: Readonly<Record<string, string | undefined>>;
  nowMs: number;
}

/** What an event means for a session. */
export interface ProviderEvent {
  /** Never the same for two events. */
  id: string;
  type: string;
  /** Our own id of the session, if the event carries it. */
  sessionId: string | null;
  providerSessionId: string | null;
  /** What becomes of the session; null when it only shows that it lives. */
  moves: "active" | "completed" | "failed" | null;
  reason: string | null;
  summary: string | null;
}

/** One provider of real-time voice. */
export interface VoiceProvider {
  readonly name: VoiceProviderName;
  /** Whether the configuration has credentials; without them each call brings its own. */
  readonly isConfigured: boolean;
  /**
   * Makes a short-lived credential for a client. Fails with `voice_credentials_missing`,
   * `voice_credentials_refused`, `upstream_error`, and `invalid_request_body` for an agent that cannot
   * speak there.
   */
  open(request: SessionRequest): Promise<OpenedSession>;
  /** Whether the request is signed in this provider's way, whatever the signature is worth. */
  claims(event: SignedEvent): boolean;
  /** The event; fails with `invalid_signature` and the exact reason for the log. */
  verify(event: SignedEvent): Promise<ProviderEvent>;
  /** Voices of the provider; a list that could not be had says so in its `reason`. */
  voices(): Promise<readonly VoiceWire[]>;
}
