import { join } from "node:path";
import type { TestContext } from "node:test";
import { Type } from "typebox";
import { FileBlobs } from "../../../src/adapters/files/file-blobs.ts";
import type { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { type Clock, systemClock } from "../../../src/base/core/clock.ts";
import { type Logger, silentLogger } from "../../../src/base/core/logger.ts";
import type { Vault } from "../../../src/base/secrets/vault.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { type JobAttachments, type JobLimits, Jobs } from "../../../src/base/jobs/jobs.ts";
import type { OwnAddresses } from "../../../src/base/jobs/job-links.ts";
import type { JobOutcome } from "../../../src/base/jobs/job.ts";
import type {
  Caller,
  JobContext,
  JobHandler,
  Operation,
  PreparedJob,
} from "../../../src/base/jobs/operation.ts";
import { makeStore } from "../store/make-store.ts";
import { tempDir } from "../box/temp-dir.ts";

/** What `makeJobs` is told. */
export interface MakeJobsOptions {
  /** Data directory of an earlier run; a new one when absent. */
  dir?: string;
  clock?: Clock;
  random?: () => number;
  limits?: Partial<JobLimits>;
  reserveBytes?: number;
  attachments?: JobAttachments;
  addresses?: OwnAddresses;
  vault?: Vault;
  log?: Logger;
  /** False leaves the start of the jobs to the caller. */
  isStarted?: boolean;
  /** Called before the start: registers operations and handlers. */
  setup?: (jobs: Jobs, parts: { store: LmdbStore; dir: string }) => void | Promise<void>;
}

/** Store, event log and jobs on a real disk. */
export interface MadeJobs {
  dir: string;
  store: LmdbStore;
  events: EventLog;
  blobs: FileBlobs;
  jobs: Jobs;
  /** Stops all of them, as the appliance does. */
  stop(): Promise<void>;
}

/** Starts store, event log and jobs; stopped when the test has ended. */
export async function makeJobs(
  t: Pick<TestContext, "after">,
  options: MakeJobsOptions = {},
): Promise<MadeJobs> {
  const { clock = systemClock, random, limits, setup, attachments, vault, addresses } = options;
  const { log = silentLogger, isStarted = true } = options;
  const dir = options.dir ?? (await tempDir(t));
  // Closed by `stop` below, after everything that uses it.
  const store = await makeStore({ after: () => {} }, join(dir, "store"), options.reserveBytes);
  const blobs = new FileBlobs({ dir: join(dir, "blobs") });
  await blobs.start();
  const events = new EventLog({ store, clock, log: silentLogger });
  const jobs = new Jobs({
    store,
    events,
    blobs,
    clock,
    log,
    ...(vault ? { vault } : {}),
    ...(random ? { random } : {}),
    ...(limits ? { limits } : {}),
    ...(attachments ? { attachments } : {}),
    ...(addresses ? { addresses } : {}),
  });
  const stop = async (): Promise<void> => {
    await jobs.stop();
    await events.stop();
    await store.stop();
  };
  t.after(stop);
  await setup?.(jobs, { store, dir });
  await events.start();
  if (isStarted) await jobs.start();
  return { dir, store, events, blobs, jobs, stop };
}

/** A caller of `org` with every scope that jobs need. */
export function caller(org = "default"): Caller {
  return {
    org,
    keyId: `key-${org}`,
    scopes: ["jobs:read", "jobs:write"],
    requestId: "req_svc_test",
  };
}

/** An operation that takes `{text, times?: [{n}]}` and makes a `run` job of it. */
export function echoOperation(prepared: Partial<PreparedJob> = {}): Operation {
  return {
    namespace: "test",
    method: "echo",
    summary: "Echo",
    scope: "jobs:write",
    jobType: "run",
    path: "/test/echo",
    inputSchema: Type.Object(
      {
        text: Type.String({ maxLength: 1_000_000 }),
        times: Type.Optional(
          Type.Array(Type.Object({ n: Type.Integer() }, { additionalProperties: false })),
        ),
      },
      { additionalProperties: false },
    ),
    prepare: (input: { text: string }) => ({
      inputEcho: { length: input.text.length },
      input: { text: input.text },
      ...prepared,
    }),
  };
}

/** A handler of `run` jobs by a function. */
export function handler(
  run: (context: JobContext) => Promise<JobOutcome>,
  concurrency = 4,
): JobHandler {
  return { type: "run", concurrency, run };
}

/** Settles as soon as the handler is told to stop, by rejecting. */
export function untilAborted({ signal }: JobContext): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
