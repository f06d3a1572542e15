import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { writeFileAtomic } from "../core/atomic-file.ts";
import { fail } from "../contract/fail.ts";
import { GatehouseError } from "../core/errors.ts";

const keyBytes = 32;

/**
 * Reads a key of 32 bytes; with `make` creates a missing file with mode 0600. Fails with
 * `store_failed` for a file of another length and for one that cannot be read.
 */
export async function loadKeyFile(path: string, make: boolean): Promise<Buffer> {
  try {
    const key = await readFile(path);
    if (key.length === keyBytes) return key;
    throw fail(
      "store_failed",
      `${path}: is not a key of ${keyBytes} bytes. Restore it from a backup`,
    );
  } catch (error) {
    if (error instanceof GatehouseError) throw error;
    if ((error as { code?: unknown }).code !== "ENOENT" || !make) {
      throw fail(
        "store_failed",
        `${path}: the key cannot be read. Check the owner and mode of the file`,
        { cause: error },
      );
    }
    const key = randomBytes(keyBytes);
    await writeFileAtomic(path, key);
    return key;
  }
}
