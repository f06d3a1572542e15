import { fail } from "../base/contract/fail.ts";
import { type Clock, sleep } from "../base/core/clock.ts";
import { Postponement } from "../base/jobs/postponement.ts";
import type { AskKey, AskRecord } from "./ask-records.ts";
import { EndpointFailure, type RemoteJob, type ServiceEndpoint } from "./endpoint-port.ts";
import type { EndpointLanes, EndpointLane, Target } from "./lanes.ts";
import type { Routing } from "./requests.ts";
import type { Submitter } from "./submitter.ts";
import type { Asker, Forward, ForwardedJob } from "./uplink-port.ts";

/** The step of the one question of a forwarded job. */
export const forwardStep = "forward";

/** The longest time for the cancellation of a forwarded job. */
const cancelMs = 5000;
/** The wait of each poll of a forwarded job: its first phases show soon, and later polls are rare. */
const waitsSec = [1, 2, 5, 10, 25] as const;
/** The time to the next poll while the other server is away: other jobs try it meanwhile. */
const awayMs = 10_000;
/** The time between two polls of a job whose long poll returns at once. */
const minPollMs = 1000;

/** Hands whole jobs to other servers and follows them until they end. */
export class JobForwarder {
  readonly #lanes: EndpointLanes;
  readonly #submitter: Submitter;
  readonly #clock: Clock;

  constructor(parts: { lanes: EndpointLanes; submitter: Submitter; clock: Clock }) {
    this.#lanes = parts.lanes;
    this.#submitter = parts.submitter;
    this.#clock = parts.clock;
  }

  /** Submits through `target`; resolves with the other server's job id. */
  async submit(asker: Asker, forward: Forward, target: Target): Promise<string> {
    const { org, id: jobId, deadlineAtMs } = asker.job;
    const key: AskKey = { org, jobId, step: forwardStep };
    const service = serviceOf(target.lane);
    const leftMs = (deadlineAtMs ?? null) === null ? null : deadlineAtMs! - this.#clock.wallMs();
    const cancelAfterSec = leftMs === null ? null : Math.max(5, Math.ceil(leftMs / 1000));
    const { path } = forward;
    return await this.#submitter.submit(
      { asker, need: forward, key, target },
      async (call) => {
        const body = await forward.body();
        const { jobId: result, received } = await service.submit(
          { path, body, cancelAfterSec },
          call,
        );
        return { result, received };
      },
      (remoteJobId) => ({ state: "accepted", remoteJobId }),
    );
  }

  /** Follows a job that the other server has accepted, until it ends there. */
  async follow(asker: Asker, record: AskRecord, tried: Routing["tried"]): Promise<ForwardedJob> {
    const lane = this.#lanes.get(record.endpoint);
    if (!lane?.endpoint.service || record.remoteJobId === undefined) {
      const message = `job: went to ${record.endpoint}, which is no longer configured. Add the endpoint again`;
      throw fail("outcome_unknown", message);
    }
    const service = lane.endpoint.service;
    const job = await this.#waitForEnd(asker, lane, record.remoteJobId);
    if (job.status !== "completed") throw notCompleted(lane.endpoint.name, job);
    return {
      payload: job.payload,
      routing: { endpoint: lane.endpoint.name, model: null, tried },
      download: (url, maxBytes) =>
        this.#watched(lane, asker, () => service.download(url, { maxBytes, signal: asker.signal })),
    };
  }

  async #waitForEnd(asker: Asker, lane: EndpointLane, remoteJobId: string): Promise<RemoteJob> {
    const service = serviceOf(lane);
    let reported = "";
    try {
      // The job may have been cancelled during the submission.
      asker.signal.throwIfAborted();
      await asker.update?.({ isElsewhere: true });
      for (let look = 0; ; look += 1) {
        const waitSec = waitsSec[Math.min(look, waitsSec.length - 1)]!;
        const beganMs = this.#clock.monoMs();
        const { job } = await this.#watched(lane, asker, () =>
          service.poll(remoteJobId, { waitSec, signal: asker.signal }),
        );
        if (job.status !== "queued" && job.status !== "processing") {
          await asker.update?.({ isElsewhere: false });
          return job;
        }
        const { phase, progress } = job;
        if (reported !== `${phase} ${progress}`) {
          reported = `${phase} ${progress}`;
          await asker.update?.({ ...(phase === null ? {} : { phase }), progress });
        }
        const leftMs = beganMs + minPollMs - this.#clock.monoMs();
        if (leftMs > 0) await sleep(this.#clock, leftMs, asker.signal);
        asker.signal.throwIfAborted();
      }
    } catch (error) {
      if (asker.signal.aborted && asker.abortReason?.() === "cancel") {
        // Best effort: without it, the other server's deadline ends the job.
        await service.cancel(remoteJobId, AbortSignal.timeout(cancelMs)).catch(() => {});
      }
      throw error;
    }
  }

  /** Polls the job; postpones it while the poll fails, whatever the reason. */
  async #watched<R>(lane: EndpointLane, asker: Asker, look: () => Promise<R>): Promise<R> {
    const { state } = lane;
    const { id } = asker.job;
    if (!state.admits(id)) throw away(state.view().reason ?? "it is away");
    state.take(id);
    try {
      const found = await look();
      state.succeeded();
      return found;
    } catch (error) {
      if (!(error instanceof EndpointFailure)) throw error;
      if (error.kind === "rejected") {
        const message = `job: ${lane.endpoint.name} no longer knows it (${error.message}). Submit it again`;
        throw fail("upstream_rejected", message, { cause: error });
      }
      // A request that only reads may be repeated.
      const kind =
        error.kind === "unknown" || error.kind === "invalid" ? "unavailable" : error.kind;
      state.failed(id, { ...pick(error), kind });
      throw away(error.message);
    } finally {
      state.release(id);
    }
  }
}

function away(why: string): Postponement {
  return new Postponement("waiting_for_uplink", why, awayMs);
}

function pick({ message, retryAfterMs }: EndpointFailure) {
  return { message, retryAfterMs };
}

function serviceOf({ endpoint }: EndpointLane): ServiceEndpoint {
  if (endpoint.service) return endpoint.service;
  throw fail("internal_error", `${endpoint.name} does no whole jobs`);
}

function notCompleted(endpoint: string, { status, error }: RemoteJob): Error {
  const { code = status, message = `the job was ${status} there` } = error ?? {};
  if (code === "content_rejected") return fail("content_rejected", message);
  if (code === "outcome_unknown") return fail("outcome_unknown", message);
  return fail(
    "upstream_rejected",
    `job: ${endpoint} failed it (${code}: ${message}). Check the request`,
  );
}
