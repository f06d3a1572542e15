import { fail } from "../../contract/fail.ts";
import { type JobType, privateScopeOf } from "../job-terms.ts";
import { DoesNotOpen, type SealedText, type Vault } from "../../secrets/vault.ts";
import type { Job, JsonObject } from "../job.ts";

/** The fields of a job about its subject; the other fields are about the work. */
type Subject = Pick<Job, "payload" | "inputEcho" | "metadata" | "error" | "attemptLog">;

/** A job as stored: the subject of a private one is sealed. */
export type StoredJob = Job & { sealed?: SealedText };

/**
 * Encrypts the inputs of operations that require it (a camera's address and password), and the
 * subject of jobs about people's health: input, payload, echo, metadata and failure messages. Ids,
 * type, states and times stay readable for the queue; so does the caller's `client_reference_id`,
 * by which callers find jobs.
 */
export class JobSeal {
  readonly #vault: Vault | undefined;

  /** Without a vault, private jobs and sealed inputs fail with `internal_error`. */
  constructor(vault: Vault | undefined) {
    this.#vault = vault;
  }

  /** True when jobs of the type are sealed. */
  covers(type: JobType): boolean {
    return privateScopeOf(type) !== null;
  }

  stored(job: Job): StoredJob {
    if (!this.covers(job.type)) return job;
    const { payload, inputEcho, metadata, error, attemptLog } = job;
    const attempts = attemptLog && { attemptLog };
    const subject: Subject = { payload, inputEcho, metadata, error, ...attempts };
    const sealed = this.#opened().seal(ownerOf(job), JSON.stringify(subject));
    return {
      ...job,
      payload: {},
      inputEcho: {},
      metadata: {},
      error: error && { ...error, message: "" },
      ...(attemptLog && { attemptLog: attemptLog.map((one) => ({ ...one, errorMessage: null })) }),
      sealed,
    };
  }

  /**
   * Decrypts a job. A job that does not open with this key has lost its subject: a state of the
   * job, not a failure of the box.
   */
  opened(stored: StoredJob): Job {
    if (!stored.sealed) return stored;
    const { sealed, ...job } = stored;
    try {
      return { ...job, ...(JSON.parse(this.#opened().open(ownerOf(job), sealed)) as Subject) };
    } catch (error) {
      if (!(error instanceof DoesNotOpen)) throw error;
      return { ...job, error: job.error && { ...job.error, message: keyIsGone } };
    }
  }

  input(job: Pick<Job, "org" | "id">, input: JsonObject): SealedText {
    return this.#opened().seal(inputOwnerOf(job), JSON.stringify(input));
  }

  /** Decrypts an input; fails with `input_unreadable` when it does not open with this key. */
  openedInput(job: Job, sealed: SealedText): JsonObject {
    const text = openedOrFail(() => this.#opened().open(inputOwnerOf(job), sealed));
    return JSON.parse(text) as JsonObject;
  }

  inputBytes(job: Job, bytes: Uint8Array): Uint8Array {
    return this.#opened().sealBytes(inputOwnerOf(job), bytes);
  }

  openedInputBytes(job: Job, bytes: Uint8Array): Uint8Array {
    return openedOrFail(() => this.#opened().openBytes(inputOwnerOf(job), bytes));
  }

  /** Decrypts a blob of such a job, which was sealed for its own id when it arrived. */
  openedBlob(id: string, bytes: Uint8Array): Uint8Array {
    return openedOrFail(() => this.#opened().openBytes(id, bytes));
  }

  #opened(): Vault {
    if (!this.#vault) throw fail("internal_error", "what is sealed needs a vault");
    return this.#vault;
  }
}

/** Replaces text that cannot be decrypted. */
const keyIsGone =
  "input: the appliance lacks the key that encrypted it. Restore a backup with its keys";

function openedOrFail<R>(open: () => R): R {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof DoesNotOpen)) throw error;
    throw fail("input_unreadable", keyIsGone, {
      cause: error,
    });
  }
}

function ownerOf({ org, id }: Pick<Job, "org" | "id">): string {
  return `job ${org} ${id}`;
}

function inputOwnerOf({ org, id }: Pick<Job, "org" | "id">): string {
  return `job-input ${org} ${id}`;
}
