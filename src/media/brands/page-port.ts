import type { BrandFont } from "./brand-record.ts";

/** A fetched page: the bytes, the server's content type, and the address after all redirects. */
export interface FetchedPage {
  url: string;
  bytes: Uint8Array;
  contentType: string;
}

/** The resources that a page loads. */
export interface PageLinks {
  /** Stylesheets in the order of the page; `at` is the position among all its style and link elements. */
  sheets: { url: string; media: string; at: number }[];
  /** Imports of the page's own style elements. */
  imports: { url: string; at: number }[];
}

/** A fetched stylesheet. */
export interface FetchedSheet {
  url: string;
  /** Its position in the page's order; imported sheets have that of the importing one. */
  at: number;
  media: string;
  /** The cascade layer of its import, if any. */
  layer: string | null;
  text: string;
}

/**
 * The use in which a colour was seen: `canvas` behind everything, `surface` behind a part, `band` behind header,
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
  /** Within the use: shares of area or text for painted uses, 0–1 for the rest. */
  weight: number;
  /** The role that a variable's name implies. */
  named?: "primary" | "secondary" | "accent";
}

/** A candidate for the logo, best first. */
export interface LogoCandidate {
  kind: "inline_svg" | "image" | "background" | "icon" | "json_ld" | "open_graph";
  /** Absolute https address; null for an inline SVG. */
  url: string | null;
  /** The markup of inline and data-URL logos; at most 512 KiB. */
  inline: { bytes: Uint8Array } | null;
  /** Confidence, 0–1. */
  score: number;
}

/** The facts of a page about its brand. */
export interface PageBrand {
  name: string | null;
  /** BCP 47, e.g. `de-CH`; null when the page does not say. */
  language: string | null;
  tagline: string | null;
  colors: ColorEvidence[];
  fonts: BrandFont[];
  logos: LogoCandidate[];
  /** Absolute https addresses of its pictures, the most relevant first. */
  imageUrls: string[];
  /** Headings and paragraphs, at most 8 000 characters, for the tone. */
  text: string;
}

/** An inspected picture. */
export interface InspectedPicture {
  /** The picture for storage: an SVG as a PNG, others unchanged. */
  bytes: Uint8Array;
  mime: "image/png" | "image/jpeg" | "image/webp";
  widthPx: number;
  heightPx: number;
  /** Colours with their shares of the opaque area, largest first. */
  colors: { hex: string; share: number }[];
}

/**
 * Reads untrusted content in a process without the store: each call is bounded in time and memory. All reject
 * with `input_unreadable` for unreadable content, and with `overloaded` when the queue is full.
 */
export interface BrandReader {
  links(page: FetchedPage): Promise<PageLinks>;
  brand(page: FetchedPage, sheets: readonly FetchedSheet[]): Promise<PageBrand>;
  /** Reads JPEG, PNG and WebP; SVG with `allowSvg`. */
  inspect(bytes: Uint8Array, options: { allowSvg: boolean }): Promise<InspectedPicture>;
}
