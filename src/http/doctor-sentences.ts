/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const httpSentences = {
  port: "API port",
  "port.restart_fix": "Restart the box, and read its log.",
  "port.chosen": "the system chooses the port",
  "port.free": "port {port} is free",
  "port.loopback_only":
    "the box listens on {host} only, so other machines cannot reach it. To open it to the LAN, set server.host to 0.0.0.0 and restart the box; the page then uses HTTPS",
  "port.used": "another program uses port {port}",
  "port.used_fix": "Stop that program (ss -ltnp 'sport = :{port}' names it), or set server.port.",
} as const;
