/** When cameras were last turned on purpose, for the parts that judge a changed view. */
export interface IntendedMoves {
  /**
   * Monotonic milliseconds until which the camera of `sourceUrl` is, or was last, in motion because
   * it was told to; in the future while it may still move. Undefined when it was never told. All
   * streams of one host share it.
   */
  ptzMovedAt(sourceUrl: string): number | undefined;
}

/** Cameras remembered; beyond it the one that moved longest ago is forgotten. */
const maxCameras = 1000;

/** Remembers which cameras were told to move. */
export class CameraMoves implements IntendedMoves {
  readonly #movedAtMs = new Map<string, number>();

  /** The camera of `sourceUrl` moves until `untilMs` (monotonic), and not before now. */
  note(sourceUrl: string, untilMs: number): void {
    const host = hostOf(sourceUrl);
    const known = this.#movedAtMs.get(host) ?? Number.NEGATIVE_INFINITY;
    this.#movedAtMs.delete(host);
    this.#movedAtMs.set(host, Math.max(known, untilMs));
    if (this.#movedAtMs.size <= maxCameras) return;
    this.#movedAtMs.delete(this.#movedAtMs.keys().next().value!);
  }

  ptzMovedAt(sourceUrl: string): number | undefined {
    return this.#movedAtMs.get(hostOf(sourceUrl));
  }
}

function hostOf(sourceUrl: string): string {
  return URL.parse(sourceUrl)?.hostname ?? sourceUrl;
}
