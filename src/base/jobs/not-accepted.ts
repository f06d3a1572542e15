import { fail } from "../contract/fail.ts";
import { GatehouseError } from "../core/errors.ts";

const storeCodes: ReadonlySet<string> = new Set([
  "storage_full",
  "store_unwritable",
  "store_failed",
]);

/**
 * Returns the error that refuses a job: failures of the store become `job_create_failed`, with the
 * cause in `details`; other errors stay unchanged.
 */
export function notAccepted(error: unknown): unknown {
  const coded = GatehouseError.find(error);
  if (coded === undefined || !storeCodes.has(coded.code)) return error;
  return fail("job_create_failed", "job: could not be stored, so nothing was accepted. Try again", {
    details: [{ path: "", rule: coded.code, message: coded.message }],
    cause: error,
  });
}
