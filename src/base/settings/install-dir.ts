import { resolve } from "node:path";

/** Directory of this installation: where `package.json`, `models/` and `config/` are. */
export const installDir = resolve(import.meta.dirname, "../../..");
