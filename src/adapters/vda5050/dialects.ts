import type { Dialect, VdaVersion } from "./dialect.ts";
import { vda11 } from "./vda11.ts";
import { vda20, vda21 } from "./vda2x.ts";
import { vda30 } from "./vda30.ts";

/** The dialect of each version. */
export const dialects: Readonly<Record<VdaVersion, Dialect>> = {
  "1.1": vda11,
  "2.0": vda20,
  "2.1": vda21,
  "3.0": vda30,
};
