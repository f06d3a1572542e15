import type { LoadHandling } from "../../../src/robots/driver/command.ts";

/** A load handling with these fields; of the others nobody said anything. */
export function makeHandling(more: Partial<LoadHandling> = {}): LoadHandling {
  return {
    target: null,
    loadId: null,
    loadType: null,
    stationType: null,
    stationName: null,
    heightM: null,
    depthM: null,
    side: null,
    device: null,
    parameters: {},
    maxSpeedMps: null,
    ...more,
  };
}
