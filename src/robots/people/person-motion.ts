import type { Presence } from "./people-limit.ts";
import type { GroundLook, SeenPerson } from "./people-port.ts";

/** A person's positions over this time make their velocity, in milliseconds. */
const windowMs = 650;
/** Fewer positions, or a shorter time, tell no velocity. */
const fewest = 3;
const shortestMs = 250;
/** For this long after a person disappears from view, the box allows for every place that they could have reached. */
const rememberedMs = 2000;
/** The most people that the box remembers for one stream; it drops those first whom it saw longest ago. */
const mostPeople = 200;

interface Place {
  atMs: number;
  xM: number;
  yM: number;
}

interface Person {
  places: Place[];
  errorM: number;
}

/** The people on one stream with their velocities, from its looks in order. Memory is bounded by `mostPeople`. */
export class PersonMotion {
  readonly #people = new Map<number, Person>();
  #newestMs = Number.NEGATIVE_INFINITY;
  #frameId: number | null = null;

  /** Takes a look; one that it has taken before changes nothing. */
  take({ frameId, capturedMs, people }: GroundLook): void {
    if (frameId === this.#frameId || capturedMs <= this.#newestMs) return;
    this.#frameId = frameId;
    this.#newestMs = capturedMs;
    for (const person of people) this.#note(person, capturedMs);
    for (const [id, { places }] of this.#people)
      if (capturedMs - places.at(-1)!.atMs > rememberedMs) this.#people.delete(id);
    for (const id of this.#people.keys()) {
      if (this.#people.size <= mostPeople) break;
      this.#people.delete(id);
    }
  }

  /** Returns the people seen in the last two seconds before `nowMs`, on the monotonic clock. */
  at(nowMs: number): Presence[] {
    return [...this.#people.values()]
      .map(({ places, errorM }): Presence => {
        const { xM, yM, atMs } = places.at(-1)!;
        const isSeen = atMs === this.#newestMs;
        return {
          at: [xM, yM],
          errorM,
          ageSec: Math.max(0, nowMs - atMs) / 1000,
          // Nobody knows what a person does who has gone out of sight.
          velocityMps: isSeen ? velocityOf(places) : null,
          velocityAgeSec: (atMs - places[0]!.atMs) / 2000,
        };
      })
      .filter(({ ageSec }) => ageSec * 1000 <= rememberedMs);
  }

  #note({ trackId, xM, yM, errorM }: SeenPerson, atMs: number): void {
    const places = (this.#people.get(trackId)?.places ?? []).filter(
      (place) => atMs - place.atMs <= windowMs,
    );
    // Written last, so that the map's order is that of the newest sight.
    this.#people.delete(trackId);
    this.#people.set(trackId, { places: [...places, { atMs, xM, yM }], errorM });
  }
}

/** Returns the slope of the places over time (least squares), in metres per second; null for too few. */
function velocityOf(places: readonly Place[]): readonly [number, number] | null {
  const spanMs = places.at(-1)!.atMs - places[0]!.atMs;
  if (places.length < fewest || spanMs < shortestMs) return null;
  const mean = (of: (place: Place) => number): number =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const [t, x, y] = [mean((one) => one.atMs), mean((one) => one.xM), mean((one) => one.yM)];
  const slope = (of: (place: Place) => number): number =>
    places.reduce((sum, place) => sum + (place.atMs - t) * of(place), 0) /
    places.reduce((sum, place) => sum + (place.atMs - t) ** 2, 0);
  return [slope((one) => one.xM - x) * 1000, slope((one) => one.yM - y) * 1000];
}
