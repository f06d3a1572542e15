import type { Clock } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import { limits } from "../../base/contract/limits.ts";
import type {
  BrandReader,
  FetchedPage,
  FetchedSheet,
  InspectedPicture,
  PageBrand,
  PageLinks,
} from "../../media/brands/page-port.ts";
import { ComputePool } from "./compute-pool.ts";

/** Time for one page or picture: large sheets take seconds on a small box. */
const deadlineMs = 20_000;

/** Reads pages and their pictures in a disposable child of their own, one at a time. */
export class PageReader implements BrandReader, Part {
  readonly #pool: ComputePool;

  constructor({ clock }: { clock: Clock }) {
    this.#pool = new ComputePool({ clock, maxChildren: 1, deadlineMs, subject: "page" });
  }

  stop(): void {
    this.#pool.stop();
  }

  links(page: FetchedPage): Promise<PageLinks> {
    return this.#pool.run({ call: "pageLinks", page });
  }

  brand(page: FetchedPage, sheets: readonly FetchedSheet[]): Promise<PageBrand> {
    return this.#pool.run({ call: "pageBrand", page, sheets });
  }

  inspect(bytes: Uint8Array, { allowSvg }: { allowSvg: boolean }): Promise<InspectedPicture> {
    return this.#pool.run({ call: "inspect", bytes, allowSvg, maxPixels: limits.picturePixels });
  }
}
