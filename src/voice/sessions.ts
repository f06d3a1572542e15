import { fail } from "../base/contract/fail.ts";
import type { Clock, Timer } from "../base/core/clock.ts";
import { describeError } from "../base/core/errors.ts";
import { uuidv7 } from "../base/core/ids.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Part } from "../base/core/parts.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../base/core/store.ts";
import type { VoiceAgents } from "./agents.ts";
import { EventMemory } from "./event-memory.ts";
import type { OpenedSession, ProviderEvent, SignedEvent, VoiceProvider } from "./provider-port.ts";
import { sessionProvider } from "./session-provider.ts";
import { voiceLimits, type VoiceProviderName, type VoiceSessionState } from "./voice-terms.ts";

/** A session as stored; plain data, without any credential. */
export interface VoiceSession {
  v: 1;
  id: string;
  org: string;
  agentId: string;
  agentName: string;
  provider: VoiceProviderName;
  providerSessionId: string | null;
  state: VoiceSessionState;
  summary: string | null;
  reason: string | null;
  metadata: { readonly [name: string]: string };
  events: number;
  createdAtMs: number;
  expiresAtMs: number;
  startedAtMs: number | null;
  lastEventAtMs: number | null;
  endedAtMs: number | null;
}

/** A session as of now. */
export interface ShownSession {
  session: VoiceSession;
  /** True when its agent no longer exists. */
  isAgentDeleted: boolean;
}

/** A new session with the data for its client. */
export interface CreatedSession extends ShownSession {
  opened: OpenedSession;
}

/** The session that a caller wants. */
export interface SessionOrder {
  agentId: string;
  provider?: VoiceProviderName | undefined;
  ttlSec?: number | undefined;
  metadata?: VoiceSession["metadata"] | undefined;
  /** Credentials of this call alone; the configured ones when absent. */
  credentials: string | undefined;
}

/** The parts of `VoiceSessions`. */
export interface VoiceSessionsParts {
  store: Store;
  clock: Clock;
  log: Logger;
  agents: VoiceAgents;
  providers: readonly VoiceProvider[];
}

/** Runs in the transaction that stores a new session. */
type OnStored = (tx: StoreTransaction, created: CreatedSession) => void;

const sweepMs = 60_000;
/** Keeps a transaction far below 100 keys. */
const batch = 20;

const key = (org: string, id: string): StoreKey => [org, "voice-session", id.toLowerCase()];
const nameKey = (provider: string, id: string): StoreKey => ["box", "voice-name", provider, id];
const ownerKey = (id: string): StoreKey => ["box", "voice-owner", id.toLowerCase()];
const dueKey = (atMs: number, id: string): StoreKey => ["box", "voice-due", atMs, id];

/**
 * Voice sessions: created → active → completed, failed or expired. A session that did not begin in
 * time, or that sent no event for 2 h, expires; its client may still complete it.
 */
export class VoiceSessions implements Part {
  readonly #parts: VoiceSessionsParts;
  readonly #memory: EventMemory;
  #timer: Timer | undefined;

  constructor(parts: VoiceSessionsParts) {
    this.#parts = parts;
    this.#memory = new EventMemory(parts.store);
  }

