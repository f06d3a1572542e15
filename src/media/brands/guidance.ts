import type { BrandColor, BrandFont } from "./brand-record.ts";
import type { BrandRecord } from "./brand-record.ts";
import { contrast, distance, toOklab } from "./color-math.ts";

/** Kinds of use with rules of their own; `general` for every other one. */
const media = {
  email: /\b(e-?mail|newsletter|mailing)/i,
  social: /\b(social|instagram|facebook|linkedin|tiktok|story|stories|reel|post)\b/i,
  presentation: /\b(presentation|slides?|deck|keynote|pitch)\b/i,
  video: /\b(video|film|animation|motion|trailer)\b/i,
  signage: /\b(sign|signage|billboard|poster|banner stand|window|shopfront|digital display)\b/i,
  packaging: /\b(packag\w*|label|box|bottle|bag)\b/i,
  print: /\b(print|flyer|brochure|magazine|business cards?|letterhead|leaflet|catalogue?)\b/i,
  web: /\b(web\w*|landing|page|site|app|ui|banner|button|ad|ads|campaign)\b/i,
} as const;

/** The rules of thumb for a medium. */
const rules = {
  email: {
    format: "600 px wide, one column",
    logo_min_px: 120,
    least_contrast: 4.5,
    notes: [
      "Mail programs may not load web fonts: give the fallbacks.",
      "Keep text as text, not in pictures.",
    ],
  },
  social: {
    format: "1080 × 1080 or 1080 × 1350 px; 1080 × 1920 px for stories",
    logo_min_px: 96,
    least_contrast: 4.5,
    notes: [
      "Keep logo and text out of the outer 14 % of tall formats.",
      "One message, readable at 30 % size.",
    ],
  },
  presentation: {
    format: "1920 × 1080 px",
    logo_min_px: 140,
    least_contrast: 4.5,
    notes: [
      "At least 24 pt for text, 36 pt for titles.",
      "Logo small in one corner, not on every element.",
    ],
  },
  video: {
    format: "1920 × 1080 or 1080 × 1920 px",
    logo_min_px: 160,
    least_contrast: 4.5,
    notes: [
      "Keep text inside the inner 90 % of the picture.",
      "Show the logo for at least two seconds.",
    ],
  },
  signage: {
    format: "by the place; letters 25 mm high for each 10 m of distance",
    logo_min_px: 400,
    least_contrast: 7,
    notes: ["Few words, strongest contrast pair.", "Give colours to the printer as spot colours."],
  },
  packaging: {
    format: "by the dieline; 3 mm bleed",
    logo_min_px: 300,
    least_contrast: 4.5,
    notes: [
      "Convert the colours to CMYK or spot colours and proof them.",
      "Nothing important within 5 mm of a fold.",
    ],
  },
  print: {
    format: "300 dpi, 3 mm bleed",
    logo_min_px: 300,
    least_contrast: 4.5,
    notes: ["Convert the colours to CMYK and proof them.", "Body text at least 8 pt."],
  },
  web: {
    format: "responsive",
    logo_min_px: 100,
    least_contrast: 4.5,
    notes: ["One button in the main colour for each view.", "Body text at least 16 px."],
  },
  general: {
    format: "any",
    logo_min_px: 100,
    least_contrast: 4.5,
    notes: ["Main colour for what is to be noticed first, neutral colours for the rest."],
  },
} as const;

/** A kind of use. */
export type Medium = keyof typeof rules;

/** Returns the kind of use that a text names. */
export function mediumOf(useCase: string): Medium {
  const found = Object.entries(media).find(([, words]) => words.test(useCase));
  return (found?.[0] as Medium | undefined) ?? "general";
}

