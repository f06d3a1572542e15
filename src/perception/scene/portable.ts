import { motionLabel } from "../core/track.ts";

/** Class names of things that people carry and put down, in the spellings of common data sets. */
const portable =
  /^(backpack|handbag|suitcase|bag|luggage|briefcase|package|parcel|box|umbrella|bottle|cup|book|laptop|cell phone|teddy bear|sports ball|skateboard|snowboard|skis|tie|potted plant|fire extinguisher|toolbox)$/i;

/** True when a thing of this class stands by itself: a person, a vehicle, an animal. */
export function standsByItself(label: string): boolean {
  return label !== motionLabel && !portable.test(label);
}

/** True when people carry things of this class and put them down. */
export function isPortable(label: string): boolean {
  return portable.test(label);
}