  start(): void {
    this.#timer = this.#parts.clock.every(sweepMs, () => void this.sweep());
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /**
   * Opens a session at the provider, then stores it. Fails with `not_found` for an unknown agent, with
   * `voice_credentials_missing`, and as `sessionProvider` and `VoiceProvider.open`.
   */
  async create(org: string, order: SessionOrder, onStored?: OnStored): Promise<CreatedSession> {
    const { store, clock, agents } = this.#parts;
    const agent = agents.find(org, order.agentId);
    const provider = sessionProvider(this.#parts.providers, agent, order.provider);
    const { ttlSec = voiceLimits.ttlDefaultSec, credentials, metadata = {} } = order;
    const id = uuidv7(clock.wallMs());
    const opened = await provider.open({ sessionId: id, agent, ttlSec, credentials });
    const createdAtMs = clock.wallMs();
    const session: VoiceSession = {
      v: 1,
      id,
      org,
      agentId: agent.id,
      agentName: agent.request.name,
      provider: provider.name,
      providerSessionId: opened.providerSessionId,
      state: "created",
      summary: null,
      reason: null,
      metadata,
      events: 0,
      createdAtMs,
      expiresAtMs: createdAtMs + ttlSec * 1000,
      startedAtMs: null,
      lastEventAtMs: null,
      endedAtMs: null,
    };
    const created: CreatedSession = { ...this.#shown(session), opened };
    await this.#trim(org);
    await store.transact((tx) => {
      this.#put(tx, null, session);
      onStored?.(tx, created);
    });
    return created;
  }

  /** Returns sessions, newest first. */
  list(org: string): ShownSession[] {
    return this.#parts.store
      .range<VoiceSession>({ prefix: [org, "voice-session"], reverse: true })
      .map(({ value }) => this.#shown(value));
  }

  get(org: string, id: string): ShownSession | undefined {
    const session = this.#parts.store.get<VoiceSession>(key(org, id));
    return session && this.#shown(session);
  }

  /**
   * Ends a session with its summary; repeating the call changes nothing. `conflict` for a session that ended
   * in another way, or with another summary.
   */
  async complete(
    org: string,
    id: string,
    { summary, outcome = "completed" }: { summary: string; outcome?: "completed" | "failed" },
  ): Promise<ShownSession | undefined> {
    const { store, clock } = this.#parts;
    return await store.transact((tx) => {
      const stored = tx.get<VoiceSession>(key(org, id));
      if (!stored) return undefined;
      const nowMs = clock.wallMs();
      const session = settled(stored, nowMs);
      if (session.state === "completed" || session.state === "failed") {
        const isSame = session.state === outcome && session.summary === summary;
        // A provider's own end leaves the summary to the client.
        if (!isSame && (session.summary !== null || session.state !== outcome)) {
          {
            const message = `state: the session is already ${session.state}. Start a new session`;
            throw fail("conflict", message);
          }
        }
        if (isSame) return this.#shown(session);
      }
      const endedAtMs = session.state === "expired" ? nowMs : (session.endedAtMs ?? nowMs);
      const after = { ...session, state: outcome, summary, reason: null, endedAtMs };
      this.#put(tx, stored, after);
      return this.#shown(after);
    });
  }

  /**
   * Accepts a provider's event; resolves once it is on the disk. A repeated event changes
   * nothing. Fails with `invalid_signature`.
   */
  async receive(event: SignedEvent): Promise<{ received: true; duplicate: boolean }> {
    const { providers, store } = this.#parts;
    const claiming = providers.filter((each) => each.claims(event));
    if (claiming.length !== 1) {
      const message =
        "signature: no voice provider signed the request. Sign it as the provider does";
      throw fail("invalid_signature", message);
    }
    const provider = claiming[0]!;
    const verified = await provider.verify(event);
    const nowMs = event.nowMs;
    return await store.transact((tx) => {
      if (!this.#memory.isNew(tx, { provider: provider.name, id: verified.id, nowMs })) {
        return { received: true, duplicate: true } as const;
      }
      this.#apply(tx, provider.name, { event: verified, nowMs });
      return { received: true, duplicate: false } as const;
    });
  }

  /** Ends sessions that are due; also runs once a minute. */
  async sweep(): Promise<void> {
    const { store, clock, log } = this.#parts;
    try {
      for (;;) {
        const nowMs = clock.wallMs();
        const before: StoreKey = ["box", "voice-due", nowMs];
        const due = store.range<string>({ prefix: ["box", "voice-due"], before, limit: batch });
        if (due.length === 0) break;
        await store.transact(
          (tx) => {
            for (const { key: place, value: org } of due) {
              const stored = tx.get<VoiceSession>(key(org, place.at(-1) as string));
              tx.remove(place);
              if (stored) this.#put(tx, stored, settled(stored, nowMs));
            }
          },
          { essential: true },
        );
      }
      await this.#memory.forget(clock.ageMs());
    } catch (error) {
      log.warn({ error: describeError(error) }, "expired voice sessions could not be ended");
    }
  }

  #apply(
    tx: StoreTransaction,
    provider: VoiceProviderName,
    { event, nowMs }: { event: ProviderEvent; nowMs: number },
  ): void {
    const found = sessionOf(tx, provider, event);
    if (!found) {
      this.#parts.log.info(
        { provider, type: event.type },
        "a voice event names no session of this box",
      );
      return;
    }
    const session = settled(found, nowMs);
    const heard = {
      ...session,
      events: session.events + 1,
      lastEventAtMs: nowMs,
      providerSessionId: session.providerSessionId ?? event.providerSessionId,
    };
    const isOver = session.state === "completed" || session.state === "failed";
    this.#put(tx, found, isOver ? heard : moved(heard, event, nowMs));
  }

  /** Stores the session and its index entries. */
  #put(tx: StoreTransaction, before: VoiceSession | null, after: VoiceSession): void {
    const { id, org, provider, providerSessionId } = after;
    if (before) tx.remove(dueKey(dueMs(before), id));
    tx.put(key(org, id), after);
    tx.put(ownerKey(id), org);
    if (providerSessionId !== null) tx.put(nameKey(provider, providerSessionId), { org, id });
    if (after.endedAtMs === null) tx.put(dueKey(dueMs(after), id), org);
  }

  /** Makes room for one more: removes the oldest sessions, ended ones first. */
  async #trim(org: string): Promise<void> {
    const { store } = this.#parts;
    const surplus = store.count([org, "voice-session"]) - voiceLimits.sessions + 1;
    if (surplus <= 0) return;
    const all = store.range<VoiceSession>({ prefix: [org, "voice-session"] });
    const ended = all.filter(({ value }) => value.endedAtMs !== null);
    const chosen = [...ended, ...all.filter(({ value }) => value.endedAtMs === null)];
    for (let at = 0; at < surplus; at += batch) {
      const due = chosen.slice(at, Math.min(at + batch, surplus));
      await store.transact((tx) => due.forEach(({ value }) => forget(tx, value)), {
        essential: true,
      });
    }
  }

