/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const baseSentences = {
  queue: "job queue",
  "queue.length": "{queued} waiting, {running} running",
  "queue.fix":
    "List the waiting jobs (GET /api/v1/jobs?status=queued), and check whether their endpoint is up.",

  api_keys: "API keys",
  "api_keys.some": "at least one key exists",
  "api_keys.none": "no key exists, so nobody can sign in",
  "api_keys.fix":
    "Use the setup code that the start printed, or run gatehouse keys create --preset admin --name technician.",
} as const;
