import { fail } from "../base/contract/fail.ts";
import type { Capability, DataClass } from "./uplink-terms.ts";
import { type Meter, silentMeter } from "../base/contract/metrics.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Part } from "../base/core/parts.ts";
import { Postponement } from "../base/jobs/postponement.ts";
import type { Vault } from "../base/secrets/vault.ts";
import type { Store } from "../base/core/store.ts";
import type { BlobStore } from "../base/jobs/inputs/blob-port.ts";
import type { Job } from "../base/jobs/job.ts";
import type { JobGate } from "../base/jobs/operation.ts";
import type { JobShare } from "../base/jobs/sharing/job-share.ts";
import { type AskKey, type AskRecord, AskRecords } from "./ask-records.ts";
import { type Budget, Budgets } from "./budgets.ts";
import type { LogRetention } from "../base/events/numbered-log.ts";
import { EgressLog } from "./egress-log.ts";
import { EndpointFailure } from "./endpoint-port.ts";
import { JobForwarder, forwardStep } from "./forwarding.ts";
import { EndpointLanes, type EndpointSetup, type Routes, type Target } from "./lanes.ts";
import type { Answers, Routing } from "./requests.ts";
import { SkippedSubmission, Submitter } from "./submitter.ts";
import { uplinkWire } from "./uplink-wire.ts";
import type { Ask, Asker, Forward, ForwardedJob, Need, Uplink } from "./uplink-port.ts";

/** The parts that the uplink is built from. */
export interface ModelUplinkParts {
  store: Store;
  /** Holds only the bytes of stored answers. */
  files: BlobStore;
  /** Encrypts stored answers: they may be about a person's health. */
  vault: Vault;
  clock: Clock;
  log: Logger;
  endpoints: readonly EndpointSetup[];
  routes: Routes;
  budgetOf: (org: string) => Budget;
  egressRetention: LogRetention;
  /** True while a job may still run. */
  isJobLive: (org: string, jobId: string) => boolean;
  /** True when another box of the fleet has an endpoint for the need; absent for a box that works alone. */
  isMetElsewhere?: (need: string) => boolean;
  random?: () => number;
  meter?: Meter;
}

/** Invalid answers to one question before the uplink gives up: each is billed. */
const maxInvalid = 2;
/** A postponed job returns after this; its gate decides whether it may run. */
const postponedMs = 1000;
/** A job that met a failing endpoint returns after this, so that other jobs try it next. */
const rotatedMs = 5 * 60_000;

/** The uplink over the endpoints of the site configuration. */
export class ModelUplink implements Uplink, Part {
  /** The log of what left the box. */
  readonly egress: EgressLog;
  readonly #parts: ModelUplinkParts;
  readonly #mayOpen: () => void;
  readonly #lanes: EndpointLanes;
  readonly #records: AskRecords;
  readonly #budgets: Budgets;
  readonly #submitter: Submitter;
  readonly #forwarding: JobForwarder;
  readonly #listeners: (() => void)[] = [];
  readonly #needs = new Map<string, Need & { org: string }>();

