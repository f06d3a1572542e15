/** Bounds of talks to cameras. */
export const talkLimits = {
  /** One talk, in milliseconds. */
  longestMs: 60_000,
  /** A talk without sound ends after this, in milliseconds. */
  silenceMs: 2000,
  /** The sound of a talk may be ahead of its duration by this, in milliseconds. */
  aheadMs: 500,
  /** One message, in bytes; beyond it the connection is closed (1009). 640 bytes are 20 ms at 16 kHz. */
  messageBytes: 1024,
  /** Talks of one key and of the box; a camera has one. */
  perKey: 4,
  perBox: 16,
} as const;

/** Sampling rates that a client may send, in hertz. */
export const talkRatesHz = [8000, 16_000] as const;

/** A sampling rate that a client may send. */
export type TalkRateHz = (typeof talkRatesHz)[number];

/** What the box knows about a camera's loudspeaker; `unknown` until somebody asks for it the first time. */
export const talkStates = ["unknown", "offered", "absent", "unsupported"] as const;

/** Codecs of loudspeakers. */
export const talkCodecs = ["pcmu", "pcma"] as const;

/** Close codes of the WebSocket by reason; the reason is sent as text too. */
export const talkCloseCodes = {
  cancelled: 4000,
  heartbeat_missed: 4001,
  talk_failed: 4005,
  invalid_message: 4006,
  rate_limited: 4007,
  api_key_revoked: 4008,
  lease_expired: 4010,
  stream_ended: 4014,
  shutting_down: 1001,
} as const;

/** A reason for which the box ended a talk. */
export type TalkCloseReason = keyof typeof talkCloseCodes;
