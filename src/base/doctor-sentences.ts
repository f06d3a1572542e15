/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const baseSentences = {
  queue: "queue of jobs",
  "queue.length": "{queued} wait, {running} run",
  "queue.fix": "See which wait (GET /api/v1/jobs?status=queued), and whether their endpoint is up.",

  api_keys: "keys of the API",
  "api_keys.some": "there are some",
  "api_keys.none": "there is none: nobody can sign in",
  "api_keys.fix":
    "Use the setup code of the start, or gatehouse keys create --preset admin --name technician.",
} as const;
