import { Espeak } from "../../../src/adapters/espeak/espeak.ts";
import { FileSink } from "../../../src/adapters/loudspeaker/file-sink.ts";
import { ElevenLabsVoice } from "../../../src/adapters/voice-providers/elevenlabs.ts";
import { LiveKitVoice } from "../../../src/adapters/voice-providers/livekit.ts";
import { OpenAiVoice } from "../../../src/adapters/voice-providers/openai.ts";
import type { Assets } from "../../../src/base/assets/assets.ts";
import type { Clock } from "../../../src/base/core/clock.ts";
import { type Logger, silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import type { Jobs } from "../../../src/base/jobs/jobs.ts";
import type { BoxSpeaker } from "../../../src/robots/driver/box-speech.ts";
import { VoiceAgents } from "../../../src/voice/agents.ts";
import { BoxVoice } from "../../../src/voice/box-voice.ts";
import { previewHandler, previewOperation } from "../../../src/voice/preview-operation.ts";
import { VoiceSessions } from "../../../src/voice/sessions.ts";
import { VoiceCatalog } from "../../../src/voice/voice-catalog.ts";
import type { Uplink } from "../../../src/uplink/uplink-port.ts";
import type { Outbound } from "../../../src/notifications/webhooks/outbound-port.ts";

/** Secrets of the stand-ins; a test looks for them where they must not be. */
export const voiceSecrets = {
  openaiKey: "sk-openai-canary-7f3a",
  openaiWebhook: `whsec_${Buffer.from("openai webhook canary").toString("base64")}`,
  elevenlabsKey: "el-key-canary-11aa",
  elevenlabsWebhook: "wsec_elevenlabs_canary",
  livekitKey: "APIcanary",
  livekitSecret: "livekit-secret-canary-0123456789",
};

/** What `makeVoice` needs. */
export interface MakeVoice {
  store: Store;
  clock: Clock;
  jobs: Jobs;
  assets: Assets;
  outbound: Outbound;
  /** Where spoken files lie. */
  dir: string;
  /** Makes speech; without it the box speaks everything. */
  uplink?: Pick<Uplink, "ask" | "gate" | "has">;
  /** Address of the providers' stand-in; nobody answers when absent. */
  baseUrl?: string;
  /** Providers have no credentials of the configuration. */
  withoutKeys?: boolean;
  /** The one provider that has credentials all the same. */
  only?: "livekit";
  espeak?: string;
  log?: Logger;
}

const noUplink: NonNullable<MakeVoice["uplink"]> = {
  has: () => false,
  gate: () => ({
    keyOf: () => null,
    closed: () => null,
    opened: () => undefined,
    starting: () => undefined,
    left: () => undefined,
  }),
  ask: () => Promise.reject(new Error("nothing makes speech")),
};

/** Voice with real speech, all three providers, and their operation registered. */
export function makeVoice(parts: MakeVoice) {
  const { store, clock, jobs, assets, outbound, dir, log = silentLogger } = parts;
  const { baseUrl = "https://127.0.0.1:9", withoutKeys = false } = parts;
  const key = (value: string): { apiKey?: string } => (withoutKeys ? {} : { apiKey: value });
  const boxVoice = new BoxVoice({
    synthesizer: new Espeak(parts.espeak),
    speakers: [{ name: "default", open: async () => new FileSink(dir, "a test") }],
    voice: "auto",
    locale: "en",
    wordsPerMinute: 300,
    clock,
    log,
  });
  const providers = [
    new OpenAiVoice({
      outbound,
      baseUrl,
      model: "gpt-realtime",
      ...key(voiceSecrets.openaiKey),
      webhookSecret: voiceSecrets.openaiWebhook,
    }),
    new ElevenLabsVoice({
      outbound,
      baseUrl,
      ...key(voiceSecrets.elevenlabsKey),
      webhookSecret: voiceSecrets.elevenlabsWebhook,
    }),
    new LiveKitVoice({
      clock,
      url: "wss://livekit.example.org",
      agentName: "guide",
      ...(withoutKeys && parts.only !== "livekit"
        ? {}
        : { apiKey: voiceSecrets.livekitKey, apiSecret: voiceSecrets.livekitSecret }),
    }),
  ];
  const { uplink = noUplink } = parts;
  const voices = new VoiceCatalog({ voice: boxVoice, providers, uplink });
  const agents = new VoiceAgents({ store, clock, voices });
  const sessions = new VoiceSessions({ store, clock, log, agents, providers });
  const preview = { agents, voice: boxVoice, assets, clock, uplink };
  jobs.operations.register(previewOperation(preview));
  jobs.register(previewHandler(preview));
  return {
    boxVoice,
    sessions,
    facade: { agents, sessions, voices: () => voices.all() },
  };
}

/** The loudspeaker of the box for a robot. */
export function speakerOf(voice: BoxVoice, speaker: string | undefined): BoxSpeaker {
  return { usable: () => voice.usable(speaker), say: (text) => voice.say({ text, speaker }) };
}
