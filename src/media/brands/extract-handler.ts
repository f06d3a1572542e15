import { type Assets, unnamedMs } from "../../base/assets/assets.ts";
import type { BrandSelf, BrandTone } from "./brand-record.ts";
import { fail, messageAbout } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { Store } from "../../base/core/store.ts";
import type { Job, JobOutcome } from "../../base/jobs/job.ts";
import type { JobContext, JobHandler } from "../../base/jobs/operation.ts";
import { lackingEndpoint } from "../../uplink/lacking-endpoint.ts";
import type { Uplink } from "../../uplink/uplink-port.ts";
import { brandColors } from "./brand-colors.ts";
import {
  type BrandPicture,
  type BrandRecord,
  getBrand,
  picturesOf,
  putBrand,
} from "./brand-record.ts";
import type { BrandService } from "./brand-service.ts";
import type { ExtractInput } from "./extract-operation.ts";
import type { PageFetcher } from "./page-fetch.ts";
import type {
  BrandReader,
  ColorEvidence,
  InspectedPicture,
  LogoCandidate,
  PageBrand,
} from "./page-port.ts";
import { acceptLanguage } from "./place-language.ts";
import { tellIdentity, tellNeed } from "./tell-identity.ts";

/** The parts of an extraction. */
export interface ExtractParts {
  store: Store;
  assets: Pick<Assets, "put" | "keep" | "drop">;
  clock: Pick<Clock, "wallMs">;
  reader: BrandReader;
  pages: PageFetcher;
  brands: BrandService;
  /** The connection to a text endpoint; absent where the box has none. */
  uplink?: Uplink;
}

/** Most candidates that the box fetches to find a logo. */
const maxLogoTries = 5;
/** Less certain candidates are reported but not used. */
const leastLogoScore = 0.25;
/** The smallest side of a logo: statistics pixels are smaller. */
const minLogoPx = 12;

/** Runs extractions: reads page and pictures on the box, stores the brand. */
export function extractHandler(parts: ExtractParts): JobHandler {
  const { uplink } = parts;
  const isAsked = (job: Job): boolean =>
    typeof job.inputEcho["url"] === "string" && uplink?.has(tellNeed) === true;
  return {
    type: "brand.extraction",
    // The box reads one page at a time and fetches others meanwhile.
    concurrency: 3,
    // Fetched once, even when the endpoint stays away for several attempts.
    ...(uplink ? { gate: uplink.gate((job) => (isAsked(job) ? tellNeed : null)) } : {}),
    run: (context: JobContext<ExtractInput>) => new Extraction(parts, context).run(),
  };
}

/** The facts of a page, and its address. */
type ReadPage = PageBrand & { url: string | null };
type BrandCharacter = { tone: BrandTone; identity: BrandSelf };

const noPage: ReadPage = {
  url: null,
  name: null,
  language: null,
  tagline: null,
  colors: [],
  fonts: [],
  logos: [],
  imageUrls: [],
  text: "",
};

interface Logo {
  picture: InspectedPicture;
  candidate: LogoCandidate | null;
}

/** One attempt at one extraction. */
class Extraction {
  readonly #parts: ExtractParts;
  readonly #context: JobContext<ExtractInput>;
  readonly #input: ExtractInput;
  readonly #missing: string[] = [];

  constructor(parts: ExtractParts, context: JobContext<ExtractInput>) {
    this.#parts = parts;
    this.#context = context;
    this.#input = context.input;
  }

  async run(): Promise<JobOutcome> {
    const { url, images, logo: logoBase64 } = this.#input;
    const handed = await this.#handed(images, "imagesBase64");
    const [ownLogo] = logoBase64 ? await this.#handed([logoBase64], "logoBase64") : [];
    const page = url === null ? noPage : await this.#page(url);
    const logo = ownLogo ? { picture: ownLogo, candidate: null } : await this.#findLogo(page.logos);
    if (logo === null && url !== null) {
      this.#missing.push("logo: the page shows no readable one");
    }
    const character = await this.#tell(page);
    await this.#context.update({ phase: "store", progress: 0.9 });
    const stored = await this.#keep({ page, logo: logo && logo.picture, handed, character });
    return {
      resultUrl: this.#parts.brands.address(stored.id),
      payload: {
        brand_id: stored.id,
        logo_candidates: candidatesWire(page.logos, logo && logo.candidate),
        missing: this.#missing,
      },
    };
  }

  async #page(url: string): Promise<ReadPage> {
    const { pages, reader } = this.#parts;
    const { signal } = this.#context;
    await this.#context.update({ phase: "fetch_page", progress: 0.1 });
    const language = acceptLanguage(this.#input.location);
    const page = await pages.page(url, { language, signal });
    await this.#context.update({ phase: "fetch_styles", progress: 0.3 });
    const { sheets, missing } = await pages.whole(page, signal);
    this.#missing.push(...missing);
    await this.#context.update({ phase: "read_page", progress: 0.5 });
    return { ...(await reader.brand(page, sheets)), url: page.url };
  }

