import type { BrandFont } from "./brand-record.ts";

/** A page as it came: the bytes, what the server said of them, and the address after all redirects. */
export interface FetchedPage {
  url: string;
  bytes: Uint8Array;
  contentType: string;
}

/** What a page asks to be loaded with it. */
export interface PageLinks {
  /** Stylesheets in the order of the page; `at` is the place among all its style and link elements. */
  sheets: { url: string; media: string; at: number }[];
  /** What the page's own style elements import. */
  imports: { url: string; at: number }[];
}

/** A stylesheet that was fetched. */
export interface FetchedSheet {
  url: string;
  /** Its place in the page's order; imported sheets have the place of the importing one. */
  at: number;
  media: string;
  /** The cascade layer it was imported into, if any. */
  layer: string | null;
  text: string;
}

/**
 * What a colour was seen as: `canvas` behind everything, `surface` behind a part, `band` behind header,
 * hero or footer, `action` on buttons, `link`, `heading` and `text` as ink, `variable` in a custom
 * property with a telling name, `theme` in the head, `logo` and `image` in pixels.
 */
export type ColorUse =
  | "canvas"
  | "surface"
  | "band"
  | "action"
  | "link"
  | "heading"
  | "text"
  | "variable"
  | "theme"
  | "logo"
  | "image";

/** One colour in one use. */
export interface ColorEvidence {
  /** `#rrggbb` in lower case. */
  hex: string;
  use: ColorUse;
  /** Within the use: shares of area or text for what is painted, 0–1 for the rest. */
  weight: number;
  /** The role that a variable's name gives it. */
  named?: "primary" | "secondary" | "accent";
}

/** A place where the logo may be, best first. */
export interface LogoCandidate {
  kind: "inline_svg" | "image" | "background" | "icon" | "json_ld" | "open_graph";
  /** Absolute https address; null for an inline SVG. */
  url: string | null;
  /** The drawing itself, of inline and data-URL logos; at most 512 KiB. */
  inline: { bytes: Uint8Array } | null;
  /** 0–1: how sure it is. */
  score: number;
}

/** What a page says of its brand. */
export interface PageBrand {
  name: string | null;
  /** BCP 47, e.g. `de-CH`; null when the page says nothing. */
  language: string | null;
  tagline: string | null;
  colors: ColorEvidence[];
  fonts: BrandFont[];
  logos: LogoCandidate[];
  /** Absolute https addresses of its pictures, the most telling first. */
  imageUrls: string[];
  /** Headings and paragraphs, at most 8 000 characters, for telling the tone. */
  text: string;
}

/** A picture that was looked into. */
export interface InspectedPicture {
  /** The picture as it is kept: an SVG as a PNG, others as they came. */
  bytes: Uint8Array;
  mime: "image/png" | "image/jpeg" | "image/webp";
  widthPx: number;
  heightPx: number;
  /** Colours with their shares of what is not transparent, largest first. */
  colors: { hex: string; share: number }[];
}

/**
 * Reads what strangers wrote, away from the store: each call is bounded in time and memory. All reject
 * with `input_unreadable` for what cannot be read, and `overloaded` when too much is waiting.
 */
export interface BrandReader {
  links(page: FetchedPage): Promise<PageLinks>;
  brand(page: FetchedPage, sheets: readonly FetchedSheet[]): Promise<PageBrand>;
  /** JPEG, PNG and WebP; SVG where `allowSvg` says so. */
  inspect(bytes: Uint8Array, options: { allowSvg: boolean }): Promise<InspectedPicture>;
}
