import { fail } from "../../base/contract/fail.ts";
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
import { readEvent, type Reader } from "./event-body.ts";
import { badSignature, verifyStandardWebhook } from "./signatures.ts";

/** The options of the provider; without `apiKey` each call needs its own credentials. */
export interface OpenAiOptions {
  outbound: Outbound;
  baseUrl: string;
  model: string;
  apiKey?: string;
  webhookSecret?: string;
}

/** Voices of real-time models as OpenAI documents them; it has no list of them to ask for. */
const voiceNames = [
  "alloy",
  "ash",
  "ballad",
  "cedar",
  "coral",
  "echo",
  "marin",
  "sage",
  "shimmer",
  "verse",
] as const;
/** SIP header with the session of a call. */
const sessionHeader = "x-gatehouse-session";

/** OpenAI Realtime: client secrets, and the webhook of incoming SIP calls. */
export class OpenAiVoice implements VoiceProvider {
  readonly name = "openai";
  readonly isConfigured: boolean;
  readonly #options: OpenAiOptions;

  constructor(options: OpenAiOptions) {
    this.#options = options;
    this.isConfigured = options.apiKey !== undefined;
  }

  async open({ agent, ttlSec, credentials, sessionId }: SessionRequest): Promise<OpenedSession> {
    const { outbound, baseUrl, model, apiKey } = this.#options;
    const key = credentials ?? apiKey;
    if (key === undefined) throw noCredentials("openai", "voice.openai.api_key_file");
    const { voice_id: voiceId, system_prompt: instructions } = agent.request;
    const voice = voiceId.startsWith("openai:") ? voiceId.slice("openai:".length) : undefined;
    const answer = await askProvider(outbound, "OpenAI", {
      method: "POST",
      url: `${baseUrl}/v1/realtime/client_secrets`,
      headers: { authorization: `Bearer ${key}` },
      body: {
        expires_after: { anchor: "created_at", seconds: ttlSec },
        session: {
          type: "realtime",
          model,
          instructions,
          ...(voice === undefined ? {} : { audio: { output: { voice } } }),
        },
      },
    });
    const { value, expires_at: expiresAt, session } = answer;
    if (typeof value !== "string" || value === "") throw upstream("OpenAI gave no client secret");
    const { id } = (session ?? {}) as { id?: unknown };
    return {
      secret: value,
      expiresAtSec: typeof expiresAt === "number" ? expiresAt : null,
      url: `${baseUrl}/v1/realtime/calls`,
      providerSessionId: typeof id === "string" ? id.slice(0, 200) : null,
      clientData: { model, sip_headers: { "X-Gatehouse-Session": sessionId } },
    };
  }

  claims({ headers }: SignedEvent): boolean {
    return headers["webhook-signature"] !== undefined;
  }

  async verify({ headers, body, nowMs }: SignedEvent): Promise<ProviderEvent> {
    const { webhookSecret } = this.#options;
    if (webhookSecret === undefined)
      throw badSignature("voice.openai.webhook_secret_file is not set");
    const {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signature,
    } = headers;
    if (id === undefined || timestamp === undefined || signature === undefined) {
      throw badSignature("a header of Standard Webhooks is missing");
    }
    verifyStandardWebhook({ id, timestamp, signature, body }, webhookSecret, nowMs);
    const event = readEvent(body);
    const type = event.at("type").text() ?? "";
    return {
      id,
      type,
      sessionId: sessionHeaderOf(event),
      providerSessionId:
        event.at("data", "call_id").text() ?? event.at("data", "session_id").text(),
      moves: movesOf(type),
      reason: null,
      summary: null,
    };
  }

  voices(): Promise<readonly ListedVoice[]> {
    const isUsable = this.#options.apiKey !== undefined;
    return Promise.resolve(
      voiceNames.map((name) => ({
        id: `openai:${name}`,
        name,
        languages: ["mul"],
        gender: null,
        source: "openai" as const,
        isAvailable: isUsable,
        reason: isUsable ? null : "needs voice.openai.api_key_file, or X-Voice-Provider-Key",
      })),
    );
  }
}

/** The provider requires the caller's identity. */
export function noCredentials(provider: string, setting: string) {
  const message = `${provider}: has no key. Send X-Voice-Provider-Key, or set ${setting}`;
  return fail("voice_credentials_missing", message);
}

function sessionHeaderOf(event: Reader): string | null {
  const headers = event.at("data", "sip_headers").list();
  const own = headers.find((each) => each.at("name").text()?.toLowerCase() === sessionHeader);
  return own?.at("value").text(64) ?? null;
}

/** OpenAI reports only the beginning of a call; the caller who completes the session reports its end. */
function movesOf(type: string): ProviderEvent["moves"] {
  return type === "realtime.call.incoming" ? "active" : null;
}
