import type { CameraLease, FragmentRing } from "../../cameras/camera.ts";
import type { Fragment } from "../../cameras/source.ts";
import type { VideoSample } from "./capacity-port.ts";

/** Most cameras whose video is measured, and seconds of each. */
const maxSamples = 4;
const maxSampleSec = 10;
/** Shorter video says too little. */
const minSampleSec = 2;
/** Less than any frame duration: turns "at" into "before". */
const epsilonSec = 0.002;

/** Returns the newest video of some of the cameras, evenly chosen; empty where none has sent enough. */
export function cameraSamples(leases: readonly CameraLease[]): VideoSample[] {
  const rings = [...new Set(leases.map(({ ring }) => ring))];
  const samples = rings.map(newestVideo).filter((sample) => sample !== undefined);
  const step = Math.max(1, samples.length / maxSamples);
  return Array.from(
    { length: Math.min(maxSamples, samples.length) },
    (_, at) => samples[Math.floor(at * step)]!,
  );
}

/** Puts the newest GOPs of one generation together. */
function newestVideo(ring: FragmentRing): VideoSample | undefined {
  const newest = ring.latestGop();
  if (!newest) return undefined;
  const { init } = newest;
  let fragments: readonly Fragment[] = newest.fragments;
  while (secondsOf(fragments) < maxSampleSec) {
    const beforeSec = fragments[0]!.ptsSec - epsilonSec;
    const older = ring.gopAt(init.generation, beforeSec)?.fragments;
    if (!older || older[0]!.ptsSec >= fragments[0]!.ptsSec) break;
    fragments = [...older, ...fragments];
  }
  return secondsOf(fragments) >= minSampleSec ? { init, fragments } : undefined;
}

function secondsOf(fragments: readonly Fragment[]): number {
  return fragments.at(-1)!.ptsSec - fragments[0]!.ptsSec;
}
