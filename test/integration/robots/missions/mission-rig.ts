import type { TestContext } from "node:test";
import { systemClock } from "../../../../src/base/core/clock.ts";
import type { MissionRequest } from "../../../../src/robots/missions/mission-document.ts";
import { openSite } from "../../../support/robots/make-runs.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { runRig, type RunRig } from "../run-rig.ts";

/** The steps of a mission. */
export type Steps = MissionRequest["steps"];

/** Returns a rig with the places `a` to `d` around the middle. */
export async function missionRig(
  t: TestContext,
  more: Parameters<typeof runRig>[1] = {},
): Promise<RunRig> {
  const store = await makeStore(t);
  const site = { ...openSite({ store, clock: systemClock }), ...more.site };
  const place = (name: string, xM: number, yM: number) => ({
    name,
    kind: "station" as const,
    frame: "map",
    level: null,
    layoutId: null,
    xM,
    yM,
    yawRad: null,
  });
  await site.places.putPlaces("default", [
    place("a", 2, 0),
    place("b", 2, 2),
    place("c", -2, 2),
    place("d", -2, -2),
    place("outside", 50, 0),
  ]);
  return await runRig(t, { ...more, store, places: site.places, site });
}

/** Returns a step to a place. */
export const go = (place: string): Steps[number] => ({ type: "go", place });
/** Returns a mission with these steps. */
export const mission = (steps: Steps, more: Partial<MissionRequest> = {}): MissionRequest => ({
  name: "round",
  steps,
  ...more,
});
