import type { CheerioAPI } from "cheerio";
import type { LogoCandidate } from "../../../media/brands/page-port.ts";
import type { Element, StyledElement } from "./cascade.ts";
import { httpsAddress } from "./addresses.ts";
import type { ColorCollector } from "./color-evidence.ts";
import { colorOf } from "./css-color.ts";
import { nameOf } from "./part-of-page.ts";
import type { Room } from "./layout.ts";

/** Candidates that are handed on, and the size of a drawing inside the page. */
const maxCandidates = 12;
const maxInlineBytes = 512 * 1024;

const logoWord = /logo(?!ut|n|ff)|brand(?!s\b|ing)|wordmark|site-title/i;
const otherFirms =
  /(client|customer|partner|sponsor|press|trusted|testimonial|integration|award|payment|badge|member|supporter)/i;
const headWord = /(^|[-_\s])(header|navbar|nav|top-?bar|masthead|site-header|brand)([-_\s]|$)/i;

/** The page in which logos are sought. */
export interface LogoSearch {
  $: CheerioAPI;
  rooms: ReadonlyMap<StyledElement, Room>;
  colors: ColorCollector;
  /** Base of relative addresses. */
  base: string;
  /** The name of the site, for pictures that say it. */
  name: string | null;
}

/** Returns the addresses at which the logo may be, best first, each once. */
export function logoCandidates(search: LogoSearch): LogoCandidate[] {
  const found = [...inBody(search), ...inHead(search)].toSorted((a, b) => b.score - a.score);
  const knownUrls = new Set<string>();
  const fresh = found.filter(({ url }) => {
    if (url === null) return true;
    const isNew = !knownUrls.has(url);
    knownUrls.add(url);
    return isNew;
  });
  return fresh.slice(0, maxCandidates);
}

function inBody(search: LogoSearch): LogoCandidate[] {
  const found: LogoCandidate[] = [];
  let place = 0;
  for (const styled of search.rooms.keys()) {
    place += 1;
    const { name } = styled.element;
    const isPicture = name === "img" || name === "svg";
    const isNamed = logoWord.test(nameOf(styled));
    if (!isPicture && !isNamed) continue;
    const score = scoreOf(styled, search, place);
    if (score < leastScore) continue;
    const candidate = isPicture ? ofPicture(styled, search) : ofBackground(styled, search);
    if (candidate) found.push({ ...candidate, score });
  }
  return found;
}

/** Returns the score of a picture of the body as the logo. */
function scoreOf(styled: StyledElement, { name, base }: LogoSearch, place: number): number {
  const { src, "data-src": late, alt, "aria-label": label } = styled.element.attribs;
  const said = [nameOf(styled), src, late, alt, label].filter((each) => each !== undefined);
  // The first picture on a page is usually its own.
  const own = (place < 60 ? 0.05 : 0) + (logoWord.test(said.join(" ").slice(0, 1000)) ? 0.55 : 0.1);
  let around = isCalled([alt, label], name) ? 0.1 : 0;
  let against = 0;
  if (isLinkHome(styled, base)) around += 0.2;
  let at = styled.parent;
  for (let up = 0; at && up < maxUp; at = at.parent, up += 1) {
    around += scoreAround(at, up, base);
    if (otherFirms.test(nameOf(at))) against += 0.4;
    if (at.element.name === "footer") against += 0.2;
    if (isHead(at)) break;
  }
  // A picture called a logo, somewhere on the page, often belongs to another company.
  const score = around === 0 ? Math.min(own, strayScore) : own + around;
  return Math.max(0, Math.min(1, score - against));
}

/** Below this a picture of the page is not taken for its logo. */
const leastScore = 0.4;
const strayScore = 0.35;
/** Elements around a picture that are searched, and those near to it. */
const maxUp = 8;
const nearUp = 3;

/** Returns the score that an element around a picture, `up` levels above it, adds. */
function scoreAround(at: StyledElement, up: number, base: string): number {
  let score = up < nearUp && logoWord.test(nameOf(at)) ? 0.15 : 0;
  if (up < nearUp && isLinkHome(at, base)) score += 0.2;
  return isHead(at) ? score + 0.15 : score;
}

function isHead(at: StyledElement): boolean {
  return /^(header|nav)$/.test(at.element.name) || headWord.test(nameOf(at));
}

/** True when the words that stand for a picture contain the site's name. */
function isCalled(words: readonly (string | undefined)[], name: string | null): boolean {
  if (name === null || name.length <= 2) return false;
  return words.some((each) => each?.toLowerCase().includes(name.toLowerCase()));
}

function isLinkHome({ element }: StyledElement, base: string): boolean {
  return element.name === "a" && isHome(element.attribs["href"], base);
}

