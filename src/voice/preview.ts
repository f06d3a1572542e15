import type { Assets } from "../assets/assets.ts";
import { fail } from "../contract/fail.ts";
import { type VoicePreviewInput, voicePreviewInputSchema } from "../contract/voice.ts";
import type { Clock } from "../core/clock.ts";
import type { JobHandler, Operation } from "../jobs/operation.ts";
import { greetingOf, type VoiceAgents } from "./agents.ts";
import type { BoxVoice } from "./box-voice.ts";
import { wavFacts } from "./wav.ts";

/** What previews work with. */
export interface PreviewParts {
  agents: VoiceAgents;
  voice: BoxVoice;
  assets: Pick<Assets, "put" | "url">;
  clock: Clock;
}

/** Life of a preview, in milliseconds: as long as any generated thing (decisions, 3). */
const keptMs = 14 * 24 * 3_600_000;

/** The job that speaks an agent's greeting. What it says is fixed when it is accepted. */
export function previewOperation({ agents, voice }: PreviewParts): Operation {
  return {
    namespace: "voice",
    method: "preview",
    summary: "Speak an agent's greeting, or a text, as a WAV file",
    scope: "voice:write",
    jobType: "voice.preview",
    path: "/voice/agents/:agent_id/preview",
    inputSchema: voicePreviewInputSchema,
    prepare(input: VoicePreviewInput, caller) {
      const agent = agents.get(caller.org, input.agent_id);
      if (!agent) throw fail("not_found", "There is no such voice agent", { param: "agent_id" });
      const usable = voice.canSpeak();
      if (!usable.available) throw fail("feature_disabled", usable.reason);
      const text = input.text ?? greetingOf(agent);
      const { voice_id: voiceId, language } = agent.request;
      return {
        inputEcho: { agent_id: agent.id, text },
        input: { text, voiceId, language: language ?? null },
        maxAttempts: 3,
      };
    },
  } as Operation;
}

/** Does the preview on the box. A voice of a provider is stood in for by one of the box, and says so. */
export function previewHandler({ voice, assets, clock }: PreviewParts): JobHandler {
  return {
    type: "voice.preview",
    concurrency: 2,
    async run({ job, input, signal, update }) {
      const { text, voiceId, language } = input as {
        text: string;
        voiceId: string;
        language: string | null;
      };
      await update({ phase: "speak" });
      const wanted = await chosen(voice, voiceId, language);
      const bytes = await voice.speak(text, { voiceId: wanted, signal });
      const { sampleRateHz, durationSec } = wavFacts(bytes);
      await update({ phase: "store" });
      const { id } = await assets.put({
        org: job.org,
        bytes,
        mime: "audio/wav",
        ext: "wav",
        class: "generated",
        expiresAtMs: clock.wallMs() + keptMs,
        jobId: job.id,
      });
      const url = assets.url(job.org, id);
      return {
        payload: {
          audio_url: url,
          output: {
            audio_url: url,
            format: "wav",
            sample_rate_hz: sampleRateHz,
            duration_seconds: Math.round(durationSec * 1000) / 1000,
            voice_id: wanted,
            requested_voice_id: voiceId,
            spoken_by: "espeak-ng",
          },
        },
        resultUrl: url,
      };
    },
  };
}

/** The voice itself where the box has it, else one of the agent's language. */
async function chosen(voice: BoxVoice, voiceId: string, language: string | null): Promise<string> {
  const own = (await voice.voices()).some(({ id }) => id === voiceId);
  return own ? voiceId : await voice.voiceFor(language ?? undefined);
}
