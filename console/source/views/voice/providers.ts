/** Names of makers, the same in every language. */
export const providers = {
  openai: "OpenAI",
  elevenlabs: "ElevenLabs",
  livekit: "LiveKit",
} as const;
