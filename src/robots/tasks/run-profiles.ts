import { invalidField } from "../../base/contract/fail.ts";
import type { RunBehavior } from "./run-document.ts";
import type { PlanAction } from "./plans/plan-record.ts";

/** The behaviors of a profile, for a run without its own. */
interface RunProfile {
  detect: string[];
  behaviors: RunBehavior[];
  actions: PlanAction[];
}

const people = ["person"];

/** Profiles of runs by name. */
const profiles: Record<string, RunProfile> = {
  patrol_security: {
    detect: people,
    behaviors: [{ type: "intrusion", classes: people, severity: "warning" }],
    actions: [{ on: "intrusion", behavior: null, do: [{ type: "alert", severity: "warning" }] }],
  },
};

/** Returns the profile of this name; throws `invalid_request_body` naming the known ones otherwise. */
export function findRunProfile(name: string): RunProfile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  const known = Object.keys(profiles).join(", ");
  throw invalidField("profile", `is unknown. Use one of ${known}`);
}
