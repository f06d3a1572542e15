import type { JsonObject } from "../base/jobs/job.ts";
import type { Capability, DataClass, EndpointKind } from "./wire/uplink.ts";
import type { Job } from "../base/jobs/job.ts";
import type { JobGate } from "../base/jobs/operation.ts";
import type { Answers, Requests, Routing } from "./requests.ts";

/** What work needs of the world outside, and what kind of data it would send there. */
export interface Need {
  capability: Capability;
  dataClass: DataClass;
  /** Only endpoints of these kinds can do it, such as those that know a voice; all when absent. */
  kinds?: readonly EndpointKind[];
}

/**
 * On whose behalf something is asked; a `JobContext` is one. An ask is known by the job's id and the
 * step: the same two again are the same ask, also after a crash.
 */
export interface Asker {
  readonly job: {
    readonly org: string;
    readonly id: string;
    readonly deadlineAtMs?: number | null;
  };
  readonly signal: AbortSignal;
  /** A `cancel` also ends a forwarded job at the other side. */
  abortReason?(): string | undefined;
  /** Shows how far a forwarded job is over there. */
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
   * Makes the request, just before it is sent, again for each endpoint that is tried: what is large is
   * loaded here, so that a job that waits holds none of it.
   */
  request(): Requests[C] | Promise<Requests[C]>;
}

/** A job that may be done by another server with this contract. */
export interface Forward extends Need {
  /** Path of the operation below `/api/v1`, such as `/images/generations`. */
  path: string;
  /** The body that this box was sent, with its long strings in place again. */
  body(): JsonObject | Promise<JsonObject>;
}

/** A job that another server has completed. */
export interface Forwarded {
  /** `data.payload` of that job, as it came: addresses in it are that server's. */
  payload: { readonly [key: string]: unknown };
  routing: Routing;
  /** Fetches a file of that server that the payload names by an absolute address, at most `maxBytes`. */
  download(url: string, maxBytes: number): Promise<{ bytes: Uint8Array; mediaType: string }>;
}

/**
 * The way out to model endpoints. It picks the endpoint (routes, fallbacks, egress policy, budgets),
 * keeps the pace, writes down what leaves, and sees to it that nothing is submitted twice. `docs/uplink.md` has
 * the whole story for authors of operations.
 */
export interface Uplink {
  /**
   * For `prepare`: fails with `feature_disabled` (the message names the setting) when no configured
   * endpoint may ever answer this. An endpoint that is away, or over its budget, is no reason.
   */
  require(need: Need): void;
  /** Whether some endpoint could answer an `ask`; one that only does whole jobs does not count. */
  has(need: Need): boolean;
  /** Whether some endpoint could take a whole job with `forward`. */
  forwards(need: Need): boolean;
  /** The gate of a job type; `needOf` says what a job needs, or null for one that needs nothing. */
  gate(needOf: (job: Job) => Need | null): JobGate;
  /**
   * Asks, and resolves with the answer. The first answer is kept until the job ends, so asking again
   * after a crash or a retry costs nothing. Rejects with
   * `Postponed` when no endpoint can be reached or the budget is spent (let it pass: the job goes back
   * to the queue in `waiting_for_uplink` or `waiting_for_budget`, no attempt used);
   * `upstream_unavailable` and `upstream_answer_invalid` (retryable: let them pass);
   * `upstream_rejected`, `content_rejected`, `outcome_unknown` (final);
   * the reason of `asker.signal`.
   */
  ask<C extends Capability>(asker: Asker, ask: Ask<C>): Promise<Answers[C]>;
  /**
   * When the next endpoint of the capability's route is a `service`: hands the whole job to it and
   * resolves once it is completed there. Null when the job is to be done here with `ask`. Rejects as
   * `ask` does, and with `upstream_rejected` when the job failed there.
   */
  forward(asker: Asker, forward: Forward): Promise<Forwarded | null>;
  /** Removes the kept answers of work that is no job; those of jobs go with the job's end. */
  forget(org: string, id: string): Promise<void>;
}
