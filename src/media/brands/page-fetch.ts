import { promisify } from "node:util";
import zlib from "node:zlib";
import { fail } from "../../base/contract/fail.ts";
import { Postponement } from "../../base/jobs/postponement.ts";
import type {
  Outbound,
  OutboundAnswer,
  OutboundFailure,
} from "../../notifications/webhooks/outbound-port.ts";
import { importsIn } from "./css-imports.ts";
import type { BrandReader, FetchedPage, FetchedSheet, PageLinks } from "./page-port.ts";

const gunzip = promisify(zlib.gunzip);
const brotli = promisify(zlib.brotliDecompress);

/** The limits for one page. */
export type PageBounds = { readonly [name in keyof typeof bounds]: number };

const bounds = {
  pageBytes: 5 * 1024 * 1024,
  sheetBytes: 2 * 1024 * 1024,
  sheetsBytes: 8 * 1024 * 1024,
  sheets: 40,
  importDepth: 5,
  pictureBytes: 4 * 1024 * 1024,
  redirects: 5,
  pageMs: 20_000,
  fileMs: 10_000,
  parallel: 4,
  /** Without a network, the box tries again after this. */
  noNetworkMs: 30_000,
} as const;

/** A page with its sheets, and the parts that could not be loaded. */
export interface WholePage {
  page: FetchedPage;
  sheets: FetchedSheet[];
  /** Sentences about sheets that are missing. */
  missing: string[];
}

/** Fetches pages and their files, within bounds, through the guarded client. */
export class PageFetcher {
  readonly #outbound: Outbound;
  readonly #reader: BrandReader;
  readonly #bounds: PageBounds;

  /** `bounds` replace the default ones. */
  constructor(parts: { outbound: Outbound; reader: BrandReader; bounds?: Partial<PageBounds> }) {
    this.#outbound = parts.outbound;
    this.#reader = parts.reader;
    this.#bounds = { ...bounds, ...parts.bounds };
  }

  /**
   * Fetches the page. Codes: `input_blocked_address` for an address that the site does not allow, redirects
   * included; `input_unreadable` for a page that is too large or endless; `input_unreachable` when its
   * server refuses or does not answer (retryable where that may pass). Without any network it throws
   * `Postponement`.
   */
  async page(
    url: string,
    options: { language: string; signal: AbortSignal },
  ): Promise<FetchedPage> {
    const { language, signal } = options;
    const answer = await this.#outbound.request({
      url,
      method: "GET",
      headers: {
        ...browserHeaders,
        accept: "text/html,application/xhtml+xml",
        "accept-language": language,
      },
      deadlineMs: this.#bounds.pageMs,
      maxReadBytes: this.#bounds.pageBytes,
      maxRedirects: this.#bounds.redirects,
      signal,
    });
    if (!answer.ok) throw noAnswer(answer, this.#bounds.noNetworkMs);
    return await checkedPage(answer);
  }

  /** Returns the sheets that the page links and those that they import, each address once. */
  async whole(page: FetchedPage, signal: AbortSignal): Promise<WholePage> {
    const links = await this.#reader.links(page);
    const run = new SheetRun(this.#outbound, this.#bounds, signal);
    await run.fetchAll(links);
    return { page, ...run.result(links) };
  }

  /** Returns the bytes of a picture; null when it is unavailable. */
  async picture(url: string, signal: AbortSignal): Promise<Uint8Array | null> {
    const answer = await this.#outbound.request({
      url,
      method: "GET",
      headers: { ...browserHeaders, accept: "image/svg+xml,image/png,image/webp,image/jpeg" },
      deadlineMs: this.#bounds.fileMs,
      maxReadBytes: this.#bounds.pictureBytes,
      maxRedirects: this.#bounds.redirects,
      signal,
    });
    if (!answer.ok || answer.status !== 200 || answer.isCut) return null;
    return await unpacked(answer, this.#bounds.pictureBytes);
  }
}

/** Identifies the box to servers. */
const browserHeaders = {
  "user-agent": "Mozilla/5.0 (compatible; Gatehouse brand reader)",
  "accept-encoding": "gzip, br",
} as const;

async function checkedPage(answer: OutboundAnswer): Promise<FetchedPage> {
  const { status, headers, url } = answer;
  if (status === 429 || status >= 500) throw unreachable(`the server answered ${status}`, true);
  if (status !== 200) throw unreachable(`the server answered ${status}`, false);
  const bytes = answer.isCut ? null : await unpacked(answer, bounds.pageBytes);
  if (bytes === null)
    throw fail(
      "input_unreadable",
      "url: the page is larger than 5 MiB or its encoding is broken. Use another page",
    );
  return { url, bytes, contentType: headers["content-type"] ?? "" };
}

/** Returns the decoded body; null when it is larger than `maxBytes`, or broken. */
async function unpacked(answer: OutboundAnswer, maxBytes: number): Promise<Uint8Array | null> {
  const options = { maxOutputLength: maxBytes };
  try {
    switch (answer.headers["content-encoding"]?.toLowerCase() ?? "") {
      case "":
      case "identity":
        return answer.body;
      case "gzip":
      case "x-gzip":
        return await gunzip(answer.body, options);
      case "br":
        return await brotli(answer.body, options);
      default:
        return null;
    }
  } catch {
    return null;
  }
}

