import { resolve } from "node:path";
import { type Static, Type } from "typebox";
import { readSecret } from "../base/settings/secret-files.ts";
import type { Fault } from "../base/contract/explain.ts";
import { choice, count, section, text } from "../base/settings/fields.ts";
import { installDir } from "../base/settings/install-dir.ts";

function file(title: string) {
  return Type.Optional(Type.String({ title, minLength: 1, maxLength: 4096 }));
}

function https(title: string, byDefault: string) {
  return text({ title, default: byDefault, pattern: "^https://[^\\s/?#@]+(/[^\\s?#]*)?$" });
}

const speaker = section("A loudspeaker of the box", {
  name: Type.String({
    title: "Name that robots refer to it by (`speaker`)",
    pattern: "^[a-z][a-z0-9-]{0,31}$",
  }),
  sink: choice(["auto", "alsa", "file"], {
    title:
      "`alsa` plays through the sound device; `file` keeps what is said as WAV files below the data " +
      "directory; `auto`: `alsa` where the machine has a sound card",
    default: "auto",
  }),
  device: text({ title: "Name of the ALSA device", default: "default", maxLength: 200 }),
});

const openai = section("OpenAI Realtime", "restart", {
  api_key_file: file("File with the API key in its first line"),
  webhook_secret_file: file("File with the webhook secret (`whsec_…`) in its first line"),
  base_url: https("Address of the API", "https://api.openai.com"),
  model: text({
    title: "Model for real-time conversations",
    default: "gpt-realtime",
    maxLength: 100,
  }),
  speech_model: text({
    title: "Model for the speech of previews",
    default: "gpt-4o-mini-tts",
    maxLength: 100,
  }),
});

const elevenlabs = section("ElevenLabs agents", "restart", {
  api_key_file: file("File with the API key in its first line"),
  webhook_secret_file: file("File with the webhook secret in its first line"),
  base_url: https("Address of the API", "https://api.elevenlabs.io"),
  agent_id: Type.Optional(
    Type.String({
      title: "ElevenLabs agent for voice agents without a `provider_agent_id`",
      pattern: "^[A-Za-z0-9_-]{1,128}$",
    }),
  ),
  speech_model: text({
    title: "Model for the speech of previews",
    default: "eleven_multilingual_v2",
    maxLength: 100,
  }),
});

const livekit = section("LiveKit", "restart", {
  url: Type.String({
    title: "Address of the LiveKit server to which clients connect",
    pattern: "^wss?://[^\\s/?#@]+(/[^\\s?#]*)?$",
    maxLength: 255,
  }),
  api_key: Type.Optional(
    Type.String({ title: "API key of the LiveKit server", pattern: "^[A-Za-z0-9_-]{1,128}$" }),
  ),
  api_secret_file: file(
    "File with the API secret in its first line. The secret also signs webhooks",
  ),
  agent_name: Type.Optional(
    Type.String({
      title: "Name under which your voice agent is registered. The box invites it into each room",
      minLength: 1,
      maxLength: 100,
    }),
  ),
});

/** Speech on the box, and the real-time providers of voice sessions. */
export const voiceSetting = section("Voice", "live", {
  voice: text({
    title:
      "Voice of announcements, for example `espeak:en-gb`. `auto` selects a voice for the site's language",
    default: "auto",
    maxLength: 64,
  }),
  words_per_minute: count({
    title: "Speed of announcements",
    unit: "words per minute",
    default: 150,
    minimum: 80,
    maximum: 400,
  }),
  announce_incidents: choice(["off", "critical", "warning"], {
    title: "Lowest severity of incidents that the box announces",
    default: "off",
  }),
  speakers: Type.Array(speaker, {
    title:
      "Loudspeakers, the default one first. An empty list means one loudspeaker with the name `default`",
    default: [],
    maxItems: 8,
  }),
  openai: Type.Optional(openai),
  elevenlabs: Type.Optional(elevenlabs),
  livekit: Type.Optional(livekit),
});

/** The section as written. */
export type VoiceYaml = Static<typeof voiceSetting>;

/** Secrets of the providers, read from their files. */
export interface VoiceSecrets {
  openaiKey?: string;
  openaiWebhook?: string;
  elevenlabsKey?: string;
  elevenlabsWebhook?: string;
  livekitSecret?: string;
}

/** Reads the files of the providers. One that cannot be read is a fault. */
export async function readVoiceSecrets(
  voice: VoiceYaml,
): Promise<{ secrets: VoiceSecrets; faults: Fault[] }> {
  const faults: Fault[] = [];
  const secrets: VoiceSecrets = {};
  const take = async (
    name: keyof VoiceSecrets,
    path: string | undefined,
    at: readonly string[],
  ): Promise<void> => {
    if (path === undefined) return;
    const text = await readSecret(resolve(installDir, path));
    if (typeof text === "string") secrets[name] = text;
    else faults.push({ path: ["voice", ...at], message: text.message });
  };
  const { openai: o, elevenlabs: e, livekit: l } = voice;
  await take("openaiKey", o?.api_key_file, ["openai", "api_key_file"]);
  await take("openaiWebhook", o?.webhook_secret_file, ["openai", "webhook_secret_file"]);
  await take("elevenlabsKey", e?.api_key_file, ["elevenlabs", "api_key_file"]);
  await take("elevenlabsWebhook", e?.webhook_secret_file, ["elevenlabs", "webhook_secret_file"]);
  await take("livekitSecret", l?.api_secret_file, ["livekit", "api_secret_file"]);
  return { secrets, faults };
}
