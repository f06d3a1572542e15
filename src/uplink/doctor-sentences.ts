/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const uplinkSentences = {
  uplink: "model endpoints",
  "uplink.none": "no endpoint is configured",
  "uplink.refused": "it refuses the box: {reason}",
  "uplink.refused_fix": "Mend its key in uplink.endpoints.",
  "uplink.makers": "its address is its maker's",
  "uplink.fix": "Look at the network, the firewall and the endpoint; jobs wait meanwhile.",
} as const;
