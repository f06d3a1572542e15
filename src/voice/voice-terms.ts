/** Providers of real-time voice sessions. */
export const voiceProviders = ["openai", "elevenlabs", "livekit"] as const;

/** A provider of real-time voice sessions. */
export type VoiceProviderName = (typeof voiceProviders)[number];

/** States of a voice session; the last three end it. */
export const voiceSessionStates = ["created", "active", "completed", "failed", "expired"] as const;

/** A state of a voice session. */
export type VoiceSessionState = (typeof voiceSessionStates)[number];

/** Bounds of the voice part; requests beyond them are refused. */
export const voiceLimits = {
  /** Of one organisation. */
  agents: 200,
  /** Sessions stored for one organisation; the oldest ended ones are removed first. */
  sessions: 1000,
  nameLength: 100,
  promptLength: 8000,
  greetingLength: 1000,
  summaryLength: 4000,
  /** Life of a client secret, in seconds (OpenAI's bounds hold for all). */
  ttlMinSec: 10,
  ttlMaxSec: 7200,
  ttlDefaultSec: 600,
  /** An active session without any event ends after this, in milliseconds (notes, 1.8). */
  idleMs: 2 * 3_600_000,
  /** Body of a provider's event (notes, 1.8). */
  eventBytes: 256 * 1024,
  /** An event's id is remembered for this long, in milliseconds. */
  eventMs: 72 * 3_600_000,
  /** Events of one address in a minute. */
  eventsPerMinute: 600,
} as const;
