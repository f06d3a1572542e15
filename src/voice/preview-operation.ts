import type { Assets } from "../base/assets/assets.ts";
import { fail } from "../base/contract/fail.ts";
import { voicePreviewInputSchema } from "./wire/voice.ts";
import type { EndpointKind } from "../uplink/uplink-terms.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Job } from "../base/jobs/job.ts";
import type { JobContext, JobHandler, Operation } from "../base/jobs/operation.ts";
import { defineOperation } from "../base/jobs/operation.ts";
import { uplinkDeadlineMs } from "../uplink/deadlines.ts";
import type { Uplink } from "../uplink/uplink-port.ts";
import { greetingOf, type VoiceAgents } from "./agents.ts";
import type { BoxVoice } from "./box-voice.ts";
import { plainWav, wavFacts } from "./wav.ts";

/** The parts of previews. */
export interface PreviewParts {
  agents: VoiceAgents;
  voice: BoxVoice;
  assets: Pick<Assets, "put" | "url">;
  clock: Clock;
  uplink: Pick<Uplink, "ask" | "gate" | "has">;
}

/** Kinds of endpoints that know a provider's voices by name. */
const kindsOf: Readonly<Record<string, readonly EndpointKind[]>> = {
  openai: ["openai", "openai-compatible"],
  elevenlabs: ["elevenlabs"],
};

/** Life of a preview in milliseconds, as of all generated assets (decisions, 3). */
const keptMs = 14 * 24 * 3_600_000;

/** The job that speaks an agent's greeting. Its text is fixed when the job is accepted. */
export function previewOperation({ agents, voice, uplink }: PreviewParts): Operation {
  return defineOperation({
    namespace: "voice",
    method: "preview",
    summary: "Speak an agent's greeting, or a text, as a WAV file",
    scope: "voice:write",
    isTool: true,
    jobType: "voice.preview",
    path: "/voice/agents/:agent_id/preview",
    inputSchema: voicePreviewInputSchema,
    prepare(input, caller) {
      const agent = agents.find(caller.org, input.agent_id);
      const { voice_id: voiceId, language } = agent.request;
      const need = needOf(voiceId);
      const isByEndpoint = need !== null && uplink.has(need);
      const usable = voice.canSpeak();
      if (!isByEndpoint && !usable.available) throw fail("feature_disabled", usable.reason);
      const text = input.text ?? greetingOf(agent);
      return {
        inputEcho: {
          agent_id: agent.id,
          text,
          voice_id: voiceId,
          spoken_by: isByEndpoint ? "endpoint" : "box",
        },
        input: { text, voiceId, language: language ?? null },
        ...(isByEndpoint ? { deadlineMs: uplinkDeadlineMs.voice } : { maxAttempts: 3 }),
      };
    },
  });
}

/**
 * Generates the preview: through the endpoint for speech, which the job waits for while it is away, or on the
 * box, which replaces a provider's voice with one of its own; the answer says so.
 */
export function previewHandler(parts: PreviewParts): JobHandler {
  const { assets, clock, uplink } = parts;
  return {
    type: "voice.preview",
    concurrency: 2,
    gate: uplink.gate(({ inputEcho }) =>
      isByEndpoint(inputEcho) ? needOf(inputEcho["voice_id"]) : null,
    ),
    async run(context: JobContext<PreviewInput>) {
      const { job, update, input } = context;
      await update({ phase: "speak" });
      const { bytes, voiceId, spokenBy } = isByEndpoint(job.inputEcho)
        ? await spokenByEndpoint(parts, context, input)
        : await spokenByBox(parts, context, input);
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
            voice_id: voiceId,
            requested_voice_id: input.voiceId,
            spoken_by: spokenBy,
          },
        },
        resultUrl: url,
      };
    },
  };
}

/** Input of a preview job, as the store has it. */
type PreviewInput = { text: string; voiceId: string; language: string | null };

interface Spoken {
  bytes: Buffer;
  voiceId: string;
  /** `espeak-ng`, or the name of the endpoint. */
  spokenBy: string;
}

function isByEndpoint(inputEcho: Job["inputEcho"]): boolean {
  return inputEcho["spoken_by"] === "endpoint";
}

/** Returns the need of a voice for the uplink; null for voices of the box. */
function needOf(voiceId: unknown) {
  const kinds = kindsOf[String(voiceId).split(":", 1)[0]!];
  return kinds ? ({ capability: "speech", dataClass: "voice", kinds } as const) : null;
}

async function spokenByEndpoint(
  { uplink }: PreviewParts,
  context: JobContext,
  { text, voiceId }: PreviewInput,
): Promise<Spoken> {
  const voice = voiceId.slice(voiceId.indexOf(":") + 1);
  const request = () => ({ text, voice, format: "wav" }) as const;
  const ask = { ...needOf(voiceId)!, step: "speak", request };
  const { audio, routing } = await uplink.ask(context, ask);
  await context.update({ routing });
  const bytes = plainWav(audio);
  if (!bytes) {
    const message = "audio: the endpoint's speech is not a WAV file. Use another endpoint";
    throw fail("upstream_answer_invalid", message);
  }
  return { bytes, voiceId, spokenBy: routing.endpoint };
}

async function spokenByBox(
  { voice }: PreviewParts,
  { signal }: JobContext,
  { text, voiceId: requestedId, language }: PreviewInput,
): Promise<Spoken> {
  const voiceId = await chosen(voice, requestedId, language);
  return { bytes: await voice.speak(text, { voiceId, signal }), voiceId, spokenBy: "espeak-ng" };
}

/** Returns the voice itself where the box has it, else one of the agent's language. */
async function chosen(voice: BoxVoice, voiceId: string, language: string | null): Promise<string> {
  const own = (await voice.voices()).some(({ id }) => id === voiceId);
  return own ? voiceId : await voice.voiceFor(language ?? undefined);
}
