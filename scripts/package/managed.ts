import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Says in the release at `tree` who replaces it, so that `gatehouse upgrade` leaves it alone. */
export async function markManaged(tree: string, by: "dpkg" | "container"): Promise<void> {
  await writeFile(join(tree, ".managed-by"), `${by}\n`);
}
