import { makeRuns as runsOf } from "../../../src/robots/tasks/module.ts";
import type { Jobs } from "../../../src/base/jobs/jobs.ts";
import type {
  Look,
  RunVision,
  StreamIncident,
  TextPlanner,
} from "../../../src/robots/tasks/ports.ts";
import type { Clock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { TaskRunService } from "../../../src/robots/tasks/task-run-service.ts";
import type { RobotRig } from "../../integration/robots/rig.ts";

/** Sees what the test says: in pictures, and on the streams `gate` and `yard`. */
export class ScriptedRunVision implements RunVision {
  /** What the next pictures show. */
  next: Partial<Look>[] = [];
  looks = 0;
  places: { frame: string; xM: number; yM: number }[] = [];
  readonly #listeners = new Set<(happening: StreamIncident) => void>();

  check(): void {}

  open() {
    return {
      look: async (): Promise<Look> => {
        this.looks += 1;
        const look = this.next.shift() ?? {};
        return {
          widthPx: 320,
          heightPx: 180,
          things: [],
          happenings: [],
          pictureUrl: null,
          ...look,
        };
      },
    };
  }

  subscribe(listener: (happening: StreamIncident) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Whether a run listens. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  hasStream(org: string, id: string): boolean {
    return org === "default" && ["gate", "yard"].includes(id);
  }

  standing() {
    return this.places;
  }

  /** The stream `gate` has a new incident. */
  happen(about: Partial<StreamIncident> = {}): void {
    for (const listener of this.#listeners) {
      listener({
        org: "default",
        streamId: "gate",
        incidentId: "01900000-0000-7000-8000-000000000009",
        type: "intrusion",
        severity: "warning",
        classes: ["person"],
        zone: null,
        summary: "A person.",
        mapPosition: null,
        frameAgeMs: 0,
        ...about,
      });
    }
  }
}

/** Registers runs of the rig's robots with `jobs`, which have not been started. */
export function makeRuns(
  rig: Pick<RobotRig, "store" | "log" | "robots"> & { clock: Clock },
  jobs: Jobs,
  with_: { vision: RunVision; text?: TextPlanner },
): TaskRunService {
  const { store, log: events, clock, robots: robotUnits } = rig;
  const log = silentLogger;
  const { runs, operations } = runsOf({ store, events, clock, log, jobs, robotUnits, ...with_ });
  jobs.add(operations);
  return runs;
}
