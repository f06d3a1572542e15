import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OutboundClient } from "../../../src/adapters/outbound/outbound-client.ts";
import type { Logger } from "../../../src/base/core/logger.ts";
import { loopbackNetworks, siteCa } from "../notifications/https-receiver.ts";
import { VoiceProviderServer } from "./voice-provider-server.ts";
import type { HttpAnswer } from "../http/ask.ts";
import { Rig } from "../http/rig.ts";

/** A body of POST /voice/agents. */
export const guide = {
  name: "Guide",
  voice_id: "espeak:en-gb",
  system_prompt: "You show people around.",
};

/** The API with voice, in front of a server that plays all providers. */
export class VoiceDoor {
  readonly provider = new VoiceProviderServer();
  readonly dir = mkdtempSync(join(tmpdir(), "gatehouse-voice-"));
  readonly outbound = new OutboundClient({
    allowedNetworks: loopbackNetworks,
    caFile: siteCa().caFile,
    ownPorts: () => [],
  });
  /** Every line of the log. */
  readonly logged: string[] = [];
  readonly log: Logger;
  /** Further rigs to be stopped at the end. */
  readonly dead: Rig[] = [];
  rig!: Rig;

  constructor() {
    const write = (fields: object, message: string): void =>
      void this.logged.push(JSON.stringify(fields) + message);
    const log: Logger = { debug: write, info: write, warn: write, error: write, child: () => log };
    this.log = log;
  }

  async start(): Promise<void> {
    await this.provider.start({ after: () => undefined });
    await this.outbound.start();
    this.rig = await this.rigWith({});
  }

  async stop(): Promise<void> {
    for (const each of [this.rig, ...this.dead]) await each.stop();
    await this.provider.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }

  rigWith(makeVoice: NonNullable<ConstructorParameters<typeof Rig>[0]>["makeVoice"]): Promise<Rig> {
    const { outbound, log, dir } = this;
    const quotas = { createsPerMinute: 100_000, readsPerMinute: 100_000 };
    const more = { baseUrl: this.provider.baseUrl, log, ...makeVoice };
    return new Rig({
      outbound,
      quotas,
      log,
      makeVoice: { dir: join(dir, "spoken"), ...more },
    }).start();
  }

  async newAgent(more: object = {}, on = this.rig): Promise<string> {
    const made = await on.post("/api/v1/voice/agents", { ...guide, provider: "openai", ...more });
    assert.equal(made.status, 201, made.text);
    return made.json.data.id as string;
  }

  async newSession(more: object = {}, headers: Record<string, string> = {}) {
    const agent_id = await this.newAgent(more);
    const made = await this.rig.post("/api/v1/voice/sessions", { agent_id }, headers);
    assert.equal(made.status, 201, made.text);
    return made.json.data as {
      id: string;
      provider_session_id: string;
      client_secret: { value: string };
    };
  }

  async stateOf(id: string): Promise<string> {
    return (await this.rig.ask(`/api/v1/voice/sessions/${id}`)).json.status;
  }

  /** An event of a provider, as it comes in. */
  event(raw: string | Buffer, headers: Record<string, string>): Promise<HttpAnswer> {
    return this.rig.ask("/api/v1/voice/webhooks/realtime", {
      method: "POST",
      key: null,
      raw,
      headers,
    });
  }
}

/** The error's code, or the status of an answer without one. */
export const codeOf = (answer: HttpAnswer): string => answer.json.error?.code ?? `${answer.status}`;