  constructor(parts: ModelUplinkParts) {
    const { store, clock, log, files, random = Math.random, meter = silentMeter } = parts;
    this.#parts = parts;
    const mayOpen = (): void => {
      for (const listener of this.#listeners) listener();
    };
    this.#mayOpen = mayOpen;
    this.egress = new EgressLog({ store, clock, log, retention: parts.egressRetention });
    this.#records = new AskRecords({ store, files, log, vault: parts.vault });
    this.#budgets = new Budgets({ store, clock, budgetOf: parts.budgetOf }, mayOpen);
    const { endpoints, routes } = parts;
    this.#lanes = new EndpointLanes({ endpoints, routes, clock, random, mayOpen });
    const { egress } = this;
    const records = this.#records;
    this.#submitter = new Submitter({
      store,
      clock,
      records,
      budgets: this.#budgets,
      egress,
      arrived: (jobId) => this.#lanes.arrived(jobId),
      meter,
    });
    this.#forwarding = new JobForwarder({ lanes: this.#lanes, submitter: this.#submitter, clock });
  }

  async start(): Promise<void> {
    await this.#records.sweep(this.#parts.isJobLive);
    this.#budgets.start();
    this.egress.start();
  }

  stop(): void {
    this.#lanes.stop();
    this.#budgets.stop();
    this.egress.stop();
  }

  /**
   * Replaces endpoints and routes, for changed settings. A setup that was there before keeps its state and its queue;
   * requests that have begun end at the former endpoint.
   */
  use(next: Pick<ModelUplinkParts, "endpoints" | "routes">): void {
    this.#lanes.use(next);
    this.#mayOpen();
  }

  require(need: Need): void {
    if (this.#lanes.targets(need).length > 0) return;
    throw notConfigured(need, this.#lanes.route(need.capability).length > 0);
  }

  requireSomewhere(need: Need): void {
    if (this.#parts.isMetElsewhere?.(needName(need))) return;
    this.require(need);
  }

  share(needs: readonly Need[], needOf: (job: Job) => Need | null): JobShare {
    const byName = new Map(needs.map((need) => [needName(need), need]));
    const targets = (name: string): Target[] => {
      const need = byName.get(name)!;
      // Other servers do whole jobs of these only.
      const isForwarded = need.capability === "image" || need.dataClass === "neural";
      return isForwarded ? this.#lanes.targets(need) : this.#models(need);
    };
    return {
      needOf: (job) => {
        const need = needOf(job);
        return need && needName(need);
      },
      needs: () => [...byName.keys()].filter((name) => targets(name).length > 0),
      isOpen: (name, org) =>
        byName.has(name) &&
        (org === null || !this.#budgets.isSpent(org)) &&
        targets(name).some(({ lane }) => lane.state.admits(null)),
    };
  }

  has(need: Need): boolean {
    return this.#models(need).length > 0;
  }

  hasSomewhere(need: Need): boolean {
    return this.has(need) || this.#parts.isMetElsewhere?.(needName(need)) === true;
  }

  forwards(need: Need): boolean {
    return this.#lanes.targets(need).some(({ lane }) => lane.endpoint.service);
  }

  gate(needOf: (job: Job) => Need | null): JobGate {
    return {
      keyOf: (job) => {
        const need = needOf(job);
        if (!need || this.#lanes.targets(need).length === 0) return null;
        const { capability, dataClass, kinds = [] } = need;
        const key = [job.org, capability, dataClass, ...kinds].join(" ");
        if (!this.#needs.has(key)) this.#needs.set(key, { ...need, org: job.org });
        return key;
      },
      closed: (key) => this.#closed(this.#needs.get(key)!),
      opened: (listener) => void this.#listeners.push(listener),
      starting: (key, jobId) => this.#lanes.starting(this.#needs.get(key)!, jobId),
      left: (_key, jobId) => this.#lanes.left(jobId),
    };
  }

  async ask<C extends Capability>(asker: Asker, ask: Ask<C>): Promise<Answers[C]> {
    const { org, id: jobId } = asker.job;
    const key: AskKey = { org, jobId, step: ask.step };
    try {
      const record = this.#records.get(key);
      const answer = record?.state === "answered" ? await this.#records.unpack(record) : undefined;
      if (answer !== undefined) return answer as Answers[C];
      const models = this.#models(ask);
      if (models.length === 0) throw notConfigured(ask, true);
      const targets = record?.state === "submitting" ? repeatable(record, models) : models;
      return await this.#first(asker.signal, { key, targets }, (target, tried) =>
        this.#askOne(asker, ask, { key, target, tried }),
      );
    } finally {
      this.#lanes.arrived(jobId);
    }
  }

  async forward(asker: Asker, forward: Forward): Promise<ForwardedJob | null> {
    const { org, id: jobId } = asker.job;
    const key: AskKey = { org, jobId, step: forwardStep };
    const record = this.#records.get(key);
    if (record?.state === "accepted") {
      this.#lanes.arrived(jobId);
      return await this.#forwarding.follow(asker, record, []);
    }
    // A service recognises the idempotency key and returns its existing job.
    const isPinned = record?.state === "submitting";
    if (isPinned && !this.#lanes.get(record.endpoint)?.endpoint.service) {
      throw unknownOutcome(`${record.endpoint}, no longer configured, may have the job`);
    }
    const targets = this.#lanes
      .targets(forward)
      .filter(({ lane }) => !isPinned || lane.endpoint.name === record.endpoint);
    if (!targets.some(({ lane }) => lane.endpoint.service)) return null;
    const submitted = await this.#first(asker.signal, { key, targets }, async (target, tried) => {
      if (!target.lane.endpoint.service) return null;
      return { remoteJobId: await this.#forwarding.submit(asker, forward, target), target, tried };
    });
    if (submitted === null) return null;
    this.#lanes.arrived(jobId);
    return await this.#forwarding.follow(asker, this.#records.get(key)!, submitted.tried);
  }

  forget(org: string, id: string): Promise<void> {
    return this.#records.forget(org, id);
  }

  /** Returns what `GET /api/v1/system` shows to `org`. */
  describe(org: string) {
    const budget = this.#parts.budgetOf(org);
    return uplinkWire(this.#lanes, { used: this.#budgets.today(org), budget });
  }

  #models(need: Need): Target[] {
    return this.#lanes.targets(need).filter(({ lane }) => lane.endpoint.models);
  }

  #closed(need: Need & { org: string }): string | null {
    if (this.#budgets.isSpent(need.org)) return "waiting_for_budget";
    const targets = this.#lanes.targets(need);
    return targets.some(({ lane }) => lane.state.admits(null)) ? null : "waiting_for_uplink";
  }

  /** Asks the targets in order; one that is away or fails leaves the question to the next. */
  async #first<R>(
    signal: AbortSignal,
    { key, targets }: { key: AskKey; targets: readonly Target[] },
    use: (target: Target, tried: Routing["tried"]) => Promise<R>,
  ): Promise<R> {
    const tried: { endpoint: string; outcome: string }[] = [];
    let counted: EndpointFailure | undefined;
    let delayMs = postponedMs;
    for (const target of targets) {
      const { state, endpoint } = target.lane;
      if (!state.admits(key.jobId)) {
        tried.push({ endpoint: endpoint.name, outcome: state.view().state });
        continue;
      }
      try {
        return await use(target, tried);
      } catch (error) {
        if (error instanceof SkippedSubmission) continue;
        if (!(error instanceof EndpointFailure)) throw error;
        const isAway = state.failed(key.jobId, error);
        this.#passOn(error, target, key);
        tried.push({ endpoint: endpoint.name, outcome: error.kind });
        if (!isAway) counted = error;
        else if (error.kind === "unavailable") delayMs = rotatedMs;
      } finally {
        state.release(key.jobId);
      }
    }
    signal.throwIfAborted();
    if (counted) {
      const { message } = counted;
      throw fail("upstream_unavailable", message, { retryable: true, cause: counted });
    }
    throw new Postponement("waiting_for_uplink", "no endpoint can be used now", delayMs);
  }

  async #askOne<C extends Capability>(
    asker: Asker,
    ask: Ask<C>,
    { key, target, tried }: { key: AskKey; target: Target; tried: Routing["tried"] },
  ): Promise<Answers[C]> {
    const { lane, model } = target;
    const { capability } = ask;
    const routing: Routing = { endpoint: lane.endpoint.name, model, tried: [...tried] };
    return await this.#submitter.submit(
      { asker, need: ask, key, target },
      async (call) => {
        const request = await ask.request();
        const question = { capability, model: model!, request };
        const { answer, received } = await lane.endpoint.models!.ask(question, call);
        return { result: { ...answer, routing } as Answers[C], received };
      },
      async (answer) => ({ state: "answered", ...(await this.#records.pack(answer)) }),
    );
  }

  /** Throws failures that no other endpoint would change. */
  #passOn(failure: EndpointFailure, { lane }: Target, key: AskKey): void {
    const { kind, message } = failure;
    const detail = `${lane.endpoint.name}: ${message}`;
    switch (kind) {
      case "rejected":
        throw fail("upstream_rejected", detail, { cause: failure });
      case "content":
        throw fail("content_rejected", detail, { cause: failure });
      case "invalid": {
        const retryable = (this.#records.get(key)?.invalid ?? 0) < maxInvalid;
        throw fail("upstream_answer_invalid", detail, { retryable, cause: failure });
      }
      case "unknown":
        if (lane.resubmitUnknown || lane.endpoint.service) {
          throw fail("upstream_unavailable", detail, { retryable: true, cause: failure });
        }
        throw unknownOutcome(detail, failure);
      case "unreachable":
      case "refused":
      case "throttled":
      case "unavailable":
    }
  }
}

/**
 * Returns the target of a question with an unknown outcome: the same endpoint, under the same
 * idempotency key, if the operator allows it. Fails with `outcome_unknown` otherwise.
 */
function repeatable({ endpoint }: AskRecord, targets: readonly Target[]): Target[] {
  const same = targets.filter(
    ({ lane }) => lane.endpoint.name === endpoint && lane.resubmitUnknown,
  );
  if (same.length > 0) return same;
  throw unknownOutcome(`${endpoint} did not answer`);
}

function unknownOutcome(detail: string, cause?: unknown): Error {
  const message = `request: ${detail}, so the endpoint may have done and billed it. Check there before sending it again`;
  return fail("outcome_unknown", message, { cause });
}

/** The name of a need among the boxes of a fleet. */
function needName({ capability, dataClass, kinds = [] }: Need): string {
  return [capability, dataClass, ...kinds].join("-");
}

function notConfigured({ capability, dataClass }: Need, isRouted: boolean): Error {
  return fail(
    "feature_disabled",
    isRouted ? notAllowed(capability, dataClass) : noRoute(capability),
  );
}

function noRoute(capability: Capability): string {
  return `uplink.routes.${capability}: is not set. Name an endpoint`;
}

function notAllowed(capability: Capability, dataClass: DataClass): string {
  return (
    `uplink.routes.${capability}: none of its endpoints may receive ${dataClass} data. ` +
    `Add "${dataClass}" to uplink.endpoints[].data`
  );
}
