import type { ApiCall } from "./api-call.ts";

/** One thing that an example does. */
export type Step =
  | { kind: "call"; call: ApiCall }
  | { kind: "pause"; seconds: number }
  | { kind: "comment"; text: string };
