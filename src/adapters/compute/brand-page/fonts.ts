import type { BrandFont } from "../../../media/brands/brand-record.ts";
import type { StyledElement } from "./cascade.ts";
import type { Room } from "./layout.ts";
import { textRole } from "./part-of-page.ts";
import { splitList } from "./selector.ts";
import { type FontFace, unquoted } from "./stylesheet.ts";
import type { BrandFontRole, BrandFontSource } from "../../../media/brands/brand-terms.ts";

/** Families that draw icons, not text. */
const iconFamily =
  /(icons?\b|awesome|glyphicon|material symbols|dashicons|ionicons|fontello|icomoon|feather|codicon|emoji|symbol)/i;
const generic =
  /^(serif|sans-serif|monospace|cursive|fantasy|math|inherit|initial|unset|revert|ui-(serif|sans-serif|monospace|rounded))$/i;
/** Names for the reader's own interface font. */
const systemUi = /^(system-ui|-apple-system|blinkmacsystemfont|ui-sans-serif|segoe ui variable)$/i;

/** The web fonts of a page by family, in lower case. */
export type WebFonts = ReadonlyMap<string, { family: string; source: BrandFontSource }>;

/** Returns the families that a page loads: from its sheets, and from the services that it links. */
export function webFonts(faces: readonly FontFace[], linked: readonly string[]): WebFonts {
  const fonts = new Map<string, { family: string; source: BrandFontSource }>();
  const add = (family: string, source: BrandFontSource): void => {
    const familyName = plainFamily(family);
    if (familyName !== "" && !iconFamily.test(familyName))
      fonts.set(family.toLowerCase(), { family: familyName, source });
  };
  for (const { family, isFile } of faces) if (isFile) add(family, "web_font");
  for (const url of linked) for (const family of googleFamilies(url)) add(family, "google_fonts");
  return fonts;
}

/** Families in the address of a Google Fonts sheet, in its old and its new form. */
function googleFamilies(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { hostname, searchParams } = new URL(address);
  if (!/(^|\.)(fonts\.googleapis\.com|fonts\.bunny\.net)$/.test(hostname)) return [];
  return searchParams
    .getAll("family")
    .flatMap((list) => list.split("|"))
    .map((each) => each.split(":", 1)[0]!.trim());
}

/** The typefaces of a page with what each is used for. */
export function fontsOf(
  rooms: ReadonlyMap<StyledElement, Room>,
  web: WebFonts,
  hasAdobe: boolean,
): BrandFont[] {
  const counts = new Map<BrandFontRole, Map<string, number>>();
  for (const [styled, { ownText }] of rooms) {
    if (ownText === 0) continue;
    const stack = familiesOf(styled);
    if (!stack) continue;
    const role = textRole(styled);
    const weight = role === "heading" ? ownText * sizeOfHeading(styled) : ownText;
    const ofRole = counts.get(role) ?? new Map<string, number>();
    ofRole.set(stack, (ofRole.get(stack) ?? 0) + weight);
    counts.set(role, ofRole);
  }
  const found: BrandFont[] = [];
  for (const role of ["heading", "body", "button", "monospace"] as const) {
    const ranked = [...(counts.get(role) ?? [])].toSorted(([, a], [, b]) => b - a);
    const font = ranked
      .map(([stack]) => chosen(stack, web, hasAdobe))
      .find((each) => each !== null);
    if (font) found.push({ ...font, role });
  }
  const body = found.find(({ role }) => role === "body");
  return found.filter(({ role, family, source }) => {
    if (role === "button") return family !== body?.family;
    return role !== "monospace" || source !== "system";
  });
}

/** The stack of families that the cascade leaves to an element. */
function familiesOf(styled: StyledElement): string | undefined {
  let at: StyledElement | null = styled;
  for (; at; at = at.parent) {
    const property = at.stronger("font-family", "font");
    const value = property === undefined ? undefined : at.own(property);
    if (value === undefined || /^(inherit|unset|revert|revert-layer)$/i.test(value)) continue;
    const stack = property === "font" ? familiesOfShorthand(value) : value;
    if (stack !== null) return stack;
  }
  return undefined;
}

/** Returns the families after the size in `font: italic 700 1rem/1.5 "A B", serif`; null for system keywords. */
function familiesOfShorthand(value: string): string | null {
  const parts = splitList(value);
  const first = (parts[0] ?? "").trim();
  const size =
    /(?:^|\s)(?:[\d.]+(?:px|r?em|pt|%|v[wh]|ex|ch)|(?:calc|clamp|min|max)\(.*?\)|(?:xx?-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*\S+)?\s+(.+)$/i;
  const [, family] = size.exec(first) ?? [];
  return family === undefined ? null : [family, ...parts.slice(1)].join(", ");
}

/** The family of a stack that a visitor sees; null when the stack names nothing but kinds. */
function chosen(
  stack: string,
  web: WebFonts,
  hasAdobe: boolean,
): { family: string; source: BrandFontSource } | null {
  const families = splitList(stack).map(unquoted);
  for (const family of families) {
    const brought = web.get(family.toLowerCase());
    if (brought) return brought;
    if (systemUi.test(family)) return { family: "system-ui", source: "system" };
    const isFallback = /fallback/i.test(family);
    if (family === "" || isFallback || generic.test(family) || iconFamily.test(family)) continue;
    return { family: plainFamily(family), source: hasAdobe ? "adobe_fonts" : "system" };
  }
  return null;
}

/** The family's own name: without what build tools and packagers add to it. */
export function plainFamily(family: string): string {
  return family
    .replace(/^__(.+?)_[0-9a-f]{6}$/, "$1")
    .replaceAll("_", " ")
    .replace(/\s+(Variable|VF|Web|Webfont)$/i, "")
    .trim();
}

function sizeOfHeading(styled: StyledElement): number {
  let at: StyledElement | null = styled;
  for (; at; at = at.parent) {
    const [, level] = /^h([1-6])$/.exec(at.element.name) ?? [];
    if (level !== undefined) return 7 - Number(level);
  }
  return 2;
}
