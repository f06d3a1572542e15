import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type {
  ListedVoice,
  OpenedSession,
  ProviderEvent,
  SessionRequest,
  SignedEvent,
  VoiceProvider,
} from "../../voice/provider-port.ts";
import { readEvent } from "./event-body.ts";
import { signJwt, verifyLiveKit } from "./jwt.ts";
import { noCredentials } from "./openai.ts";
import { badSignature } from "./signatures.ts";

/** The parts of a token. */
export interface LiveKitOptions {
  clock: Clock;
  url: string;
  agentName?: string;
  apiKey?: string;
  apiSecret?: string;
}

const roomPrefix = "gatehouse-";

/** LiveKit: tokens made on the box, one room per session, and the server's signed webhooks. */
export class LiveKitVoice implements VoiceProvider {
  readonly name = "livekit";
  readonly isConfigured: boolean;
  readonly #options: LiveKitOptions;

  constructor(options: LiveKitOptions) {
    this.#options = options;
    this.isConfigured = options.apiKey !== undefined && options.apiSecret !== undefined;
  }

  async open(request: SessionRequest): Promise<OpenedSession> {
    const { agent, sessionId, ttlSec, credentials } = request;
    const { clock, url, agentName } = this.#options;
    const { apiKey, secret } = this.#credentials(credentials);
    const nowSec = Math.floor(clock.wallMs() / 1000);
    const room = roomPrefix + sessionId;
    const {
      name,
      system_prompt: instructions,
      voice_id: voiceId,
      greeting,
      language,
    } = agent.request;
    const agentMetadata = JSON.stringify({
      session_id: sessionId,
      name,
      instructions,
      voice_id: voiceId,
      greeting,
      language,
    });
    const expiresAtSec = nowSec + ttlSec;
    const token = await signJwt(
      {
        iss: apiKey,
        sub: `client-${sessionId}`,
        nbf: nowSec - 10,
        exp: expiresAtSec,
        video: { room, roomJoin: true, canPublish: true, canSubscribe: true, canPublishData: true },
        ...(agentName === undefined
          ? {}
          : { roomConfig: { agents: [{ agentName, metadata: agentMetadata }] } }),
      },
      secret,
    );
    const clientData = { room };
    return { secret: token, expiresAtSec, url, providerSessionId: room, clientData };
  }

  claims({ headers }: SignedEvent): boolean {
    const { authorization } = headers;
    return (
      authorization !== undefined &&
      headers["webhook-signature"] === undefined &&
      headers["elevenlabs-signature"] === undefined
    );
  }

  async verify({ headers, body, nowMs }: SignedEvent): Promise<ProviderEvent> {
    const { apiKey, apiSecret: secret } = this.#options;
    if (apiKey === undefined || secret === undefined) {
      throw badSignature("voice.livekit.api_key and api_secret_file are not set");
    }
    const token = (headers["authorization"] ?? "").replace(/^Bearer +/i, "");
    await verifyLiveKit({ token, body }, { apiKey, secret }, nowMs);
    const event = readEvent(body);
    const id = event.at("id").text();
    if (id === null) throw badSignature("the event has no id");
    const type = event.at("event").text() ?? "";
    return {
      id,
      type,
      sessionId: null,
      providerSessionId: event.at("room", "name").text(),
      moves: movesOf(type),
      reason: null,
      summary: null,
    };
  }

  voices(): Promise<readonly ListedVoice[]> {
    // Voices belong to the agent program behind the room; the server knows none.
    return Promise.resolve([]);
  }

  #credentials(credentials: string | undefined): { apiKey: string; secret: string } {
    const { apiKey, apiSecret } = this.#options;
    if (credentials !== undefined) {
      const [key = "", secret = ""] = credentials.split(":", 2);
      if (key !== "" && secret !== "") return { apiKey: key, secret };
      const message =
        "X-Voice-Provider-Key: is not a pair for LiveKit. Send <API key>:<API secret>";
      throw fail("voice_credentials_refused", message);
    }
    if (apiKey !== undefined && apiSecret !== undefined) return { apiKey, secret: apiSecret };
    throw noCredentials("livekit", "voice.livekit.api_key and api_secret_file");
  }
}

function movesOf(type: string): ProviderEvent["moves"] {
  switch (type) {
    case "participant_joined":
    case "track_published":
      return "active";
    case "room_finished":
      return "completed";
    default:
      return null;
  }
}
