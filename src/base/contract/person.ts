/** The person behind a page session; programs have keys instead. */
export interface PersonIdentity {
  name: string;
  /** Preset of scopes that the account has. */
  role: string;
  /** Ids of the streams that the account may see; null for all. */
  cameras: readonly string[] | null;
}

/** The fields of a caller that say who acts. */
export interface Actor {
  keyId: string;
  person?: PersonIdentity | undefined;
}

/** Returns the author of a change for the record: the person's name, or the id of a program's key. */
export function authorOf({ keyId, person }: Actor): string {
  return person?.name ?? keyId;
}

/** True when the caller may see the stream `streamId`. Only people can be restricted to cameras. */
export function maySee({ person }: Pick<Actor, "person">, streamId: string): boolean {
  const cameras = person?.cameras ?? null;
  return cameras === null || cameras.includes(streamId);
}

/** The streams that the caller is restricted to; undefined for all. */
export function camerasOf({ person }: Pick<Actor, "person">): readonly string[] | undefined {
  return person?.cameras ?? undefined;
}
