import { join } from "node:path";
import type { ApplianceContext } from "../appliance-options.ts";
import { standIn } from "../base/settings/live-settings.ts";
import type { BaseParts } from "../base/module.ts";
import type { Module, Start } from "../module.ts";
import type { UplinkModule } from "../uplink/module.ts";
import { Espeak } from "../adapters/espeak/espeak.ts";
import { Aplay, hasSoundCard } from "../adapters/loudspeaker/aplay.ts";
import { FileSink } from "../adapters/loudspeaker/file-sink.ts";
import { ElevenLabsVoice } from "../adapters/voice-providers/elevenlabs.ts";
import { LiveKitVoice } from "../adapters/voice-providers/livekit.ts";
import { OpenAiVoice } from "../adapters/voice-providers/openai.ts";
import type { BoxSpeaker } from "../robots/driver/box-speech.ts";
import { VoiceAgents } from "./agents.ts";
import { BoxVoice } from "./box-voice.ts";
import { escalationSpeaker, incidentSpeaker } from "./incident-speech.ts";
import { previewHandler, previewOperation } from "./preview-operation.ts";
import type { VoiceProvider } from "./provider-port.ts";
import { voiceRoutes } from "./routes/voice-routes.ts";
import { VoiceSessions } from "./sessions.ts";
import type { AudioSink } from "./speech-port.ts";
import { VoiceCatalog } from "./voice-catalog.ts";

type VoiceNeeds = ApplianceContext & BaseParts & UplinkModule;

/** Voice as other modules need it. */
export interface VoiceModule {
  boxVoice: BoxVoice;
  /** The loudspeaker that speaks for a robot; the default for one that names none. */
  speakerOf(name: string | undefined): BoxSpeaker;
}

/** Speech on the box, voice agents, and sessions with real-time providers. */
export async function startVoice(start: Start, parts: VoiceNeeds): Promise<Module<VoiceModule>> {
  const { config, live, events, log, clock } = parts;
  const slot = await live.part(start, {
    name: "voice",
    select: ({ voice: { voice, wordsPerMinute, speakers }, site: { locale } }) => ({
      voice,
      wordsPerMinute,
      speakers,
      locale,
    }),
    make: (settings) => boxVoiceOf(settings, parts),
  });
  const boxVoice = standIn(slot);
  const spokenFrom = live.view(({ voice }) => ({ least: voice.announceIncidents }));
  const speaker = incidentSpeaker(boxVoice, () => spokenFrom.least, log);
  await start("spoken incidents", { stop: events.subscribe(speaker) });
  const spoken = escalationSpeaker(boxVoice, config.site.organisation, log);
  await start("spoken escalations", { stop: events.subscribe(spoken) });
  const providers = providersOf(parts);
  const voices = new VoiceCatalog({ ...parts, voice: boxVoice, providers });
  const agents = new VoiceAgents({ ...parts, voices });
  const sessions = await start(
    "voice sessions",
    new VoiceSessions({ ...parts, agents, providers }),
  );
  const preview = { ...parts, agents, voice: boxVoice };
  const speakerOf = (speaker: string | undefined): BoxSpeaker => ({
    usable: () => boxVoice.usable(speaker),
    say: (text) => boxVoice.say({ text, speaker }),
  });
  return {
    parts: { boxVoice, speakerOf },
    operations: [{ operation: previewOperation(preview), handler: previewHandler(preview) }],
    routes: (http) =>
      voiceRoutes({ agents, sessions, voices: () => voices.all(), clock, log }, http),
  };
}

function boxVoiceOf(
  {
    voice,
    wordsPerMinute,
    speakers,
    locale,
  }: Pick<VoiceNeeds["config"]["voice"], "voice" | "wordsPerMinute" | "speakers"> & {
    locale: string;
  },
  { config, clock, log }: VoiceNeeds,
): BoxVoice {
  const standard = { name: "default", sink: "auto", device: "default" } as const;
  const outputs = speakers.length === 0 ? [standard] : speakers;
  return new BoxVoice({
    synthesizer: new Espeak(),
    speakers: outputs.map(({ name, sink, device }) => ({
      name,
      open: () => sinkOf({ sink, device }, join(config.dataDir, "announcements", name)),
    })),
    voice,
    locale,
    wordsPerMinute,
    clock,
    log,
  });
}

async function sinkOf(
  { sink, device }: { sink: "auto" | "alsa" | "file"; device: string },
  dir: string,
): Promise<AudioSink> {
  if (sink === "file") return new FileSink(dir, "configured so");
  const isPlayable = sink === "alsa" || device !== "default" || (await hasSoundCard());
  return isPlayable ? new Aplay(device) : new FileSink(dir, "this machine has no sound card");
}

/** Every provider exists, so that a call may bring its own credentials; LiveKit needs an address. */
function providersOf({ config, outbound, clock }: VoiceNeeds): VoiceProvider[] {
  const { voice, voiceSecrets: secrets } = config;
  const { openai, elevenlabs, livekit } = voice;
  return [
    new OpenAiVoice({
      outbound,
      baseUrl: openai?.baseUrl ?? "https://api.openai.com",
      model: openai?.model ?? "gpt-realtime",
      ...given("apiKey", secrets.openaiKey),
      ...given("webhookSecret", secrets.openaiWebhook),
    }),
    new ElevenLabsVoice({
      outbound,
      baseUrl: elevenlabs?.baseUrl ?? "https://api.elevenlabs.io",
      ...given("agentId", elevenlabs?.agentId),
      ...given("apiKey", secrets.elevenlabsKey),
      ...given("webhookSecret", secrets.elevenlabsWebhook),
    }),
    ...(livekit
      ? [
          new LiveKitVoice({
            clock,
            url: livekit.url,
            ...given("agentName", livekit.agentName),
            ...given("apiKey", livekit.apiKey),
            ...given("apiSecret", secrets.livekitSecret),
          }),
        ]
      : []),
  ];
}

function given<K extends string>(name: K, value: string | undefined): { [N in K]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [N in K]?: string });
}
