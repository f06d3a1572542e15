import type { BoxNorm } from "../../base/contract/geometry.ts";
import { boxIou } from "../../base/geo/box.ts";
import type { Detection } from "../core/vision-port.ts";
import { labelAffinity } from "./live-track.ts";

/** Most places remembered; the one seen longest ago goes first. */
const maxPlaces = 64;
/** A box that looks like the background this much shows what was there before. */
const minCorrelation = 0.95;
/** Seen like that so often, over such a time, a place is familiar. */
const minLooks = 10;
const minSec = 3;
/** A place is forgotten so long after the detector last reported it. */
const forgetSec = 3600;
/** Boxes that overlap this much are of one place. */
const sameIou = 0.5;
/** Classes closer than this may be two names of one thing. */
const sameKind = 0.8;

interface Place {
  label: string;
  boxNorm: BoxNorm;
  firstSec: number;
  lastSec: number;
  looks: number;
}

/**
 * The places where a detector reports a part of the scene itself, such as a structure that it takes for a car. A
 * disturbance in front of such a place changes the picture there, but brings nobody.
 */
export class FamiliarPlaces {
  /** The one seen longest ago first. */
  #places: Place[] = [];

  /** Returns the detections; those at a familiar place count as unchanged from the background. */
  step(tSec: number, detections: readonly Detection[]): readonly Detection[] {
    this.#places = this.#places.filter(({ lastSec }) => tSec - lastSec <= forgetSec);
    return detections.map((one) => {
      if (one.backgroundCorrelation === undefined) return one;
      const place = this.#places.find(({ label, boxNorm }) => {
        return (
          labelAffinity(label, one.label) >= sameKind && boxIou(boxNorm, one.boxNorm) >= sameIou
        );
      });
      if (one.backgroundCorrelation >= minCorrelation) this.#note(tSec, one, place);
      return place && isFamiliar(place) ? { ...one, backgroundCorrelation: 1 } : one;
    });
  }

  #note(tSec: number, { label, boxNorm }: Detection, place: Place | undefined): void {
    if (place) {
      place.lastSec = tSec;
      place.looks += 1;
    }
    const others = this.#places.filter((one) => one !== place);
    const noted = place ?? { label, boxNorm, firstSec: tSec, lastSec: tSec, looks: 1 };
    this.#places = [...others, noted].slice(-maxPlaces);
  }
}

function isFamiliar({ looks, firstSec, lastSec }: Place): boolean {
  return looks >= minLooks && lastSec - firstSec >= minSec;
}
