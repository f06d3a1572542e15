/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const uplinkSentences = {
  uplink: "model endpoints",
  "uplink.none": "no endpoint is configured",
  "uplink.refused": "the endpoint refuses the box: {reason}",
  "uplink.refused_fix": "Correct its key in uplink.endpoints.",
  "uplink.makers": "the box uses the provider's address",
  "uplink.fix": "Check the network, the firewall and the endpoint; jobs wait meanwhile.",
} as const;
