import type { IntendedMoves } from "../../cameras/camera-moves.ts";
import type { SourceSpec } from "../../cameras/source.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import { baselineStore } from "../anomaly/baseline-store.ts";
import { loadView, saveView, type ViewOwner } from "../scene/view-store.ts";
import type { StoredView } from "../scene/view-watch.ts";

/** A picture takes at most this long from the lens to the judgement. */
const pictureDelayMs = 2000;
/** The usual view is stored this often, and when the stream stops. */
const keepViewMs = 60_000;

/** The parts of the memory. */
export interface StreamMemoryParts {
  store: Store;
  log: Logger;
  clock: Clock;
  /** The times of commands that turned cameras. */
  moves: IntendedMoves;
}

/** The stored knowledge of a live stream's judge, kept over restarts. */
export class StreamMemory {
  readonly #parts: StreamMemoryParts;
  readonly #owner: ViewOwner;
  readonly #sourceUrl: string;
  #keptAtMs: number;

  constructor(
    parts: StreamMemoryParts,
    task: { org: string; streamId: string; source: SourceSpec; sub?: SourceSpec },
  ) {
    const { org, streamId, source, sub } = task;
    this.#parts = parts;
    this.#owner = { org, streamId, sourceUrl: (sub ?? source).url };
    this.#sourceUrl = source.url;
    this.#keptAtMs = parts.clock.monoMs();
  }

  /** True while the camera looks elsewhere than at its home view. */
  isAway(): boolean {
    return this.#parts.moves.isAway(this.#sourceUrl);
  }

  /** Returns the baseline, the camera's view, and whether the camera moves on command or looks away. */
  ofJudge() {
    const { store, log, moves, clock } = this.#parts;
    return {
      baseline: baselineStore({ store, log }, this.#owner),
      storedView: loadView(store, this.#owner),
      isTurned: () =>
        this.isAway() ||
        (moves.ptzMovedAt(this.#sourceUrl) ?? -Infinity) + pictureDelayMs > clock.monoMs(),
      isAway: () => this.isAway(),
    };
  }

  /** Stores the usual view, if known. */
  async keep(judge: { storedView(): StoredView | undefined }): Promise<void> {
    this.#keptAtMs = this.#parts.clock.monoMs();
    const view = judge.storedView();
    if (view) await saveView(this.#parts, this.#owner, view);
  }

  /** As `keep`, at most once a minute. */
  async keepSometimes(judge: { storedView(): StoredView | undefined }): Promise<void> {
    if (this.#parts.clock.monoMs() - this.#keptAtMs >= keepViewMs) await this.keep(judge);
  }
}
