/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const baseSentences = {
  queue: "job queue",
  "queue.length": "{queued} waiting, {running} running",
  "queue.fix":
    "List the waiting jobs (GET /api/v1/jobs?status=queued), and check whether their endpoint is up.",

  api_keys: "API keys",
  "api_keys.some": "at least one key exists",
  "api_keys.people": "none; people sign in with accounts",
  "api_keys.none": "no key and no account exists, so nobody can sign in yet",
  "api_keys.fix":
    "Open the page and enter a setup code. The start printed one; for a new one run gatehouse setup-code.",
} as const;
