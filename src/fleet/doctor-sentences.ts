/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const fleetSentences = {
  fleet: "fleet",
  "fleet.none": "the box works alone: no NATS server is configured",
  "fleet.joined": "the box has joined {name}, with {boxes} boxes",
  "fleet.apart": "the box has no contact with its fleet ({problem})",
  "fleet.apart_fix":
    "Start the NATS servers, or correct the section fleet of the site file: docs/operations/fleet.md.",
  "fleet.without_takeover": "no other box takes over when a machine fails ({problem})",
  "fleet.takeover_fix": "Set up three NATS servers: docs/operations/fleet.md.",
  "fleet.key_changed": "{boxes} has another key than before, and nothing relies on it",
  "fleet.key_changed_fix":
    "Check whether the box was restored without its keys, and accept the new one: docs/operations/fleet.md.",
  "fleet.records":
    "two boxes changed the same record ({conflicts}), or this box refuses records ({refused})",
  "fleet.records_fix": "Choose the version that stands: docs/operations/fleet.md.",
  "fleet.start_fix": "Start the NATS server, or correct its address in fleet.servers.",
} as const;
