import type { JsonObject } from "../../base/jobs/job.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { createHash } from "node:crypto";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type {
  ListedVoice,
  OpenedSession,
  ProviderEvent,
  SessionRequest,
  SignedEvent,
  VoiceProvider,
} from "../../voice/provider-port.ts";
import type { Outbound } from "../../notifications/webhooks/outbound-port.ts";
import { askProvider, upstream } from "./ask.ts";
import { readEvent, Reader } from "./event-body.ts";
import { expiryOf } from "./jwt.ts";
import { noCredentials } from "./openai.ts";
import { badSignature, verifyElevenLabs } from "./signatures.ts";
import { voiceLimits } from "../../voice/voice-terms.ts";

/** The options of the provider. */
export interface ElevenLabsOptions {
  outbound: Outbound;
  baseUrl: string;
  agentId?: string;
  apiKey?: string;
  webhookSecret?: string;
}

/** Variable of a conversation that carries our own id of its session. */
const sessionVariable = "gatehouse_session_id";
/** The interval between reads of the list of voices, in milliseconds. */
const listMs = 300_000;

/** ElevenLabs: tokens of conversations, and the webhooks after them. */
export class ElevenLabsVoice implements VoiceProvider {
  readonly name = "elevenlabs";
  readonly isConfigured: boolean;
  readonly #options: ElevenLabsOptions;
  #list: { atMs: number; voices: Promise<readonly ListedVoice[]> } | undefined;

  constructor(options: ElevenLabsOptions) {
    this.#options = options;
    this.isConfigured = options.apiKey !== undefined;
  }

  async open({ agent, credentials, sessionId }: SessionRequest): Promise<OpenedSession> {
    const { outbound, baseUrl, apiKey } = this.#options;
    const key = credentials ?? apiKey;
    if (key === undefined) throw noCredentials("elevenlabs", "voice.elevenlabs.api_key_file");
    const agentId = agent.request.provider_agent_id ?? this.#options.agentId;
    if (agentId === undefined) {
      const message =
        "agent_id: the agent names no provider_agent_id. Set it, or voice.elevenlabs.agent_id";
      throw fail("invalid_request_body", message, { param: "agent_id" });
    }
    const { token } = await askProvider(outbound, "ElevenLabs", {
      method: "GET",
      url: `${baseUrl}/v1/convai/conversation/token?agent_id=${encodeURIComponent(agentId)}`,
      headers: { "xi-api-key": key },
    });
    if (typeof token !== "string" || token === "") throw upstream("ElevenLabs gave no token");
    return {
      secret: token,
      expiresAtSec: expiryOf(token),
      url: baseUrl,
      providerSessionId: null,
      clientData: clientDataOf(agent.request, sessionId),
    };
  }

  claims({ headers }: SignedEvent): boolean {
    return headers["elevenlabs-signature"] !== undefined;
  }

  async verify({ headers, body, nowMs }: SignedEvent): Promise<ProviderEvent> {
    const { webhookSecret } = this.#options;
    const header = headers["elevenlabs-signature"];
    if (webhookSecret === undefined || header === undefined) {
      throw badSignature("voice.elevenlabs.webhook_secret_file is not set");
    }
    verifyElevenLabs({ header, body }, webhookSecret, nowMs);
    const event = readEvent(body);
    const type = event.at("type").text() ?? "";
    const variables = event.at("data", "conversation_initiation_client_data", "dynamic_variables");
    return {
      // The provider's events have no id; the same body is the same event.
      id: createHash("sha256").update(body).digest("hex"),
      type,
      sessionId: variables.at(sessionVariable).text(64),
      providerSessionId: event.at("data", "conversation_id").text(),
      ...outcomeOf(type, event),
    };
  }

  voices(): Promise<readonly ListedVoice[]> {
    const nowMs = performance.now();
    if (!this.#list || nowMs - this.#list.atMs > listMs) {
      this.#list = { atMs: nowMs, voices: this.#ask() };
    }
    return this.#list.voices;
  }

  async #ask(): Promise<readonly ListedVoice[]> {
    const { outbound, baseUrl, apiKey } = this.#options;
    if (apiKey === undefined) return [unlisted("needs voice.elevenlabs.api_key_file")];
    try {
      const answer = await askProvider(outbound, "ElevenLabs", {
        method: "GET",
        url: `${baseUrl}/v1/voices`,
        headers: { "xi-api-key": apiKey },
      });
      return new Reader(answer).at("voices").list().slice(0, 500).flatMap(voiceOf);
    } catch (error) {
      this.#list = undefined;
      return [unlisted(GatehouseError.find(error)?.message ?? "the list could not be read")];
    }
  }
}

function clientDataOf(
  agent: { system_prompt: string; greeting?: string; language?: string; voice_id: string },
  sessionId: string,
): JsonObject {
  const { system_prompt: prompt, greeting, language, voice_id: voiceId } = agent;
  const own = "elevenlabs:";
  return {
    dynamic_variables: { [sessionVariable]: sessionId },
    conversation_config_override: {
      agent: {
        prompt: { prompt },
        ...omitUndefined({ first_message: greeting }),
        ...(language === undefined ? {} : { language: language.split("-", 1)[0] }),
      },
      ...(voiceId.startsWith(own) ? { tts: { voice_id: voiceId.slice(own.length) } } : {}),
    },
  };
}

function outcomeOf(
  type: string,
  event: Reader,
): Pick<ProviderEvent, "moves" | "reason" | "summary"> {
  if (type === "call_initiation_failure") {
    return { moves: "failed", reason: event.at("data", "failure_reason").text(), summary: null };
  }
  if (type !== "post_call_transcription") return { moves: null, reason: null, summary: null };
  const isFailed = event.at("data", "status").text() === "failed";
  const reason = event.at("data", "metadata", "termination_reason").text();
  const summary = event
    .at("data", "analysis", "transcript_summary")
    .text(voiceLimits.summaryLength);
  return { moves: isFailed ? "failed" : "completed", reason: isFailed ? reason : null, summary };
}

function voiceOf(voice: Reader): ListedVoice[] {
  const id = voice.at("voice_id").text(64);
  if (id === null) return [];
  const language = voice.at("labels", "language").text(16);
  return [
    {
      id: `elevenlabs:${id}`,
      name: voice.at("name").text(100) ?? id,
      languages: [language ?? "mul"],
      gender: voice.at("labels", "gender").text(16),
      source: "elevenlabs",
      isAvailable: true,
      reason: null,
    },
  ];
}

/** Stands for the provider's voices while its list is unavailable. */
function unlisted(reason: string): ListedVoice {
  return {
    id: "elevenlabs:unknown",
    name: "Voices of ElevenLabs",
    languages: [],
    gender: null,
    source: "elevenlabs",
    isAvailable: false,
    reason,
  };
}
