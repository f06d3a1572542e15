/** The times of commanded camera movements, for the parts that judge a changed view. */
export interface IntendedMoves {
  /**
   * Monotonic milliseconds until which the last commanded movement of the camera of `sourceUrl` lasts; in the
   * future while the camera may still move. Undefined without a command. All streams of one host share the value.
   */
  ptzMovedAt(sourceUrl: string): number | undefined;
  /** True while the camera of exactly this source is known to look elsewhere than at its home view. */
  isAway(sourceUrl: string): boolean;
}

/** Cameras remembered; beyond the bound, the one that moved longest ago is forgotten. */
const maxCameras = 1000;

/** Remembers the movements that cameras were commanded to make, and which cameras look away from their home view. */
export class CameraMoves implements IntendedMoves {
  readonly #movedAtMs = new Map<string, number>();
  /** Only cameras whose home view is known are here, so their number is that of running streams at most. */
  readonly #away = new Set<string>();

  /** Records that the camera of `sourceUrl` moves until `untilMs` (monotonic), and not before now. */
  note(sourceUrl: string, untilMs: number): void {
    const host = hostOf(sourceUrl);
    const known = this.#movedAtMs.get(host) ?? Number.NEGATIVE_INFINITY;
    this.#movedAtMs.delete(host);
    this.#movedAtMs.set(host, Math.max(known, untilMs));
    if (this.#movedAtMs.size <= maxCameras) return;
    this.#movedAtMs.delete(this.#movedAtMs.keys().next().value!);
  }

  /** Records whether the camera of `sourceUrl` looks elsewhere than at its home view. */
  noteAway(sourceUrl: string, isAway: boolean): void {
    if (isAway) this.#away.add(sourceUrl);
    else this.#away.delete(sourceUrl);
  }

  isAway(sourceUrl: string): boolean {
    return this.#away.has(sourceUrl);
  }

  ptzMovedAt(sourceUrl: string): number | undefined {
    return this.#movedAtMs.get(hostOf(sourceUrl));
  }
}

function hostOf(sourceUrl: string): string {
  return URL.parse(sourceUrl)?.hostname ?? sourceUrl;
}
