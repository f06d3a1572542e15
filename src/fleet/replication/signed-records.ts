import type { FleetEntry } from "../fleet-port.ts";
import type { FleetTable } from "../fleet-table.ts";
import type { FleetIdentity } from "../identity/fleet-identity.ts";
import { asDocument } from "../read-document.ts";
import { dataSchemas, type RecordDocument, recordSchema } from "./record-document.ts";
import { maxRecord, type RecordKind } from "./record-terms.ts";
import { digestOf } from "./replication-state.ts";

/** Beginning of the keys of records, and of the versions that lost. */
export const prefixes = { record: "record.", conflict: "conflict." } as const;

/** A proven record of the table. */
export interface SignedRecord {
  revision: number;
  /** The box that signed it. */
  boxId: string;
  document: RecordDocument;
  /** Of its data. */
  digest: string | null;
}

/** A record, or the reason why it does not count, without a period. */
export type ReadRecord = SignedRecord | { revision: number; problem: string };

/** The signed records in the table of the fleet; each is proven once for each revision. */
export class SignedRecords {
  readonly #table: FleetTable;
  readonly #identity: FleetIdentity;
  readonly #read = new Map<string, { value: string; read: ReadRecord }>();

  constructor(table: FleetTable, identity: FleetIdentity) {
    this.#table = table;
    this.#identity = identity;
  }

  /** Keys (`kind.id`) of all records, or of all versions that lost, that the table has now. */
  keys(of: keyof typeof prefixes): string[] {
    return this.#table
      .list(prefixes[of])
      .filter(({ value }) => value !== null)
      .map(({ key }) => key.slice(prefixes[of].length));
  }

  /** The record of `key`; undefined for none. */
  async get(of: keyof typeof prefixes, key: string): Promise<ReadRecord | undefined> {
    const entry = this.#table.get(prefixes[of] + key);
    if (!entry || entry.value === null) return undefined;
    const known = this.#read.get(entry.key);
    // A key that was not known then may be known now.
    if (known?.value === entry.value && !("problem" in known.read)) {
      return { ...known.read, revision: entry.revision };
    }
    const read = await this.#verify(of, key, entry);
    this.#read.set(entry.key, { value: entry.value, read });
    return read;
  }

  /** Signs and writes a record whose entry is at the revision `expected`. */
  async write(
    of: keyof typeof prefixes,
    key: string,
    about: { document: RecordDocument; expected: number | "any" },
  ) {
    const token = await this.#identity.sign(of, about.document);
    if (token.length > maxRecord) return { kind: "too_large" } as const;
    return await this.#table.write(prefixes[of] + key, token, about.expected);
  }

  /** Removes a version that lost; true when it is gone. */
  async removeConflict(key: string): Promise<boolean> {
    const entry = this.#table.get(prefixes.conflict + key);
    if (!entry || entry.value === null) return true;
    return (await this.#table.remove(entry.key, entry.revision)).kind === "written";
  }

  async #verify(
    of: keyof typeof prefixes,
    key: string,
    { revision, value }: FleetEntry,
  ): Promise<ReadRecord> {
    const verified = await this.#identity.verify(of, value!);
    if (!verified.ok) return { revision, problem: verified.problem };
    const { boxId, payload } = verified;
    const document = asDocument<RecordDocument>(recordSchema, payload);
    const isNamed = document && key.startsWith(recordKey(document.kind, document.id));
    if (!isNamed) return { revision, problem: `the box ${boxId} wrote no record of this version` };
    const { kind, data } = document;
    if (data !== null && !asDocument(dataSchemas[kind], data)) {
      return { revision, problem: `the box ${boxId} wrote a ${kind} that is not valid` };
    }
    return { revision, boxId, document, digest: digestOf(data) };
  }
}

/** The name of a record in the table, in characters that NATS allows. */
export function recordKey(kind: RecordKind, id: string): string {
  return `${kind}.${Buffer.from(id).toString("base64url")}`;
}

/** Kind and id of a name. */
export function ofRecordKey(key: string): { kind: RecordKind; id: string } {
  const [kind, id = ""] = key.split(".");
  return { kind: kind as RecordKind, id: Buffer.from(id, "base64url").toString() };
}
