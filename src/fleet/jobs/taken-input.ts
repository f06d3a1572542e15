import type { BlobStore } from "../../base/jobs/inputs/blob-port.ts";
import type { Json, JsonObject } from "../../base/jobs/job.ts";

/** Name of the members of an input that name a blob. */
const blobMember = "blobId";

/** Reads the blobs of an input from its box; rejects when they are not to be had. */
export type ReadBlob = (id: string) => Promise<Uint8Array>;

/** The input of a job of another box, with its blobs. */
export interface TakenInput {
  input: JsonObject;
  blob(id: string): Promise<Uint8Array>;
  /** Removes what lies on the disk of this box. */
  drop(): Promise<void>;
}

/** Input about people's health: its blobs stay in memory while the handler works, and are read when it needs them. */
export function inputInMemory(input: JsonObject, read: ReadBlob): TakenInput {
  return { input, blob: read, drop: () => Promise.resolve() };
}

/** Any other input: its blobs are files of this box, as handlers expect them, under ids of this box. */
export async function inputOnDisk(
  blobs: BlobStore,
  input: JsonObject,
  read: ReadBlob,
): Promise<TakenInput> {
  const ids = new Map<string, string>();
  for (const id of namedBlobs(input)) ids.set(id, await blobs.put(await read(id)));
  return {
    input: renamed(input, ids) as JsonObject,
    async blob(id) {
      return (await blobs.get(id)) ?? (await read(id));
    },
    async drop() {
      await Promise.allSettled([...ids.values()].map((id) => blobs.remove(id)));
    },
  };
}

function namedBlobs(value: Json): Set<string> {
  if (typeof value !== "object" || value === null) return new Set();
  const own = Object.entries(value).filter(
    ([name, member]) => name === blobMember && typeof member === "string",
  );
  const inner = Object.values(value).flatMap((member) => [...namedBlobs(member as Json)]);
  return new Set([...own.map(([, member]) => member as string), ...inner]);
}

function renamed(value: Json, ids: ReadonlyMap<string, string>): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((member: Json) => renamed(member, ids));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, Json] => {
      const id = name === blobMember && typeof member === "string" ? ids.get(member) : undefined;
      return [name, id ?? renamed(member as Json, ids)];
    }),
  );
}
