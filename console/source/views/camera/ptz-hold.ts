import type { PtzRequest } from "../../../../client/source/generated.ts";

/** Which way a camera shall turn, each from −1 to 1; right, up and in are positive. */
export interface Lean {
  pan: number;
  tilt: number;
  zoom: number;
}

/** No movement. */
export const still: Lean = { pan: 0, tilt: 0, zoom: 0 };

/** The box stops the camera by itself this long after the last command, in seconds: the page may vanish. */
const leaseSec = 1;
/** A held movement is sent again after this time, well within its lease. */
const repeatMs = 400;
/** A changed direction is sent at most this often; a camera answers a command in about 100 ms. */
const changeMs = 150;

/**
 * Moves a camera for as long as something is held: repeats the movement, and stops the camera when it ends. One command
 * at a time, the newest direction; so a slow camera gets no queue of old ones.
 */
export class PtzHold {
  readonly #send: (command: PtzRequest) => Promise<unknown>;
  readonly #onFailed: (error: unknown) => void;
  #lean = still;
  #isRunning = false;
  #wake = (): void => {};

  constructor(send: (command: PtzRequest) => Promise<unknown>, onFailed: (error: unknown) => void) {
    this.#send = send;
    this.#onFailed = onFailed;
  }

  /** Takes a new direction; `still` stops the camera. */
  lean(next: Lean): void {
    const isSame = isEqual(next, this.#lean);
    this.#lean = next;
    if (isSame) return;
    if (this.#isRunning) this.#wake();
    else void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (!isEqual(this.#lean, still)) {
        const sent = this.#lean;
        await this.#send({ action: "move", ...sent, seconds: leaseSec });
        await this.#untilNext(sent);
      }
    } catch (error) {
      this.#lean = still;
      this.#onFailed(error);
    }
    // Also after a lost answer: the camera may have taken the movement.
    await this.#send({ action: "stop" }).catch(this.#onFailed);
    this.#isRunning = false;
    if (!isEqual(this.#lean, still)) void this.#run();
  }

  /** Waits until the movement has to be repeated, or has changed; a stop waits for nothing. */
  async #untilNext(sent: Lean): Promise<void> {
    const isOver = (): boolean => isEqual(this.#lean, still);
    if (isOver()) return;
    if (isEqual(this.#lean, sent)) await this.#rest(repeatMs);
    if (!isOver()) await this.#rest(changeMs, isOver);
  }

  /** Resolves after `ms`, or as soon as the direction changes; with `until` only when it then holds. */
  #rest(ms: number, until: () => boolean = () => true): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        if (!until()) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function isEqual(a: Lean, b: Lean): boolean {
  return a.pan === b.pan && a.tilt === b.tilt && a.zoom === b.zoom;
}
