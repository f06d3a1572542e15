/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const httpSentences = {
  port: "the API's port",
  "port.restart_fix": "Restart the box, and look into its log.",
  "port.chosen": "the system chooses it",
  "port.free": "{port} is free",
  "port.used": "{port} is used by another program",
  "port.used_fix": "Stop it (ss -ltnp 'sport = :{port}' names it), or set server.port.",
} as const;
