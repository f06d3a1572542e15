import { fail, invalidField } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import type { Store } from "../core/store.ts";

/** The organisation that exists on every box. */
export const defaultOrg = "default";

/** One organisation. `createdAtMs` is 0 for `default`, which exists from the start. */
export interface Organisation {
  v: 1;
  id: string;
  name: string;
  createdAtMs: number;
}

const idPattern = /^[a-z][a-z0-9-]{0,31}$/;
/** First parts of store keys that belong to no organisation. */
const reserved = new Set(["box"]);

/** Organisations of the box. Every record of the store belongs to one of them. */
export class Organisations {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(parts: { store: Store; clock: Clock }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
  }

  /** Fails with `invalid_request_body` for a bad id or name, `conflict` when the id is taken. */
  async create(input: { id: string; name?: string }): Promise<Organisation> {
    const { id, name = input.id } = input;
    if (!idPattern.test(id) || reserved.has(id)) {
      const rule = "a-z, 0-9 and -, beginning with a letter, at most 32 characters, and not `box`";
      throw invalidField("id", `is not an organisation id. Use ${rule}`);
    }
    if (name.length < 1 || name.length > 100) {
      throw invalidField("name", "must have 1 to 100 characters. Give another name");
    }
    const org: Organisation = { v: 1, id, name, createdAtMs: this.#clock.wallMs() };
    await this.#store.transact((tx) => {
      if (id === defaultOrg || tx.get(["box", "org", id])) {
        throw fail("conflict", `id: the organisation ${id} exists already. Choose another id`, {
          param: "id",
        });
      }
      tx.put(["box", "org", id], org);
    });
    return org;
  }

  /**
   * Creates the organisations of the site configuration that do not exist yet. Fails as `create`
   * does.
   */
  async ensure(ids: readonly string[]): Promise<void> {
    for (const id of new Set(ids)) if (!this.exists(id)) await this.create({ id });
  }

  /** Stores an organisation of another box, in place of an older version. Fails with `invalid_request_body`. */
  async adopt({ id, name, createdAtMs }: Omit<Organisation, "v">): Promise<void> {
    if (!idPattern.test(id) || reserved.has(id) || id === defaultOrg) {
      throw invalidField("id", "is not the id of an organisation that boxes share. Use another");
    }
    const org: Organisation = { v: 1, id, name, createdAtMs };
    await this.#store.transact((tx) => tx.put(["box", "org", id], org));
  }

  /** Returns all organisations, `default` first, the others by id. */
  list(): Organisation[] {
    const stored = this.#store.range<Organisation>({ prefix: ["box", "org"] });
    return [
      { v: 1, id: defaultOrg, name: defaultOrg, createdAtMs: 0 },
      ...stored.map((entry) => entry.value),
    ];
  }

  /** Returns the ids of all organisations, in the order of `list`. */
  ids(): string[] {
    return this.list().map(({ id }) => id);
  }

  exists(id: string): boolean {
    return id === defaultOrg || this.#store.get(["box", "org", id]) !== undefined;
  }
}
