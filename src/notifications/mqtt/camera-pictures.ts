import type { Clock } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";

/** The parts of `CameraPictures`. */
export interface CameraPicturesParts {
  /** Time between two pictures of a camera, in milliseconds; 0 for none. */
  periodMs: number;
  /** Returns the newest picture (JPEG); undefined for an unknown stream. May reject. */
  still(streamId: string): Promise<{ jpeg: Uint8Array } | undefined>;
  clock: Clock;
  log: Logger;
}

/** A camera of which pictures may be taken. */
export interface PictureCamera {
  streamId: string;
  isOnline: boolean;
  openIncidents: number;
}

/** The picture of a camera, and when it is due again. */
interface Entry {
  jpeg: Uint8Array | undefined;
  takenMs: number;
  openIncidents: number;
}

/** Largest picture that the box publishes; a larger one is left out. */
const maxBytes = 512 * 1024;

/**
 * Holds the newest picture of each camera for the broker. Takes a picture every period and when an
 * incident opens, one camera at a time, so that a slow detector delays pictures and nothing else. A
 * camera that is not online keeps its last picture.
 */
export class CameraPictures implements Part {
  readonly #parts: CameraPicturesParts;
  readonly #entries = new Map<string, Entry>();
  #round: Promise<void> | undefined;

  constructor(parts: CameraPicturesParts) {
    this.#parts = parts;
  }

  /**
   * Returns the newest pictures by stream id. Forgets cameras that are gone and begins to take the
   * pictures that are due, for a later call.
   */
  refreshed(cameras: readonly PictureCamera[]): Map<string, Uint8Array> {
    if (this.#parts.periodMs > 0) this.#refresh(cameras);
    return new Map(
      [...this.#entries].flatMap(([id, { jpeg }]) => (jpeg ? [[id, jpeg] as const] : [])),
    );
  }

  #refresh(cameras: readonly PictureCamera[]): void {
    const known = new Set(cameras.map(({ streamId }) => streamId));
    for (const id of this.#entries.keys()) if (!known.has(id)) this.#entries.delete(id);
    if (this.#round) return;
    const due = cameras.filter((camera) => this.#isDue(camera));
    if (due.length === 0) return;
    this.#round = this.#take(due).finally(() => {
      this.#round = undefined;
    });
  }

  /** Resolves when no picture is being taken. */
  async stop(): Promise<void> {
    await this.#round;
  }

  #isDue({ streamId, isOnline, openIncidents }: PictureCamera): boolean {
    const entry = this.#entries.get(streamId);
    if (!isOnline) return false;
    if (!entry || openIncidents > entry.openIncidents) return true;
    entry.openIncidents = openIncidents;
    return this.#parts.clock.monoMs() - entry.takenMs >= this.#parts.periodMs;
  }

  async #take(cameras: readonly PictureCamera[]): Promise<void> {
    const { clock, still, log } = this.#parts;
    for (const { streamId, openIncidents } of cameras) {
      const jpeg = await still(streamId).then(
        (found) => found?.jpeg,
        (error: unknown) => {
          // Before the first picture and while the detector restarts there is none.
          if (!GatehouseError.find(error)) {
            log.warn(
              { stream_id: streamId, error: describeError(error) },
              "no picture for the broker",
            );
          }
        },
      );
      const isGood = jpeg !== undefined && jpeg.length > 0 && jpeg.length <= maxBytes;
      this.#entries.set(streamId, {
        jpeg: isGood ? jpeg : this.#entries.get(streamId)?.jpeg,
        takenMs: clock.monoMs(),
        openIncidents,
      });
    }
  }
}
