import type { Severity } from "../../base/contract/event-types.ts";
import type { BehaviorFrame, BehaviorSpec, RunningBehavior } from "../behaviors/behavior.ts";
import type { Finding } from "../core/finding.ts";
import type { BehaviorPlan } from "./behavior-plans.ts";

/** The findings of one behavior in one frame. */
export interface BehaviorResult {
  plan: BehaviorPlan;
  severity: Severity;
  findings: readonly Finding[];
}

/** Shows a behavior only things that were once certain and large enough. */
class Sieve {
  readonly #spec: BehaviorSpec;
  readonly #counted = new Set<number>();

  constructor(spec: BehaviorSpec) {
    this.#spec = spec;
  }

  pass(frame: BehaviorFrame): BehaviorFrame {
    const { minScore, minHeight } = this.#spec;
    if (minScore === 0 && minHeight === 0) return frame;
    for (const id of frame.endedIds) this.#counted.delete(id);
    for (const { id, score, boxNorm } of frame.tracks) {
      if (score >= minScore && boxNorm[3] - boxNorm[1] >= minHeight) this.#counted.add(id);
    }
    return { ...frame, tracks: frame.tracks.filter(({ id }) => this.#counted.has(id)) };
  }
}

interface ActiveBehavior {
  plan: BehaviorPlan;
  running: RunningBehavior;
  sieve: Sieve;
  /** True until the first frame of the home view after frames of another one. */
  wasAway: boolean;
}

/** The running behaviors of one stream. */
export class BehaviorSet {
  #running: ActiveBehavior[] = [];

  /** Replaces the behaviors; one that has not changed keeps its state. */
  replace(plans: readonly BehaviorPlan[]): void {
    const old = new Map(this.#running.map((one) => [one.plan.fingerprint, one]));
    this.#running = plans.map((plan) => {
      const { fingerprint } = plan;
      const known = old.get(fingerprint);
      old.delete(fingerprint);
      return known ? { ...known, plan } : { plan, ...begun(plan) };
    });
  }

  /**
   * Judges one frame; frames come in order of stream time. While `isAway`, the camera does not show the home view in
   * which zones and lines were drawn: behaviors with a zone or a line find nothing, and start from nothing afterwards.
   */
  step(frame: BehaviorFrame, isAway = false): BehaviorResult[] {
    return this.#running.map((active) => {
      const { plan } = active;
      const isPlaced = plan.spec.zone !== null || plan.spec.line !== null;
      if (isPlaced && isAway) active.wasAway = true;
      else if (active.wasAway) Object.assign(active, begun(plan));
      const { running, sieve, wasAway } = active;
      const findings = wasAway ? [] : running.step(sieve.pass(frame));
      return { plan, severity: plan.spec.severity, findings };
    });
  }
}

function begun({ behavior, spec }: BehaviorPlan): Omit<ActiveBehavior, "plan"> {
  return { running: behavior.start(spec), sieve: new Sieve(spec), wasAway: false };
}
