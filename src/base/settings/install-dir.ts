import { resolve } from "node:path";

/** Directory of this installation, with `package.json`, `models/` and `config/`. */
export const installDir = resolve(import.meta.dirname, "../../..");