  #shown(stored: VoiceSession): ShownSession {
    const session = settled(stored, this.#parts.clock.wallMs());
    const agent = this.#parts.agents.get(session.org, session.agentId);
    return { session, isAgentDeleted: agent === undefined };
  }
}

/** Returns when the session expires without further events. */
function dueMs({ state, expiresAtMs, lastEventAtMs, startedAtMs }: VoiceSession): number {
  if (state !== "active") return expiresAtMs;
  return (lastEventAtMs ?? startedAtMs ?? expiresAtMs) + voiceLimits.idleMs;
}

/** Returns the session as of now: expired when its time is up. */
function settled(session: VoiceSession, nowMs: number): VoiceSession {
  if (session.endedAtMs !== null || nowMs < dueMs(session)) return session;
  const reason =
    session.state === "created" ? "it did not begin in time" : "its provider sent no event";
  return { ...session, state: "expired", reason, endedAtMs: dueMs(session) };
}

/** Returns the change that an event makes to a session that is not completed. */
function moved(session: VoiceSession, event: ProviderEvent, nowMs: number): VoiceSession {
  switch (event.moves) {
    case "active": {
      const startedAtMs = session.startedAtMs ?? nowMs;
      return { ...session, state: "active", startedAtMs, reason: null, endedAtMs: null };
    }
    case "completed":
    case "failed":
      return {
        ...session,
        state: event.moves,
        startedAtMs: session.startedAtMs ?? (event.moves === "completed" ? nowMs : null),
        endedAtMs: nowMs,
        reason: event.reason,
        summary: event.summary,
      };
    case null:
      return session;
  }
}

function sessionOf(
  reader: StoreReader,
  provider: VoiceProviderName,
  { sessionId, providerSessionId }: ProviderEvent,
): VoiceSession | undefined {
  const named =
    providerSessionId === null
      ? undefined
      : reader.get<{ org: string; id: string }>(nameKey(provider, providerSessionId));
  const org = sessionId === null ? undefined : reader.get<string>(ownerKey(sessionId));
  const place = named ?? (org === undefined ? undefined : { org, id: sessionId! });
  const found = place && reader.get<VoiceSession>(key(place.org, place.id));
  return found?.provider === provider ? found : undefined;
}

function forget(tx: StoreTransaction, session: VoiceSession): void {
  const { id, org, provider, providerSessionId } = session;
  tx.remove(key(org, id));
  tx.remove(ownerKey(id));
  tx.remove(dueKey(dueMs(session), id));
  if (providerSessionId !== null) tx.remove(nameKey(provider, providerSessionId));
}
