import { fail, invalidField } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import { mapPrefix, type RouteRecords, type RouteSort } from "./map-record.ts";
import { mapLimits } from "./map-terms.ts";

/** A place or corridor to store: its values, and the id of the one that it changes. */
export type Draft<S extends RouteSort> = Omit<
  RouteRecords[S],
  "v" | "id" | "org" | "revision" | "createdAtMs" | "updatedAtMs"
> & { id?: string };

/** The parts of the store of places and corridors. */
export interface RouteStoreParts {
  store: Store;
  clock: Pick<Clock, "wallMs">;
  /** The names of rules and other things that name the place; a place in use keeps its name. */
  usersOf(org: string, name: string): string[];
}

/** Places and corridors of organisations, by name and with revisions. */
export class RouteStore {
  readonly #parts: RouteStoreParts;

  constructor(parts: RouteStoreParts) {
    this.#parts = parts;
  }

  /** Returns all of a sort in the order of their ids. */
  list<S extends RouteSort>(org: string, sort: S): RouteRecords[S][] {
    return listIn(this.#parts.store, org, sort);
  }

  /** Returns the one with exactly this name. */
  find<S extends RouteSort>(org: string, sort: S, name: string): RouteRecords[S] | undefined {
    return this.list(org, sort).find((each) => each.name === name);
  }

  /**
   * Stores all or none, each by its id, else by its name; one that stays the same keeps its revision. Fails with
   * `invalid_request_body` for a name twice, `not_found` for an unknown id, and `conflict` at the limit and for a new name
   * of a place in use.
   */
  async put<S extends RouteSort>(
    org: string,
    sort: S,
    drafts: readonly Draft<S>[],
  ): Promise<RouteRecords[S][]> {
    return await this.#parts.store.transact((tx) => this.#put(tx, org, { sort, drafts }));
  }

  /** Stores places and corridors together, all or none; fails as `put`. */
  async putBoth(
    org: string,
    drafts: { places: readonly Draft<"place">[]; corridors: readonly Draft<"corridor">[] },
  ): Promise<void> {
    await this.#parts.store.transact((tx) => {
      this.#put(tx, org, { sort: "place", drafts: drafts.places });
      this.#put(tx, org, { sort: "corridor", drafts: drafts.corridors });
    });
  }

  /** Removes one; false for an unknown one. Fails with `conflict` for a place in use. */
  async remove(org: string, sort: RouteSort, id: string): Promise<boolean> {
    return await this.#parts.store.transact(
      (tx) => {
        const before = tx.get<RouteRecords[RouteSort]>(keyOf(org, sort, id));
        if (!before) return false;
        if (sort === "place") this.#assertUnused(org, before.name, `${sort}_id`);
        tx.remove(keyOf(org, sort, id));
        return true;
      },
      { essential: true },
    );
  }

  #put<S extends RouteSort>(
    tx: StoreTransaction,
    org: string,
    { sort, drafts }: { sort: S; drafts: readonly Draft<S>[] },
  ): RouteRecords[S][] {
    const known = new Map(listIn(tx, org, sort).map((each) => [each.id, each]));
    const touched = new Set<string>();
    const nowMs = this.#parts.clock.wallMs();
    const stored = drafts.map((draft, at) => {
      const where = `${sort}s[${at}]`;
      const before = this.#before(known, draft, where);
      if (before && before.name !== draft.name && sort === "place")
        this.#assertUnused(org, before.name, `${where}.name`);
      const record = recordOf<S>({ org, draft, before, nowMs });
      if (touched.has(record.id))
        throw invalidField(where, "is in the request twice. Send it once");
      touched.add(record.id);
      known.set(record.id, record);
      return record;
    });
    const most = mapLimits[`${sort}s` as const];
    if (known.size > most)
      throw fail("conflict", `${sort}s: an organisation has at most ${most}. Remove one first`);
    assertNamesOnce(known.values(), sort);
    for (const record of stored) tx.put(keyOf(org, sort, record.id), record);
    return stored;
  }

  #before<S extends RouteSort>(
    known: ReadonlyMap<string, RouteRecords[S]>,
    { id, name }: Draft<S>,
    where: string,
  ): RouteRecords[S] | undefined {
    if (id === undefined) return [...known.values()].find((each) => each.name === name);
    const found = known.get(id.toLowerCase());
    if (found) return found;
    const param = `${where}.id`;
    throw fail("not_found", `${param}: is not stored. Choose a listed one`, { param });
  }

  #assertUnused(org: string, name: string, param: string): void {
    const users = this.#parts.usersOf(org, name);
    if (users.length === 0) return;
    const names = users.slice(0, 5).join(", ");
    const more = users.length > 5 ? ` and ${users.length - 5} more` : "";
    throw fail(
      "conflict",
      `${param}: the place ${name} is in use by ${names}${more}. Change them first`,
      { param },
    );
  }
}

function recordOf<S extends RouteSort>(from: {
  org: string;
  draft: Draft<S>;
  before: RouteRecords[S] | undefined;
  nowMs: number;
}): RouteRecords[S] {
  const { org, draft, before, nowMs } = from;
  const { id: _id, ...values } = draft;
  const record = {
    ...values,
    v: 1,
    id: before?.id ?? uuidv7(nowMs),
    org,
    revision: (before?.revision ?? 0) + 1,
    createdAtMs: before?.createdAtMs ?? nowMs,
    updatedAtMs: nowMs,
  } as RouteRecords[S];
  return before && isSame(before, record) ? before : record;
}

function isSame(before: object, now: object): boolean {
  const text = (record: object): string =>
    JSON.stringify(
      Object.entries({ ...record, revision: 0, updatedAtMs: 0 }).toSorted(([a], [b]) =>
        a < b ? -1 : 1,
      ),
    );
  return text(before) === text(now);
}

function keyOf(org: string, sort: RouteSort, id: string): StoreKey {
  return [...mapPrefix(org, sort), id.toLowerCase()];
}

function listIn<S extends RouteSort>(store: StoreReader, org: string, sort: S): RouteRecords[S][] {
  return store.range<RouteRecords[S]>({ prefix: mapPrefix(org, sort) }).map(({ value }) => value);
}

function assertNamesOnce(records: Iterable<{ name: string }>, sort: RouteSort): void {
  const names = new Set<string>();
  for (const { name } of records) {
    if (names.has(name)) throw invalidField(`${sort}s`, `two have the name ${name}. Rename one`);
    names.add(name);
  }
}
