import type { Clock } from "../../base/core/clock.ts";
import type { LiveState } from "../driver/live-state.ts";
import type { RobotSettings } from "../driver/robot-settings.ts";
import { FrameTree } from "../maps/frame-ties.ts";
import { PeopleLimiter } from "./people-limiter.ts";
import type { GroundSight } from "./people-port.ts";

/** What a robot's limit by people needs of the box. */
export interface PeopleParts {
  /** The ground as cameras see it; without it nobody watches. */
  ground?: GroundSight;
  /** How the map frames of the organisation lie in each other. */
  tree?: () => FrameTree;
}

/** Returns the limiter of a robot; null for one whose settings ask for none. */
export function peopleLimiterOf(
  parts: PeopleParts & { org: string; settings: RobotSettings; clock: Clock },
  state: LiveState,
): PeopleLimiter | null {
  const { org, settings, clock, ground, tree } = parts;
  if (settings.peopleLimit === null) return null;
  return new PeopleLimiter({
    org,
    clock,
    settings: settings.peopleLimit,
    mostMps: settings.maxSpeedMps,
    sight: ground ?? { look: () => null },
    pose: () => state.fresh("pose"),
    tree: tree ?? (() => new FrameTree([])),
  });
}
