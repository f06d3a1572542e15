import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Receiver, type Received } from "../notifications/https-receiver.ts";
import { voiceSecrets } from "./make-voice.ts";

/**
 * OpenAI and ElevenLabs as far as sessions and voices need them: a real HTTPS server that refuses what
 * their published interfaces do not take.
 */
export class VoiceProviderServer extends Receiver {
  /** Answers instead of the provider; undefined for its own answer. */
  trouble: ((answer: ServerResponse, received: Received) => void) | undefined;
  /** Keys that are accepted. */
  readonly keys = new Set([voiceSecrets.openaiKey, voiceSecrets.elevenlabsKey]);
  #count = 0;

  constructor() {
    super();
    this.reply = (answer, received) => {
      if (this.trouble) this.trouble(answer, received);
      else this.#answer(answer, received);
    };
  }

  get baseUrl(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  #answer(answer: ServerResponse, received: Received): void {
    const path = received.path.split("?", 1)[0];
    if (received.method === "POST" && path === "/v1/realtime/client_secrets") {
      this.#clientSecret(answer, received);
    } else if (received.method === "GET" && path === "/v1/convai/conversation/token") {
      this.#token(answer, received);
    } else if (received.method === "GET" && path === "/v1/voices") {
      this.#voices(answer, received);
    } else send(answer, 404, { error: { message: "no such path" } });
  }

  #clientSecret(answer: ServerResponse, { headers, body }: Received): void {
    const key = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1];
    if (key === undefined || !this.keys.has(key)) {
      send(answer, 401, { error: { message: `Incorrect API key provided: ${key}` } });
      return;
    }
    const asked = JSON.parse(body) as {
      expires_after?: { anchor?: string; seconds?: number };
      session?: { type?: string; model?: string; instructions?: string; audio?: object };
    };
    const { anchor, seconds = 0 } = asked.expires_after ?? {};
    const { type, model } = asked.session ?? {};
    const isSound =
      anchor === "created_at" && seconds >= 10 && seconds <= 7200 && type === "realtime" && model;
    if (headers["content-type"] !== "application/json" || !isSound) {
      send(answer, 400, { error: { message: "Invalid request" } });
      return;
    }
    this.#count += 1;
    send(answer, 200, {
      value: `ek_secret_${this.#count}`,
      expires_at: Math.floor(Date.now() / 1000) + seconds,
      session: { id: `sess_${this.#count}`, object: "realtime.session", ...asked.session },
    });
  }

  #token(answer: ServerResponse, { headers, path }: Received): void {
    if (!this.keys.has(String(headers["xi-api-key"]))) {
      send(answer, 401, { detail: { status: "invalid_api_key" } });
      return;
    }
    const agent = new URL(path, "https://x").searchParams.get("agent_id");
    if (agent === null || agent === "" || agent === "agent_unknown") {
      send(answer, 404, { detail: { status: "agent_not_found" } });
      return;
    }
    this.#count += 1;
    const claims = { exp: 2_000_000_000, n: this.#count };
    const part = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString("base64url");
    send(answer, 200, { token: `${part({ alg: "HS256" })}.${part(claims)}.c2lnbmF0dXJl` });
  }

  #voices(answer: ServerResponse, { headers }: Received): void {
    if (!this.keys.has(String(headers["xi-api-key"]))) {
      send(answer, 401, {});
      return;
    }
    const labels = { gender: "female", language: "en" };
    send(answer, 200, { voices: [{ voice_id: "21m00Tcm4TlvDq8ikWAM", name: "Rachel", labels }] });
  }
}

function send(answer: ServerResponse, status: number, body: object): void {
  answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Headers of an OpenAI webhook as Standard Webhooks defines them, made apart from the code under test. */
export function openAiHeaders(
  body: string,
  how: { id?: string; atSec?: number; secret?: string } = {},
): Record<string, string> {
  const { id = "wh_1", atSec = Math.floor(Date.now() / 1000) } = how;
  const { secret = voiceSecrets.openaiWebhook } = how;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${atSec}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(atSec),
    "webhook-signature": `v1,${mac}`,
    "content-type": "application/json",
  };
}

/** Headers of an ElevenLabs webhook. */
export function elevenLabsHeaders(
  body: string,
  how: { atSec?: number; secret?: string } = {},
): Record<string, string> {
  const { atSec = Math.floor(Date.now() / 1000), secret = voiceSecrets.elevenlabsWebhook } = how;
  const mac = createHmac("sha256", secret).update(`${atSec}.${body}`).digest("hex");
  return { "elevenlabs-signature": `t=${atSec},v0=${mac}`, "content-type": "application/json" };
}
