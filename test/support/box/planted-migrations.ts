import type { SteppedMigration } from "../../../src/system/store/migrations/migration.ts";
import type { StoreKey } from "../../../src/base/core/store.ts";

/** Keys that one step of a planted migration changes. */
const perStep = 10;

/** Adds `changed` to every record below `["org", "thing"]`, which would show when it ran twice. */
function adding(to: number, readableFrom: number): SteppedMigration {
  return {
    to,
    title: `adds ${to}`,
    readableFrom,
    step(tx, cursor) {
      const after = cursor === null ? {} : { after: cursor as StoreKey };
      const page = tx.range<{ changed: number }>({
        prefix: ["org", "thing"],
        limit: perStep,
        ...after,
      });
      for (const { key, value } of page) tx.put(key, { changed: value.changed * 10 + to });
      return page.length < perStep ? undefined : page.at(-1)!.key;
    },
  };
}

/** A second layout that older programs read, and a third that they do not. */
export const plantedMigrations: readonly SteppedMigration[] = [adding(2, 1), adding(3, 3)];
