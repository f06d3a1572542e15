import type { Clock } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";

/** Pictures that the box holds at a time; the oldest one goes for a new one. A JPEG 1280 pixels wide has some 200 kB. */
export const maxHeldPictures = 32;
/** A picture is held for so long. */
export const heldForMs = 10 * 60_000;

/** A picture that waits for marks. */
export interface HeldPicture {
  org: string;
  streamId: string;
  jpeg: Uint8Array;
  /** Unix milliseconds of the frame. */
  atMs: number;
  /** The stored picture, once there is a mark; all marks of the picture share it. */
  assetId?: Promise<string>;
}

/** Pictures between the moment when a person holds them and the marks that they draw. In memory only. */
export class HeldPictures {
  readonly #clock: Clock;
  readonly #held = new Map<string, HeldPicture & { sinceMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Holds a picture and returns its id. */
  add(picture: HeldPicture): string {
    this.#forgetOld();
    const [oldest] = this.#held.keys();
    if (this.#held.size >= maxHeldPictures && oldest !== undefined) this.#held.delete(oldest);
    const id = uuidv7();
    this.#held.set(id, { ...picture, sinceMs: this.#clock.monoMs() });
    return id;
  }

  /** The picture of this stream; undefined once it is gone. */
  get(id: string, of: { org: string; streamId: string }): HeldPicture | undefined {
    this.#forgetOld();
    const held = this.#held.get(id);
    return held?.org === of.org && held.streamId === of.streamId ? held : undefined;
  }

  #forgetOld(): void {
    const nowMs = this.#clock.monoMs();
    for (const [id, { sinceMs }] of this.#held) {
      if (nowMs - sinceMs < heldForMs) return;
      this.#held.delete(id);
    }
  }
}
