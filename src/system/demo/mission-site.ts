import type { StoredMissionRequest } from "../../robots/missions/mission-document.ts";

/** The mission of the demo: a round through the yard that addresses whom it meets in the storage area. */
export function demoMission(): StoredMissionRequest {
  return {
    name: "Evening round",
    description: "Looks for people in the storage area, addresses them, and looks at the gate.",
    steps: [
      { type: "go", place: "Storage" },
      {
        type: "look",
        look_for: "person",
        seconds: 15,
        branches: [{ on: "not_found", to: "gate" }],
      },
      { type: "announce", message: "This is a storage area. Please leave it." },
      { id: "gate", type: "go", place: "Gate" },
      {
        type: "ask",
        question: "Is the gate closed?",
        answers: ["closed", "open"],
        seconds: 120,
        branches: [{ on: "open", to: "warn" }],
      },
      { type: "go", place: "Home", branches: [{ on: "done", to: "end" }] },
      { id: "warn", type: "announce", message: "The gate is open." },
      { type: "go", place: "Home" },
    ],
  };
}
