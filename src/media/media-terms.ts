/** `output.aspect_ratio` (decisions section 3). */
export const aspectRatios = [
  "auto",
  "1:1",
  "4:5",
  "5:4",
  "3:4",
  "4:3",
  "2:3",
  "3:2",
  "9:16",
  "16:9",
  "21:9",
] as const;

/** `payload.phase` of picture generation, in this order (decisions section 3). */
export const mediaPhases = [
  "resolve_inputs",
  "retrieve_brand",
  "plan_brief",
  "compose_prompt",
  "generate",
  "verify_and_store",
] as const;

/** One of the six steps. */
export type MediaPhase = (typeof mediaPhases)[number];

/** Reference pictures of one request (contract section 8). */
export const maxReferences = 6;

/** Characters of a prompt (contract section 8). */
export const promptLength = 5000;
