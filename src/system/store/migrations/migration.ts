import type { StoreTransaction } from "../../../base/core/store.ts";
import type { Vault } from "../../../base/secrets/vault.ts";
import type { MigrationCursor } from "../store-version.ts";

/** The description of a migration. */
export interface MigrationHead {
  /** The resulting layout; it starts from the one before. */
  to: number;
  /** Its effect, in a few words for people. */
  title: string;
  /** The oldest layout whose programs still read the store; `to` when it is destructive. */
  readableFrom: number;
}

/** A migration that changes entries. */
export interface SteppedMigration extends MigrationHead {
  /**
   * Runs one step of at most 100 keys from `cursor` (null at first); returns the cursor of the
   * next, or undefined at the end. Changes and cursor become durable together. `vault` seals with
   * the key of the box.
   */
  step(
    tx: StoreTransaction,
    cursor: MigrationCursor,
    vault: Vault | undefined,
  ): MigrationCursor | undefined;
}

/** A migration that rewrites the store's file, so that it holds only the entries. */
export interface RewritingMigration extends MigrationHead {
  isRewrite: true;
}

/** A migration from one layout of the store to the next. */
export type Migration = SteppedMigration | RewritingMigration;
