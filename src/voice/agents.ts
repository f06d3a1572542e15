import type { VoiceAgent } from "./agent-record.ts";
import { fail } from "../base/contract/fail.ts";
import type { VoiceAgentCreate, VoiceAgentPatch } from "./agent-document.ts";
import type { Clock } from "../base/core/clock.ts";
import { uuidv7 } from "../base/core/ids.ts";
import type { Store, StoreKey, StoreTransaction } from "../base/core/store.ts";
import type { VoiceCatalog } from "./voice-catalog.ts";
import { voiceLimits } from "./voice-terms.ts";

const key = (org: string, id: string): StoreKey => [org, "voice-agent", id.toLowerCase()];

/** Voice agents of all organisations; undefined for an unknown one and for another organisation's. */
export class VoiceAgents {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #voices: Pick<VoiceCatalog, "check">;

  constructor(parts: { store: Store; clock: Clock; voices: Pick<VoiceCatalog, "check"> }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#voices = parts.voices;
  }

  /** Returns agents, oldest first. */
  list(org: string): VoiceAgent[] {
    return this.#store
      .range<VoiceAgent>({ prefix: [org, "voice-agent"] })
      .map(({ value }) => value);
  }

  get(org: string, id: string): VoiceAgent | undefined {
    return this.#store.get<VoiceAgent>(key(org, id));
  }

  /** As `get`, but fails with `not_found` for an unknown one. */
  find(org: string, id: string): VoiceAgent {
    const agent = this.get(org, id);
    if (agent) return agent;
    const message = "agent_id: no such voice agent exists. Send the id of a stored agent";
    throw fail("not_found", message, { param: "agent_id" });
  }

  /** `onStored` runs in the transaction. Fails with `conflict` at the limit, and as `VoiceCatalog.check`. */
  async create(
    org: string,
    request: VoiceAgentCreate,
    onStored?: (tx: StoreTransaction, created: VoiceAgent) => void,
  ): Promise<VoiceAgent> {
    await this.#voices.check(request.voice_id, "voice_id");
    const nowMs = this.#clock.wallMs();
    const id = uuidv7(nowMs);
    const agent: VoiceAgent = { v: 1, id, org, request, createdAtMs: nowMs, updatedAtMs: nowMs };
    return await this.#store.transact((tx) => {
      if (tx.count([org, "voice-agent"]) >= voiceLimits.agents) {
        throw fail(
          "conflict",
          `name: the organisation has ${voiceLimits.agents} voice agents. Delete one first`,
        );
      }
      tx.put(key(org, id), agent);
      onStored?.(tx, agent);
      return agent;
    });
  }

  /**
   * Changes the given fields; null removes an optional one. Running sessions keep their settings. Fails as
   * `VoiceCatalog.check` for another voice.
   */
  async patch(org: string, id: string, change: VoiceAgentPatch): Promise<VoiceAgent | undefined> {
    const isNewVoice = change.voice_id !== this.get(org, id)?.request.voice_id;
    if (change.voice_id !== undefined && isNewVoice) {
      await this.#voices.check(change.voice_id, "voice_id");
    }
    return await this.#store.transact((tx) => {
      const before = tx.get<VoiceAgent>(key(org, id));
      if (!before) return undefined;
      const fields = Object.entries({ ...before.request, ...change });
      const request = Object.fromEntries(
        fields.filter(([, value]) => value !== null),
      ) as VoiceAgentCreate;
      const after = { ...before, request, updatedAtMs: this.#clock.wallMs() };
      tx.put(key(org, id), after);
      return after;
    });
  }

  /** Removes the agent; its sessions stay. False for an unknown one. */
  async remove(org: string, id: string): Promise<boolean> {
    return await this.#store.transact(
      (tx) => {
        const isThere = tx.get(key(org, id)) !== undefined;
        if (isThere) tx.remove(key(org, id));
        return isThere;
      },
      { essential: true },
    );
  }
}

/** Returns the agent's first words. */
export function greetingOf({ request }: VoiceAgent): string {
  return request.greeting ?? `Hello, this is ${request.name}.`;
}