  /** Inspects the pictures of the request. */
  async #handed(
    sources: readonly ({ base64: string } | { blobId: string })[],
    field: string,
  ): Promise<InspectedPicture[]> {
    const found: InspectedPicture[] = [];
    for (const [at, source] of sources.entries()) {
      const bytes =
        "base64" in source
          ? Buffer.from(source.base64, "base64")
          : await this.#context.blob(source.blobId);
      const param = field === "imagesBase64" ? `${field}[${at}]` : field;
      found.push(await this.#inspected(bytes, param));
    }
    return found;
  }

  async #inspected(bytes: Uint8Array, param: string): Promise<InspectedPicture> {
    try {
      return await this.#parts.reader.inspect(bytes, { allowSvg: false });
    } catch (error) {
      const known = GatehouseError.find(error);
      if (known?.code !== "input_unreadable") throw error;
      throw fail("input_unreadable", messageAbout(param, known.message), { cause: error });
    }
  }

  /** Returns the best candidate that is a picture. */
  async #findLogo(candidates: readonly LogoCandidate[]): Promise<Logo | null> {
    if (candidates.length === 0) return null;
    await this.#context.update({ phase: "fetch_logo", progress: 0.7 });
    for (const candidate of candidates.filter(isLikely).slice(0, maxLogoTries)) {
      const { url, inline } = candidate;
      const bytes =
        inline?.bytes ??
        (url === null ? null : await this.#parts.pages.picture(url, this.#context.signal));
      this.#context.signal.throwIfAborted();
      const picture = bytes && (await this.#tried(bytes));
      if (picture && Math.max(picture.widthPx, picture.heightPx) >= minLogoPx) {
        return { picture, candidate };
      }
    }
    return null;
  }

  /** Returns the picture, or null when it is unreadable, so that the next candidate is tried. */
  async #tried(bytes: Uint8Array): Promise<InspectedPicture | null> {
    try {
      return await this.#parts.reader.inspect(bytes, { allowSvg: true });
    } catch (error) {
      if (GatehouseError.find(error)?.code === "input_unreadable") return null;
      throw error;
    }
  }

  /** Asks for tone and identity where a text endpoint may be used and the page has words. */
  async #tell(page: ReadPage): Promise<BrandCharacter | null> {
    const { uplink } = this.#parts;
    if (page.text.length < 40) {
      this.#missing.push("tone, identity: the page has no texts to derive them from");
      return null;
    }
    if (!uplink?.has(tellNeed)) {
      this.#missing.push(`tone, identity: ${lackingEndpoint(tellNeed)}`);
      return null;
    }
    await this.#context.update({ phase: "tell_identity", progress: 0.8 });
    try {
      return await tellIdentity(uplink, this.#context, { ...page, name: this.#name(page) });
    } catch (error) {
      const code = GatehouseError.find(error)?.code ?? "";
      if (code !== "content_rejected" && code !== "upstream_rejected") throw error;
      this.#missing.push(`tone, identity: the text endpoint refused (${code})`);
      return null;
    }
  }

  #name(page: ReadPage): string {
    return this.#input.name ?? page.name ?? "Unnamed brand";
  }

  async #keep(found: {
    page: ReadPage;
    logo: InspectedPicture | null;
    handed: readonly InspectedPicture[];
    character: BrandCharacter | null;
  }): Promise<BrandRecord> {
    const { store, assets, clock } = this.#parts;
    const { org } = this.#context.job;
    const { page, logo, handed, character } = found;
    const before = getBrand(store, org, this.#input.brandId);
    const logoKept = logo && (await this.#keepPicture(logo));
    const images: BrandPicture[] = [];
    for (const picture of handed) images.push(await this.#keepPicture(picture));
    const nowMs = clock.wallMs();
    const record: BrandRecord = {
      v: 1,
      id: this.#input.brandId,
      org,
      name: this.#name(page),
      sourceUrl: page.url,
      logo: logoKept,
      colors: brandColors(evidenceOf(page.colors, logo, handed)),
      typography: page.fonts,
      tone: character && character.tone,
      identity: character && character.identity,
      imageUrls: page.imageUrls,
      images,
      locale: page.language ?? localeOf(this.#input.location),
      createdAtMs: before?.createdAtMs ?? nowMs,
      updatedAtMs: nowMs,
    };
    await store.transact((tx) => {
      putBrand(tx, record);
      for (const { assetId } of picturesOf(record)) assets.keep(tx, org, assetId);
      // An earlier attempt got this far: its pictures no longer belong to the record.
      for (const { assetId } of before ? picturesOf(before) : []) assets.drop(tx, org, assetId);
    });
    return record;
  }

  async #keepPicture(picture: InspectedPicture): Promise<BrandPicture> {
    const { bytes, mime, widthPx, heightPx } = picture;
    const ext = mime === "image/jpeg" ? "jpg" : mime.slice("image/".length);
    const file = { org: this.#context.job.org, bytes, mime, ext, class: "brand" } as const;
    const expiresAtMs = this.#parts.clock.wallMs() + unnamedMs;
    const { id: assetId } = await this.#parts.assets.put({ ...file, expiresAtMs });
    return { assetId, mime, widthPx, heightPx };
  }
}

/** Returns the colours seen on the page and in the pixels. */
function evidenceOf(
  onPage: readonly ColorEvidence[],
  logo: InspectedPicture | null,
  images: readonly InspectedPicture[],
): ColorEvidence[] {
  const inImages = images.flatMap(({ colors }) => colors);
  return [
    ...onPage,
    ...(logo?.colors ?? []).map(({ hex, share }) => ({ hex, use: "logo" as const, weight: share })),
    ...inImages.map(({ hex, share }) => ({
      hex,
      use: "image" as const,
      weight: share / images.length,
    })),
  ];
}

function isLikely({ score }: LogoCandidate): boolean {
  return score >= leastLogoScore;
}

function candidatesWire(candidates: readonly LogoCandidate[], taken: LogoCandidate | null) {
  return candidates.map((each) => ({
    kind: each.kind,
    url: each.url,
    score: Math.round(each.score * 100) / 100,
    chosen: each === taken,
  }));
}

/** A place that is a language or a country selects the variant of the page. */
function localeOf(location: string | null): string | null {
  if (location === null) return null;
  const [tag] = acceptLanguage(location).split(/[;,]/, 1);
  return tag === undefined || tag === "en" ? null : tag;
}