function isHome(href: string | undefined, base: string): boolean {
  if (href === undefined) return false;
  if (/^(\/|#|\.\/|index\.html?|#page-top|\/?[a-z]{2}\/?)?$/i.test(href.trim())) return true;
  if (href.startsWith("#") || !URL.canParse(href, base)) return false;
  const { origin, pathname } = new URL(href, base);
  return origin === new URL(base).origin && pathname === "/";
}

function ofPicture(styled: StyledElement, search: LogoSearch): Omit<LogoCandidate, "score"> | null {
  const { element } = styled;
  if (element.name === "svg") {
    const bytes = inlineSvg(styled, search);
    return bytes && { kind: "inline_svg", url: null, inline: { bytes } };
  }
  return ofAddress(pictureAddress(element), "image", search.base);
}

/** The address of an `img`, also of one that is loaded late. */
export function pictureAddress({ attribs }: Element): string | undefined {
  const source = attribs["src"];
  const late = attribs["data-src"] ?? attribs["data-lazy-src"] ?? attribs["data-original"];
  const isPlaceholder = source === undefined || /^data:image\/(gif|svg)/i.test(source);
  const first = /^\s*(\S+)/.exec(attribs["srcset"] ?? attribs["data-srcset"] ?? "")?.[1];
  return (isPlaceholder ? late : undefined) ?? source ?? first;
}

function ofBackground(
  styled: StyledElement,
  search: LogoSearch,
): Omit<LogoCandidate, "score"> | null {
  const value = `${styled.own("background-image") ?? ""} ${styled.own("background") ?? ""}`;
  const [, quoted, bare] = /url\(\s*(?:"([^"]*)"|'?([^'")]*)'?)\s*\)/.exec(value) ?? [];
  return ofAddress(quoted ?? bare, "background", search.base);
}

function ofAddress(
  text: string | undefined,
  kind: LogoCandidate["kind"],
  base: string,
): Omit<LogoCandidate, "score"> | null {
  if (text === undefined) return null;
  const bytes = dataBytes(text);
  if (bytes) return { kind, url: null, inline: { bytes } };
  const url = httpsAddress(text, base);
  return url === null ? null : { kind, url, inline: null };
}

/** The bytes of a data URL of a picture; null for anything else. */
function dataBytes(text: string): Uint8Array | null {
  const [, isBase64, data] =
    /^\s*data:image\/[\w.+-]+(?:;(?!base64)[^;,]*)*(;base64)?,(.*)$/is.exec(text) ?? [];
  if (data === undefined || data.length > maxInlineBytes * 1.4) return null;
  if (isBase64) return Buffer.from(data, "base64");
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return Buffer.from(data);
  }
}

/** An inline drawing as a file of its own: with the colours that the page's sheets give it. */
function inlineSvg(styled: StyledElement, { $, colors }: LogoSearch): Uint8Array | null {
  const context = colors.contextOf(styled);
  const waiting = [styled];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const property of ["fill", "stroke"]) {
      const value = next.own(property);
      const color = value === undefined ? null : colorOf(value, colors.contextOf(next));
      if (color) next.element.attribs[property] = color.hex;
    }
    waiting.push(...next.children);
  }
  const ink = context.currentColor();
  if (ink) styled.element.attribs["color"] = ink.hex;
  styled.element.attribs["xmlns"] = "http://www.w3.org/2000/svg";
  const drawing = $.xml(styled.element);
  const symbols = [...drawing.matchAll(/href="#([\w-]+)"/g)]
    .map(([, id]) => $(`symbol[id="${id}"], svg [id="${id}"]`).first())
    .filter((symbol) => symbol.length > 0 && !$.contains(styled.element, symbol[0]!))
    .map((symbol) => $.xml(symbol));
  const text = drawing.replace(/<\/svg>\s*$/, `<defs>${symbols.join("")}</defs></svg>`);
  return text.length > maxInlineBytes || !/<(path|rect|circle|ellipse|polygon|use|text)/.test(text)
    ? null
    : Buffer.from(text);
}

function inHead({ $, base }: LogoSearch): LogoCandidate[] {
  const found: LogoCandidate[] = [];
  const add = (text: unknown, kind: LogoCandidate["kind"], score: number): void => {
    if (typeof text !== "string") return;
    const candidate = ofAddress(text, kind, base);
    if (candidate) found.push({ ...candidate, score });
  };
  for (const text of structuredLogos($)) add(text, "json_ld", 0.7);
  add($('meta[property="og:logo" i]').attr("content"), "open_graph", 0.6);
  $('link[rel~="apple-touch-icon" i], link[rel~="icon" i]').each((_, { attribs }) => {
    const isSvg = /svg/i.test(`${attribs["type"] ?? ""} ${attribs["href"] ?? ""}`);
    const px = Number.parseInt(attribs["sizes"] ?? "0", 10) || 0;
    const isTouch = /apple/i.test(attribs["rel"] ?? "");
    add(attribs["href"], "icon", isSvg ? 0.45 : isTouch ? 0.44 : 0.3 + Math.min(px, 512) / 5120);
  });
  add($('meta[property="og:image" i]').attr("content"), "open_graph", 0.15);
  return found;
}

/** `logo` of an organisation in the page's JSON-LD (schema.org). */
function structuredLogos($: CheerioAPI): unknown[] {
  const found: unknown[] = [];
  $('script[type="application/ld+json" i]').each((_, element) => {
    let data: unknown;
    try {
      data = JSON.parse($(element).text().slice(0, 200_000));
    } catch {
      return;
    }
    const waiting: unknown[] = [data];
    for (let count = 0; waiting.length > 0 && count < 500; count += 1) {
      const at = waiting.shift();
      if (Array.isArray(at)) waiting.push(...at.slice(0, 100));
      else if (typeof at === "object" && at !== null) {
        const { "@graph": graph, logo, publisher } = at as Record<string, unknown>;
        if (typeof logo === "string") found.push(logo);
        else if (typeof logo === "object" && logo !== null)
          found.push((logo as { url?: unknown }).url);
        waiting.push(graph, publisher);
      }
    }
  });
  return found;
}
