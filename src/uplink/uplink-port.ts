import type { JsonObject } from "../base/jobs/job.ts";
import type { Capability, DataClass, EndpointKind } from "./uplink-terms.ts";
import type { Job } from "../base/jobs/job.ts";
import type { JobGate } from "../base/jobs/operation.ts";
import type { JobShare } from "../base/jobs/sharing/job-share.ts";
import type { Answers, Requests, Routing } from "./requests.ts";

/** The capability that work needs of the outside, and the class of data that it sends there. */
export interface Need {
  capability: Capability;
  dataClass: DataClass;
  /** Only endpoints of these kinds qualify, such as those that know a voice; all when absent. */
  kinds?: readonly EndpointKind[];
}

/**
 * The job or incident behind a question; a `JobContext` is one. The job's id and the step identify a question:
 * the same pair is the same question, also after a crash.
 */
export interface Asker {
  readonly job: {
    readonly org: string;
    readonly id: string;
    readonly deadlineAtMs?: number | null;
  };
  readonly signal: AbortSignal;
  /** A `cancel` also ends a forwarded job on the other server. */
  abortReason?(): string | undefined;
  /** Shows the progress of a forwarded job. */
  update?(change: {
    phase?: string;
    progress?: number | null;
    isElsewhere?: boolean;
  }): Promise<void>;
}

/** One question to an endpoint. */
export interface Ask<C extends Capability> extends Need {
  capability: C;
  /** Name of this question within its job, such as `generate` or `plan_brief`. */
  step: string;
  /**
   * Builds the request just before it is sent, for each endpoint that is tried. Load large data here, so that a
   * waiting job holds none of it.
   */
  request(): Requests[C] | Promise<Requests[C]>;
}

/** A job that another server with this contract may do. */
export interface Forward extends Need {
  /** Path of the operation below `/api/v1`, such as `/images/generations`. */
  path: string;
  /** The body that this box received, with its long strings restored. */
  body(): JsonObject | Promise<JsonObject>;
}

/** A job that another server has completed. */
export interface ForwardedJob {
  /** `data.payload` of that job, unchanged: its addresses are that server's. */
  payload: { readonly [key: string]: unknown };
  routing: Routing;
  /** Fetches a file of that server that the payload names by an absolute address, at most `maxBytes`. */
  download(url: string, maxBytes: number): Promise<{ bytes: Uint8Array; mediaType: string }>;
}

/**
 * The interface to model endpoints. It picks the endpoint (routes, fallbacks, egress policy, budgets),
 * keeps the pace, logs what leaves, and never submits anything twice. `docs/integration/uplink.md` has
 * the details for authors of operations.
 */
export interface Uplink {
  /**
   * For `prepare`: fails with `feature_disabled` (the message names the setting) when no configured
   * endpoint may ever answer this. An endpoint that is away, or over its budget, does not fail it.
   */
  require(need: Need): void;
  /** As `require`, for a job that other boxes of the fleet may do too: an endpoint of theirs counts. */
  requireSomewhere(need: Need): void;
  /** True when some endpoint could answer an `ask`; endpoints for whole jobs do not count. */
  has(need: Need): boolean;
  /** As `has`, for a job that other boxes of the fleet may do too: an endpoint of theirs counts. */
  hasSomewhere(need: Need): boolean;
  /** True when some endpoint could take a whole job with `forward`. */
  forwards(need: Need): boolean;
  /** Returns the gate of a job type; `needOf` returns a job's need, or null for none. */
  gate(needOf: (job: Job) => Need | null): JobGate;
  /**
   * Returns how boxes of a fleet share the jobs of a type, whose handlers need no more of a box than the input and an
   * endpoint for one of `needs`; `needOf` returns null for a job that stays on its box.
   */
  share(needs: readonly Need[], needOf: (job: Job) => Need | null): JobShare;
  /**
   * Asks, and resolves with the answer. The first answer is stored until the job ends, so repeating the question
   * after a crash or a retry costs nothing. Rejects with
   * `Postponement` when no endpoint can be reached or the budget is spent (let it pass: the job goes back
   * to the queue in `waiting_for_uplink` or `waiting_for_budget`, no attempt used);
   * `upstream_unavailable` and `upstream_answer_invalid` (retryable: let them pass);
   * `upstream_rejected`, `content_rejected`, `outcome_unknown` (final);
   * the reason of `asker.signal`.
   */
  ask<C extends Capability>(asker: Asker, ask: Ask<C>): Promise<Answers[C]>;
  /**
   * When the next endpoint of the capability's route is a `service`: hands the whole job to it and
   * resolves once it is completed there. Null when the box does the job with `ask`. Rejects as
   * `ask` does, and with `upstream_rejected` when the job failed there.
   */
  forward(asker: Asker, forward: Forward): Promise<ForwardedJob | null>;
  /** Removes the stored answers of work outside jobs; those of jobs are removed when the job ends. */
  forget(org: string, id: string): Promise<void>;
}
