import { homedir } from "node:os";
import { join } from "node:path";

const userCache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");

/** Where roots and packages stay for the next run; `GATEHOUSE_MACHINES` names another folder. */
export const machinesDir =
  process.env["GATEHOUSE_MACHINES"] ?? join(userCache, "gatehouse-machines");