/** Returns guidance for a use, derived from the brand's record alone. */
export function guidanceOf(brand: BrandRecord, useCase: string, logoUrl: string | null) {
  const medium = mediumOf(useCase);
  const { format, logo_min_px, least_contrast, notes } = rules[medium];
  return {
    medium,
    format,
    colors: colorsFor(brand.colors, least_contrast),
    typography: typographyFor(brand.typography),
    logo: logoFor(brand, logoUrl, logo_min_px),
    tone: brand.tone && { voice: brand.tone.voice, dos: brand.tone.dos, donts: brand.tone.donts },
    notes: [...notes],
    prompt_fragment: fragmentOf(brand),
  };
}

function colorsFor(colors: readonly BrandColor[], leastContrast: number) {
  const ofRole = (role: BrandColor["role"]): string | null =>
    colors.find((each) => each.role === role)?.hex ?? null;
  return {
    main: ofRole("primary"),
    supporting: ["secondary", "accent"].flatMap((role) => ofRole(role as "accent") ?? []),
    background: ofRole("background"),
    text: ofRole("text"),
    least_contrast: leastContrast,
    pairs: pairsOf(colors, leastContrast),
  };
}

/** Returns ink and ground that are readable together, the strongest pair first; white and black count as inks. */
function pairsOf(colors: readonly BrandColor[], leastContrast: number) {
  const grounds = colors.filter(({ role }) => role !== "text").map(({ hex }) => hex);
  const inks = [...new Set([...colors.map(({ hex }) => hex), "#ffffff", "#000000"])];
  return grounds
    .flatMap((background) =>
      inks.map((text) => ({ text, background, contrast: round(contrast(text, background)) })),
    )
    .filter(({ contrast: ratio }) => ratio >= leastContrast)
    .toSorted((a, b) => b.contrast - a.contrast)
    .slice(0, 10)
    .map((pair) => ({ ...pair, level: pair.contrast >= 7 ? "AAA" : "AA" }));
}

function typographyFor(fonts: readonly BrandFont[]) {
  const of = (role: BrandFont["role"]) => {
    const font = fonts.find((each) => each.role === role);
    return font ? { family: font.family, source: font.source, stack: stackOf(font) } : null;
  };
  const body = of("body") ?? of("heading");
  return { heading: of("heading") ?? body, body };
}

/** Returns the family with its fallbacks. */
function stackOf({ family, role }: BrandFont): string {
  const isSerif =
    /serif|garamond|georgia|times|playfair|merriweather|lora|baskerville|caslon/i.test(family);
  const isSans = /sans/i.test(family);
  const kind = role === "monospace" ? "monospace" : isSerif && !isSans ? "serif" : "sans-serif";
  return `${/^[\w-]+$/.test(family) ? family : `"${family}"`}, ${kind}`;
}

function logoFor({ logo, colors }: BrandRecord, url: string | null, minPx: number) {
  if (!logo) return null;
  const light = colors.filter(({ role }) => role === "background" || role === "surface");
  const primary = colors.find(({ role }) => role === "primary")?.hex;
  // A logo would vanish on its own main colour.
  const grounds = light
    .map(({ hex }) => hex)
    .filter((hex) => primary === undefined || isClear(hex, primary));
  return {
    url,
    min_width_px: minPx,
    clear_space: "half of its height on every side",
    on: grounds.length > 0 ? grounds : ["#ffffff"],
  };
}

function isClear(hex: string, from: string): boolean {
  return distance(toOklab(hex), toOklab(from)) > 0.25;
}

/** The brand in one sentence, for prompts that make pictures. */
function fragmentOf({ name, colors, typography, tone }: BrandRecord): string {
  const palette = colors
    .filter(({ role }) => role !== "neutral")
    .map(({ hex, role }) => `${role} ${hex}`)
    .join(", ");
  const fonts = typography.map(({ family, role }) => `${family} for ${role}`).join(", ");
  return [
    `In the style of the brand ${name}`,
    palette === "" ? "" : `colours: ${palette}`,
    fonts === "" ? "" : `typography: ${fonts}`,
    tone?.voice ? `tone: ${tone.voice}` : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
