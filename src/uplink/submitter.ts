import { type Meter, silentMeter } from "../base/contract/metrics.ts";
import { type Clock, sleep } from "../base/core/clock.ts";
import { GatehouseError } from "../base/core/errors.ts";
import { currentTrace, withTrace } from "../base/core/log-context.ts";
import { stableId } from "../base/core/ids.ts";
import { Postponement } from "../base/jobs/postponement.ts";
import type { Store } from "../base/core/store.ts";
import type { AskKey, AskRecord, AskRecords } from "./ask-records.ts";
import type { Budgets } from "./budgets.ts";
import type { EgressLog } from "./egress-log.ts";
import {
  type EndpointCall,
  EndpointFailure,
  type FailureKind,
  type CallFigures,
} from "./endpoint-port.ts";
import type { Target } from "./lanes.ts";
import type { Asker, Need } from "./uplink-port.ts";

/** The subject of one submission. */
export interface AskSubmission {
  asker: Asker;
  need: Need;
  key: AskKey;
  target: Target;
}

/** The parts of the submitter. */
export interface SubmitterParts {
  store: Store;
  clock: Clock;
  records: AskRecords;
  budgets: Budgets;
  egress: EgressLog;
  /** Called when the job stands in the queue. */
  arrived: (jobId: string) => void;
  meter?: Meter;
}

/** The part of the record that a submission's end sets. */
export type AskOutcome = Pick<AskRecord, "state"> & Partial<AskRecord>;

/** The endpoint is away by now: the submission was not tried. */
export class SkippedSubmission extends Error {}

/**
 * The longest wait for a running answer when the appliance stops, because the answer is paid for, and when a
 * forwarded job is cancelled, because only the answer names the job to cancel on the other server.
 */
const lingerMs = 6000;
/** The delay before an answer that a full disk refused is written again. */
const fullDiskMs = 1000;
/** Certain failures do not count. */
const notDone: ReadonlySet<FailureKind> = new Set([
  "refused",
  "throttled",
  "unavailable",
  "rejected",
]);

/**
 * Makes single submissions: waits for the turn, writes marker, egress entry and budget in one
 * transaction before the first byte leaves, and records the outcome.
 */
export class Submitter {
  readonly #parts: SubmitterParts;

  constructor(parts: SubmitterParts) {
    this.#parts = parts;
  }

  /**
   * `send` makes the request; `keep` returns what to store of its result. Rejects with
   * `EndpointFailure`, `SkippedSubmission`, `Postponement` when the budget is spent, and the signal's reason.
   */
  async submit<R>(
    submission: AskSubmission,
    send: (call: EndpointCall) => Promise<{ result: R; received: CallFigures }>,
    keep: (result: R) => AskOutcome | Promise<AskOutcome>,
  ): Promise<R> {
    const { asker, target, key } = submission;
    const { state, line } = target.lane;
    state.take(key.jobId);
    const turn = line.enter(key.jobId, asker.signal);
    this.#parts.arrived(key.jobId);
    await turn;
    try {
      if (!state.admits(key.jobId)) throw new SkippedSubmission();
      return await this.#send(submission, send, keep);
    } finally {
      line.leave();
    }
  }