function noAnswer({ problem, message, reach }: OutboundFailure, noNetworkMs: number): Error {
  if (problem === "blocked_address") return fail("input_blocked_address", `url: ${message}`);
  if (problem === "redirect") return unreachable(message, false);
  if (problem === "timeout" && reach === "reached") {
    return fail("input_unreadable", "url: the page did not end in time. Use another page");
  }
  if (reach === "cut")
    return new Postponement("waiting_for_uplink", "the box has no network", noNetworkMs);
  return unreachable(message, true);
}

function unreachable(message: string, retryable: boolean): Error {
  return fail("input_unreachable", `url: ${message}`, { retryable });
}

interface StyleSheetText {
  text: string;
  imports: { url: string; media: string; layer: string | null }[];
}

/** The sheets of one page. */
class SheetRun {
  readonly #outbound: Outbound;
  readonly #bounds: PageBounds;
  readonly #signal: AbortSignal;
  readonly #loaded = new Map<string, StyleSheetText | null>();
  readonly #missing: string[] = [];
  #bytes = 0;

  constructor(outbound: Outbound, limits: PageBounds, signal: AbortSignal) {
    this.#outbound = outbound;
    this.#bounds = limits;
    this.#signal = signal;
  }

  /** Loads level by level, each address once, so that import loops end. */
  async fetchAll({ sheets, imports }: PageLinks): Promise<void> {
    let level = [...sheets, ...imports].map(({ url }) => url);
    for (let depth = 0; depth <= this.#bounds.importDepth && level.length > 0; depth += 1) {
      const fresh = [...new Set(level)].filter((url) => !this.#loaded.has(url));
      const admitted = fresh.slice(0, Math.max(0, this.#bounds.sheets - this.#loaded.size));
      if (admitted.length < fresh.length)
        this.#note(`more than ${this.#bounds.sheets} stylesheets`);
      for (const url of admitted) this.#loaded.set(url, null);
      await this.#load(admitted);
      level = admitted.flatMap((url) => this.#loaded.get(url)?.imports ?? []).map(({ url }) => url);
    }
  }

  /** Returns the sheets in cascade order: a sheet's imports come before it. */
  result({ sheets, imports }: PageLinks): { sheets: FetchedSheet[]; missing: string[] } {
    const ordered: FetchedSheet[] = [];
    const add = (
      from: { url: string; at: number; media: string; layer: string | null },
      above: string[],
    ): void => {
      const loaded = this.#loaded.get(from.url);
      if (!loaded || above.includes(from.url) || ordered.length >= this.#bounds.sheets * 2) return;
      for (const each of loaded.imports) {
        const layer = each.layer ?? from.layer;
        add({ url: each.url, at: from.at, media: each.media || from.media, layer }, [
          ...above,
          from.url,
        ]);
      }
      ordered.push({ ...from, text: loaded.text });
    };
    for (const each of imports) add({ ...each, media: "", layer: null }, []);
    for (const each of sheets) add({ ...each, layer: null }, []);
    return { sheets: ordered, missing: this.#missing.slice(0, 10) };
  }

  async #load(urls: string[]): Promise<void> {
    const waiting = [...urls];
    const worker = async (): Promise<void> => {
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift())
        await this.#one(url);
    };
    await Promise.all(Array.from({ length: this.#bounds.parallel }, worker));
  }

  async #one(url: string): Promise<void> {
    if (this.#bytes >= this.#bounds.sheetsBytes) {
      this.#note("stylesheets of more than 8 MiB together");
      return;
    }
    const answer = await this.#outbound.request({
      url,
      method: "GET",
      headers: { ...browserHeaders, accept: "text/css" },
      deadlineMs: this.#bounds.fileMs,
      maxReadBytes: this.#bounds.sheetBytes,
      maxRedirects: this.#bounds.redirects,
      signal: this.#signal,
    });
    const host = new URL(url).host;
    if (!answer.ok) this.#note(`a stylesheet of ${host}: ${answer.message}`);
    else if (answer.status !== 200)
      this.#note(`a stylesheet of ${host}: the server answered ${answer.status}`);
    else if (answer.isCut) this.#note(`a stylesheet of ${host}: it is larger than 2 MiB`);
    else {
      const body = await unpacked(answer, this.#bounds.sheetBytes);
      if (body === null) this.#note(`a stylesheet of ${host}: it cannot be unpacked`);
      else this.#keep(url, answer.url, body);
    }
  }

  #keep(url: string, from: string, body: Uint8Array): void {
    this.#bytes += body.length;
    this.#loaded.set(url, loadedOf(body, from));
  }

  #note(what: string): void {
    if (!this.#missing.includes(what)) this.#missing.push(what);
  }
}

function loadedOf(body: Uint8Array, url: string): StyleSheetText {
  const text = new TextDecoder().decode(body);
  const imports = importsIn(text).flatMap(({ address, media, layer }) => {
    if (!URL.canParse(address, url)) return [];
    const { protocol, href } = new URL(address, url);
    return protocol === "https:" ? [{ url: href, media, layer }] : [];
  });
  return { text, imports };
}
