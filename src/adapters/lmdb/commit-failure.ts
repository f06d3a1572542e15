import { setImmediate as nextTurn } from "node:timers/promises";
import { mapFull } from "./commit-queue.ts";

/** LMDB and system codes: MDB_MAP_FULL, ENOSPC, EDQUOT, and EIO, as which a short write shows. */
export const fullCodes: ReadonlySet<unknown> = new Set([mapFull, 28, 122, 5]);
/** MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_INVALID: the file is damaged, reopening does not help. */
export const damageCodes: ReadonlySet<unknown> = new Set([-30796, -30797, -30793]);

/** Returns LMDB's error. lmdb-js wraps it in a promise, which for some codes (EPERM) never settles. */
export async function causeOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<unknown> };
  const said = commitError?.catch((reason: unknown) => reason);
  return (await Promise.race([said, nextTurn()])) ?? error;
}
