import type { StoreTransaction } from "../../../base/core/store.ts";
import type { Vault } from "../../../base/secrets/vault.ts";
import type { Cursor } from "../store-version.ts";

/** The description of a migration. */
export interface MigrationHead {
  /** The layout that it leads to, from the one before. */
  to: number;
  /** Its effect, in a few words for people. */
  title: string;
  /** The oldest layout whose programs still read the store; `to` when it is destructive. */
  readableFrom: number;
}

/** A migration that changes entries. */
export interface SteppedMigration extends MigrationHead {
  /**
   * One piece of the work, at most 100 keys, from `cursor` on (null at first); where the next goes on,
   * or undefined when all is done. What it writes and where it stands become durable together.
   * `vault` seals with the key of the box.
   */
  step(tx: StoreTransaction, cursor: Cursor, vault: Vault | undefined): Cursor | undefined;
}

/** A migration that writes the store's file again, so that it holds nothing but the entries. */
export interface RewritingMigration extends MigrationHead {
  isRewrite: true;
}

/** The way from one layout of the store to the next. */
export type Migration = SteppedMigration | RewritingMigration;
