import type { JsonObject } from "../base/jobs/job.ts";
import type { VoiceAgent } from "./agent-record.ts";
import type { VoiceProviderName } from "./voice-terms.ts";

/** The parameters of a new session. */
export interface SessionRequest {
  sessionId: string;
  agent: VoiceAgent;
  ttlSec: number;
  /** Credentials of this call alone; the configured ones when absent. Never stored, never logged. */
  credentials: string | undefined;
}

/** The data with which a client connects to a provider. */
export interface OpenedSession {
  secret: string;
  expiresAtSec: number | null;
  /** The address that the client connects to. */
  url: string;
  /** The provider's own session id, which its events carry; null when it has none yet. */
  providerSessionId: string | null;
  /** Data that the client sends when it connects. */
  clientData: JsonObject;
}

/** A request that claims to be an event of a provider. */
export interface SignedEvent {
  body: Buffer;
  headers: Readonly<Record<string, string | undefined>>;
  nowMs: number;
}

/** The meaning of an event for a session. */
export interface ProviderEvent {
  /** Unique for each event. */
  id: string;
  type: string;
  /** This box's id of the session, if the event carries it. */
  sessionId: string | null;
  providerSessionId: string | null;
  /** The session's new state; null when the event only shows that it is alive. */
  moves: "active" | "completed" | "failed" | null;
  reason: string | null;
  summary: string | null;
}

/** A voice in the list of a source. */
export interface ListedVoice {
  /** `<source>:<name>`. */
  id: string;
  name: string;
  /** BCP 47; `mul` for a voice of any language. */
  languages: readonly string[];
  gender: string | null;
  source: "box" | "openai" | "elevenlabs";
  isAvailable: boolean;
  /** The reason why it is unavailable; null otherwise. */
  reason: string | null;
}

/** One provider of real-time voice. */
export interface VoiceProvider {
  readonly name: VoiceProviderName;
  /** True when the configuration has credentials; without them each call brings its own. */
  readonly isConfigured: boolean;
  /**
   * Creates a short-lived credential for a client. Fails with `voice_credentials_missing`,
   * `voice_credentials_refused`, `upstream_error`, and `invalid_request_body` for an agent that cannot
   * speak there.
   */
  open(request: SessionRequest): Promise<OpenedSession>;
  /** True when the request is signed in this provider's way, whether or not the signature is valid. */
  claims(event: SignedEvent): boolean;
  /** Returns the event; fails with `invalid_signature` and the exact reason for the log. */
  verify(event: SignedEvent): Promise<ProviderEvent>;
  /** Returns the provider's voices; an unavailable list has a `reason`. */
  voices(): Promise<readonly ListedVoice[]>;
}
