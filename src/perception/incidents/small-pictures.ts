import { fail } from "../../base/contract/fail.ts";
import { limited } from "../../base/concurrency/limited.ts";

/** Pictures that are kept in memory: about 16 MB of thumbnails. The one that was used longest ago goes. */
const maxKept = 2000;
/** Pictures that are made or wait; further ones are refused. */
const maxPending = 100;
/** Made at a time: people look at lists while the box watches. */
const atOnce = 2;

/** Makes a picture; undefined where there is nothing to make it of. */
export type MakePicture = () => Promise<Uint8Array | undefined>;

/** Small pictures that are made when somebody looks, each once: thumbnails and previews. */
export class SmallPictures {
  readonly #kept = new Map<string, Uint8Array>();
  readonly #pending = new Map<string, Promise<Uint8Array | undefined>>();
  readonly #make = limited(atOnce, (make: MakePicture) => make());

  /** Pictures in memory. */
  get size(): number {
    return this.#kept.size;
  }

  /**
   * The picture of `key`, kept or made by `make`; callers of one key share it. Rejects with `overloaded` when
   * 100 others wait, and with the error of `make`.
   */
  async of(key: string, make: MakePicture): Promise<Uint8Array | undefined> {
    const known = this.#kept.get(key);
    if (known) {
      this.#keep(key, known);
      return known;
    }
    const pending = this.#pending.get(key);
    if (pending) return await pending;
    if (this.#pending.size >= maxPending) {
      throw fail("overloaded", "pictures: too many wait. Try again");
    }
    const promise = this.#make(make);
    this.#pending.set(key, promise);
    try {
      const picture = await promise;
      if (picture) this.#keep(key, picture);
      return picture;
    } finally {
      this.#pending.delete(key);
    }
  }

  #keep(key: string, picture: Uint8Array): void {
    this.#kept.delete(key);
    this.#kept.set(key, picture);
    if (this.#kept.size > maxKept) this.#kept.delete(this.#kept.keys().next().value!);
  }
}
