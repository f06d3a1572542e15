import { describeError } from "../base/core/errors.ts";
import type { Logger } from "../base/core/logger.ts";
import { DoesNotOpen, type SealedText, type Vault } from "../base/secrets/vault.ts";
import type { Store, StoreKey, StoreTransaction } from "../base/core/store.ts";
import type { BlobStore } from "../base/jobs/inputs/blob-port.ts";

/** The key of a question: its job and step. */
export interface AskKey {
  org: string;
  jobId: string;
  step: string;
}

/**
 * The state of a question. `submitting`: it may have left, and its outcome is unknown; `accepted`: the
 * other side has a job for it; `answered`: the answer is stored; `open`: the answer was a failure.
 */
export interface AskRecord {
  v: 1;
  state: "submitting" | "accepted" | "answered" | "open";
  endpoint: string;
  model: string | null;
  /** Counts the submissions that may have been processed: a new one has another idempotency key. */
  round: number;
  /** The number of invalid answers. */
  invalid: number;
  egressSeq: number | null;
  atMs: number;
  remoteJobId?: string;
  /** The answer without its bytes, sealed, and the files that hold those. */
  answer?: SealedText;
  files?: readonly string[];
}

const jobPrefix = (org: string, jobId: string): StoreKey => [org, "uplink-ask", jobId];
const keyOf = ({ org, jobId, step }: AskKey): StoreKey => [...jobPrefix(org, jobId), step];
const placeOf = ({ org, jobId }: AskKey): StoreKey => ["box", "uplink-ask", org, jobId];

/** The purpose that stored answers are sealed for. */
const sealOwner = "uplink answer";

/** Stands in a stored answer for the bytes of a file, by its id. */
interface FileMark {
  $file: string;
}

/** The questions of jobs that have not ended, with their answers. */
export class AskRecords {
  readonly #store: Store;
  readonly #files: BlobStore;
  readonly #log: Logger;
  readonly #vault: Vault;

  /** `files` holds only the bytes of answers; `vault` encrypts the rest of them. */
  constructor(parts: { store: Store; files: BlobStore; log: Logger; vault: Vault }) {
    this.#vault = parts.vault;
    this.#store = parts.store;
    this.#files = parts.files;
    this.#log = parts.log;
  }

  get(key: AskKey): AskRecord | undefined {
    return this.#store.get<AskRecord>(keyOf(key));
  }

  put(tx: StoreTransaction, key: AskKey, record: AskRecord): void {
    tx.put(keyOf(key), record);
    tx.put(placeOf(key), 1);
  }

  /** Writes the bytes of an answer to files; returns the rest for the record. */
  async pack(answer: unknown): Promise<{ answer: SealedText; files: string[] }> {
    const files: string[] = [];
    const walk = async (value: unknown): Promise<unknown> => {
      if (value instanceof Uint8Array) {
        const id = await this.#files.put(value);
        files.push(id);
        return { $file: id } satisfies FileMark;
      }
      if (Array.isArray(value)) {
        const items: unknown[] = [];
        for (const each of value) items.push(await walk(each));
        return items;
      }
      if (typeof value !== "object" || value === null) return value;
      const fields: Record<string, unknown> = {};
      for (const [name, each] of Object.entries(value)) fields[name] = await walk(each);
      return fields;
    };
    const packed = JSON.stringify(await walk(answer));
    return { answer: this.#vault.seal(sealOwner, packed), files };
  }

  /** Returns the original answer; undefined when one of its files or the sealing key is gone. */
  async unpack({ answer, files = [] }: AskRecord): Promise<unknown> {
    const bytes = new Map<unknown, Uint8Array>();
    for (const id of files) {
      const found = await this.#files.get(id);
      if (!found) return undefined;
      bytes.set(id, found);
    }
    const walk = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(walk);
      if (typeof value !== "object" || value === null) return value;
      // A model may also say `$file`, but it knows no id.
      const file = bytes.get((value as Partial<FileMark>).$file);
      if (file) return file;
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each)]));
    };
    const text = answer && this.#opened(answer);
    return text === undefined ? undefined : walk(JSON.parse(text));
  }

  #opened(answer: SealedText): string | undefined {
    try {
      return this.#vault.open(sealOwner, answer);
    } catch (error) {
      if (error instanceof DoesNotOpen) return undefined;
      throw error;
    }
  }

  /** Removes everything about a job. */
  async forget(org: string, jobId: string): Promise<void> {
    const found = this.#store.range<AskRecord>({ prefix: jobPrefix(org, jobId) });
    if (found.length === 0) return;
    await this.#store.transact(
      (tx) => {
        for (const { key } of found) tx.remove(key);
        tx.remove(placeOf({ org, jobId, step: "" }));
      },
      { essential: true },
    );
    await this.#drop(found.flatMap(({ value }) => value.files ?? []));
  }

  /** At the start: removes the records of ended jobs, and files without a record. */
  async sweep(isLive: (org: string, jobId: string) => boolean): Promise<void> {
    const places = this.#store.range({ prefix: ["box", "uplink-ask"] });
    const named = new Set<string>();
    for (const { key } of places) {
      const [org, jobId] = [key[2] as string, key[3] as string];
      if (!isLive(org, jobId)) {
        await this.forget(org, jobId);
        continue;
      }
      for (const { value } of this.#store.range<AskRecord>({ prefix: jobPrefix(org, jobId) })) {
        for (const id of value.files ?? []) named.add(id);
      }
    }
    await this.#drop((await this.#files.list()).filter((id) => !named.has(id)));
  }

  async #drop(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      try {
        await this.#files.remove(id);
      } catch (error) {
        this.#log.warn({ error: describeError(error) }, "a stored answer could not be removed");
      }
    }
  }
}
