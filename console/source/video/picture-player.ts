import { Blocked, Crowded, messagesOf, Unplayable } from "./live-socket.ts";

const retryMs = { first: 300, most: 3000 };
/** WebSockets do not get through so many times in a row, where ordinary answers do. */
const maxBlocked = 2;

/** What a player may find out. */
export interface PictureTroubles {
  /** A picture is shown. */
  onPicture: () => void;
  /** Others have taken the places on the box: to be tried again later. The player is over. */
  onCrowded: () => void;
  /** WebSockets do not get through to this box. The player is over. */
  onBarred: () => void;
}

/**
 * Shows a stream's live pictures in `image`, always the newest. It asks again when the connection breaks,
 * until it is closed or cannot go on.
 */
export class PicturePlayer {
  readonly #image: HTMLImageElement;
  readonly #address: string;
  readonly #troubles: PictureTroubles;
  readonly #stop = new AbortController();
  #url: string | undefined;

  /** `address` is that of the stream's `live.mjpeg`, with its query. */
  constructor(image: HTMLImageElement, address: string, troubles: PictureTroubles) {
    this.#image = image;
    this.#address = address;
    this.#troubles = troubles;
    void this.#run();
  }

  /** Lets go of the connection and of the picture. */
  close(): void {
    this.#stop.abort();
    this.#image.removeAttribute("src");
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    let delayMs = retryMs.first;
    let blocked = 0;
    while (!signal.aborted) {
      try {
        for await (const part of messagesOf(this.#address, { signal, isNewestOnly: true })) {
          if (typeof part !== "string") await this.#show(part);
          delayMs = retryMs.first;
          blocked = 0;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Crowded) return this.#troubles.onCrowded();
        if (error instanceof Blocked && (blocked += 1) >= maxBlocked) {
          return this.#troubles.onBarred();
        }
        delayMs = error instanceof Unplayable ? retryMs.most : Math.min(retryMs.most, delayMs * 2);
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  async #show(jpeg: Uint8Array<ArrayBuffer>): Promise<void> {
    const before = this.#url;
    const next = URL.createObjectURL(new Blob([jpeg], { type: "image/jpeg" }));
    this.#url = next;
    this.#image.src = next;
    // Refused for what is no picture, or when the next one came: that one is shown.
    await this.#image.decode().then(this.#troubles.onPicture, () => {});
    if (before !== undefined) URL.revokeObjectURL(before);
  }
}
