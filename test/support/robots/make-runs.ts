import type { Scope } from "../../../src/base/contract/scopes.ts";
import { SiteSchedules } from "../../../src/perception/policies/site-schedules.ts";
import type { Store } from "../../../src/base/core/store.ts";
import { Frames } from "../../../src/robots/maps/frames.ts";
import type { Maps } from "../../../src/robots/maps/maps.ts";
import { Places } from "../../../src/robots/maps/places.ts";
import type { Missions } from "../../../src/robots/missions/module.ts";
import { makeRuns as runsOf, type RobotRunsParts } from "../../../src/robots/tasks/module.ts";
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

/** The site of runs without maps: places on open ground, no webhooks, and a key for everything. */
export function openSite({
  store,
  clock,
}: {
  store: Store;
  clock: Clock;
}): Pick<RobotRunsParts, "maps" | "places" | "webhooks" | "scopesOf" | "times" | "orgs"> {
  const maps = { gridsOf: async () => [] } as unknown as Maps;
  const frames = new Frames({ store, clock });
  const places = new Places({ store, clock, maps, frames, zonesOf: () => [] });
  const webhooks = { get: () => undefined, call: async () => undefined };
  // Always armed.
  const times = new SiteSchedules({ at: () => "armed" });
  const orgs = (): string[] => ["default"];
  const scopesOf = (): readonly Scope[] => ["runs:write", "robots:command"];
  return { maps, places, webhooks, scopesOf, times, orgs };
}

/** Registers runs of the rig's robots with `jobs`, which have not been started. */
export function makeRuns(
  rig: Pick<RobotRig, "store" | "log" | "robots"> & { clock: Clock },
  jobs: Jobs,
  with_: { vision: RunVision; text?: TextPlanner } & Partial<ReturnType<typeof openSite>> &
    Pick<RobotRunsParts, "doors">,
): { runs: TaskRunService; missions: Missions } {
  const { store, log: events, clock, robots: robotUnits } = rig;
  const log = silentLogger;
  const site = { ...openSite(rig), ...with_ };
  const made = runsOf({ store, events, clock, log, jobs, robotUnits, ...site });
  jobs.add(made.operations);
  return made;
}