  async #send<R>(
    submission: AskSubmission,
    send: (call: EndpointCall) => Promise<{ result: R; received: CallFigures }>,
    keep: (result: R) => AskOutcome | Promise<AskOutcome>,
  ): Promise<R> {
    const { key, target, need } = submission;
    const { state, endpoint } = target.lane;
    const { clock, meter = silentMeter } = this.#parts;
    const startMs = clock.monoMs();
    const attributes = {
      "gatehouse.endpoint": endpoint.name,
      "gatehouse.capability": need.capability,
    };
    const span = meter.begin(`uplink ${endpoint.name}`, {
      kind: "client",
      parent: currentTrace(),
      attributes,
    });
    const ended = (outcome: string): void => {
      span.end(outcome === "answered" ? {} : { error: outcome });
      const labels = { endpoint: endpoint.name, capability: need.capability, outcome };
      meter.observe("gatehouse_uplink_call_seconds", (clock.monoMs() - startMs) / 1000, labels);
    };
    let record: AskRecord | undefined;
    const lingering = this.#lingering(submission, () => record !== undefined);
    const call: EndpointCall = {
      signal: lingering.signal,
      idempotencyKey: idempotencyKey(key, this.#parts.records.get(key)?.round ?? 0),
      connected: () => state.connected(),
      beforeSend: async (bytes) => {
        record = await this.#mark(submission, bytes);
      },
    };
    try {
      const { result, received } = await withTrace(span.traceparent, () => send(call));
      state.succeeded();
      ended("answered");
      if (record) {
        const outcome = await this.#keepResult(submission, async () => await keep(result));
        await this.#end(submission, record, { outcome: "answered", received }, outcome);
      }
      return result;
    } catch (error) {
      if (error instanceof EndpointFailure) ended(error.kind);
      if (error instanceof EndpointFailure && record)
        await this.#endFailed(submission, record, error);
      throw error;
    } finally {
      // Only a cancelled submission is still in the queue here.
      span.end({ error: "aborted" });
      lingering.end();
    }
  }

  /** Writes the marker: from here on the endpoint may process the request. */
  async #mark({ need, key, target }: AskSubmission, bytesSent: number): Promise<AskRecord> {
    const { store, clock, records, budgets, egress } = this.#parts;
    const { lane, model } = target;
    const { name, host } = lane.endpoint;
    const before = records.get(key);
    return await store.transact((tx) => {
      if (budgets.isSpent(key.org, tx)) {
        throw new Postponement(
          "waiting_for_budget",
          "the budget of the day is spent (uplink.requests_per_day, uplink.cost_per_day, uplink.budgets)",
          1000,
        );
      }
      const atMs = clock.wallMs();
      const { capability, dataClass } = need;
      const { org, jobId, step } = key;
      const entry = {
        org,
        endpoint: name,
        host,
        model,
        capability,
        dataClass,
        jobId,
        step,
        bytesSent,
      };
      const record: AskRecord = {
        v: 1,
        state: "submitting",
        endpoint: name,
        model,
        round: before?.round ?? 0,
        invalid: before?.invalid ?? 0,
        egressSeq: egress.begin(tx, entry),
        atMs,
      };
      budgets.add(tx, org, { atMs, requests: 1, cost: 0 });
      records.put(tx, key, record);
      return record;
    });
  }

  /** Stores the answer, which is paid for: while the disk is full, the answer and its place in the queue wait here. */
  async #keepResult(
    { asker }: AskSubmission,
    keep: () => Promise<AskOutcome>,
  ): Promise<AskOutcome> {
    for (;;) {
      try {
        return await keep();
      } catch (error) {
        if (GatehouseError.find(error)?.code !== "storage_full") throw error;
        await sleep(this.#parts.clock, fullDiskMs, asker.signal);
        asker.signal.throwIfAborted();
      }
    }
  }

  async #endFailed(
    submission: AskSubmission,
    record: AskRecord,
    { kind, received }: EndpointFailure,
  ): Promise<void> {
    const came = { outcome: kind, received };
    if (kind === "unknown") await this.#end(submission, record, came, { state: "submitting" });
    else {
      const invalid = record.invalid + (kind === "invalid" ? 1 : 0);
      // A service finds its job by the key: a retry of the same job repeats the key.
      const round = record.round + (submission.target.lane.endpoint.service ? 0 : 1);
      await this.#end(submission, record, came, { state: "open", round, invalid }, kind);
    }
  }

  // oxlint-disable-next-line max-params -- the parts of one transaction
  async #end(
    { key, target }: AskSubmission,
    record: AskRecord,
    came: { outcome: string; received: CallFigures },
    outcome: AskOutcome,
    failure?: FailureKind,
  ): Promise<void> {
    const { store, records, budgets, egress } = this.#parts;
    const isDone = failure === undefined || !notDone.has(failure);
    const cost = came.received.cost ?? (isDone ? (target.costPerRequest ?? 0) : 0);
    await store.transact(
      (tx) => {
        const { egressSeq, atMs } = record;
        const result = { ...came, received: { ...came.received, cost: cost === 0 ? null : cost } };
        if (egressSeq !== null) egress.end(tx, { org: key.org, seq: egressSeq }, result);
        budgets.add(tx, key.org, { atMs, requests: isDone ? 0 : -1, cost });
        records.put(tx, key, { ...record, ...outcome });
      },
      { essential: true, outlastsStall: true },
    );
  }

  /** The asker's signal; after something was sent, it allows a short wait for an answer that matters. */
  #lingering(
    { asker, target }: AskSubmission,
    isSent: () => boolean,
  ): { signal: AbortSignal; end(): void } {
    const controller = new AbortController();
    const { signal } = asker;
    const abort = (): void => {
      const stop = (): void => controller.abort(signal.reason);
      const reason = asker.abortReason?.();
      const isHandedOver = reason === "cancel" && target.lane.endpoint.service !== undefined;
      const matters = reason === "shutdown" || isHandedOver;
      if (isSent() && matters) this.#parts.clock.after(lingerMs, stop);
      else stop();
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    return { signal: controller.signal, end: () => signal.removeEventListener("abort", abort) };
  }
}

/** The same value for the same question until it has an outcome. */
function idempotencyKey({ org, jobId, step }: AskKey, round: number): string {
  return stableId("uplink", org, jobId, step, round);
}
