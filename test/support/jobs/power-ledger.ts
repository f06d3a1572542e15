import assert from "node:assert/strict";
import sharp from "sharp";
import { maxIncidents } from "../../../src/perception/incidents/incident-store.ts";
import type { Envelope } from "../box/appliance.ts";
import { until } from "../box/wait.ts";

/** The box whose power is cut; asks with a key, and rejects while the box is off. */
export interface PoweredBox {
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

const grey = { create: { width: 64, height: 64, channels: 3, background: "#777" } } as const;
const picture = (await sharp(grey).png().toBuffer()).toString("base64");
const streamsPath = "/api/v1/surveillance/streams";
const policiesPath = "/api/v1/surveillance/policies";
const incidentsPath = "/api/v1/surveillance/incidents";
/** A full queue, a store whose disk is slow, and a body that a busy machine was late with: worth another try. */
const later = [408, 429, 503];
const jobsOfLane = 20;
/** Each job may wait this long for its end after the last cut. */
const endDeadlineMs = 300_000;

/** What a box has accepted and shown, kept outside of it, to compare after its power was cut. */
export class PowerLedger {
  readonly #box: PoweredBox;
  /** Idempotency-Key → job id that its `202` named. */
  readonly #jobs = new Map<string, string>();
  readonly #policies = new Set<string>();
  readonly #incidents = new Set<string>();
  #unanswered: string[] = [];
  #isLoading = false;
  #isWatching = false;

  constructor(box: PoweredBox) {
    this.#box = box;
  }

  /** Jobs, policies and incidents that must outlive every cut. */
  get counts(): { jobs: number; policies: number; incidents: number } {
    const [policies, incidents] = [this.#policies.size, this.#incidents.size];
    return { jobs: this.#jobs.size, policies, incidents };
  }

  get jobIds(): string[] {
    return [...this.#jobs.values()];
  }

  /** Loads the box from four sides until it is cut off; resolves with what stops that, when a cut came. */
  load(round: number): () => Promise<void> {
    this.#isLoading = true;
    this.#isWatching = true;
    const lanes = [0, 1, 2, 3].map((lane) => this.#submitAll(`r${round}-l${lane}`));
    lanes.push(this.#createPolicy(`policy-${round}`), this.#watchIncidents());
    return async () => {
      this.#isLoading = false;
      await Promise.all(lanes);
    };
  }

  /**
   * Ignores incidents that are shown from now on, right before a cut: a box that outlives its disk for a moment shows
   * what the disk has refused. What it accepts counts until its end.
   */
  stopWatching(): void {
    this.#isWatching = false;
  }

  /** Asks again what was unanswered at the cut, and compares the newest entries with the ledger. */
  async compare(): Promise<void> {
    const again = this.#unanswered;
    this.#unanswered = [];
    for (const key of again) this.#jobs.set(key, await this.#submit(key));
    for (const id of this.#policies) await this.#has(`${policiesPath}/${id}`);
    for (const id of [...this.#incidents].slice(-200)) await this.#has(`${incidentsPath}/${id}`);
    for (const [key, id] of [...this.#jobs].slice(-50)) {
      assert.equal(await this.#submit(key), id, "the same key gives the same job after a cut");
    }
  }

  /** Every incident is there, and each accepted job is there once and comes to an end. */
  async compareAll(): Promise<void> {
    const { data } = await this.#has(`${incidentsPath}?limit=1`);
    // Beyond it the box removes the oldest that are resolved, and a missing one would say nothing.
    assert.ok(data.total < maxIncidents, `${data.total} incidents`);
    for (const id of this.#incidents) await this.#has(`${incidentsPath}/${id}`);
    assert.equal(new Set(this.#jobs.values()).size, this.#jobs.size);
    for (const id of this.#jobs.values()) {
      const isOver = async (): Promise<boolean> => {
        const { data } = await this.#has(`/api/v1/jobs/${id}`);
        // A job that was being worked on at three cuts is given up: an end, told as such.
        if (data.status === "failed") assert.equal(data.error?.code, "worker_crashed");
        return data.status === "completed" || data.status === "failed";
      };
      await until(isOver, { deadlineMs: endDeadlineMs, what: `${id} ends` });
    }
  }

  async #submitAll(lane: string): Promise<void> {
    for (let n = 0; this.#isLoading && n < jobsOfLane; n += 1) {
      const key = `${lane}-${n}`;
      try {
        this.#jobs.set(key, await this.#submit(key));
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        this.#unanswered.push(key);
        return;
      }
    }
  }

  async #submit(key: string): Promise<string> {
    const input = { data: picture, mime_type: "image/png" };
    const body = { input, client_reference_id: key };
    const answer = await this.#post(streamsPath, body, key);
    return answer.data.job_id as string;
  }

  async #createPolicy(name: string): Promise<void> {
    // An enabled one would raise incidents of its own on every stream: after 24 rounds more than the box keeps.
    const policy = { name, type: "intrusion", enabled: false };
    const made = await this.#post(policiesPath, policy, name).catch(cutOff);
    if (made !== undefined) this.#policies.add(made.data.id as string);
  }

  async #watchIncidents(): Promise<void> {
    while (this.#isWatching) {
      const answer = await this.#box.fetch(`${incidentsPath}?limit=100`).catch(() => undefined);
      const body = (await answer?.json().catch(() => undefined)) as Envelope | undefined;
      if (body === undefined || !this.#isWatching) return;
      for (const { id } of body.data.data as { id: string }[]) this.#incidents.add(id);
    }
  }

  async #post(path: string, body: object, key: string): Promise<Envelope> {
    const headers = { "content-type": "application/json", "idempotency-key": key };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    let answer = await this.#box.fetch(path, init);
    const hasRoom = async (): Promise<boolean> => {
      if (later.includes(answer.status)) answer = await this.#box.fetch(path, init);
      return !later.includes(answer.status);
    };
    await until(hasRoom, { deadlineMs: endDeadlineMs, everyMs: 250, what: "room in the queue" });
    const envelope = (await answer.json()) as Envelope;
    assert.ok(answer.ok, `${path}: ${answer.status} ${JSON.stringify(envelope)}`);
    return envelope;
  }

  async #has(path: string): Promise<Envelope> {
    const answer = await this.#box.fetch(path);
    const envelope = (await answer.json()) as Envelope;
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(envelope)}`);
    return envelope;
  }
}

function cutOff(error: unknown): undefined {
  if (error instanceof assert.AssertionError) throw error;
  return undefined;
}
