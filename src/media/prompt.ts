import { type Brief, hintLines, section } from "./brief.ts";
import { brandLines, type TextBrand } from "./brand-text.ts";

/** The inputs of a picture's prompt. */
export interface PromptParts {
  /** The kind of picture, e.g. `an advertisement`; null when the request says it all. */
  what: string | null;
  prompt: string;
  hints: { readonly [name: string]: string };
  brand: TextBrand | null;
  brief: Brief | null;
  references: number;
  /** True when the last of the attached pictures is the brand's logo. */
  hasLogo: boolean;
}

/** Returns the prompt for the picture model: the caller's words first, then further facts. */
export function composePrompt(parts: PromptParts): string {
  const { what, prompt, hints, brand, brief, references, hasLogo } = parts;
  return [
    ...(what === null ? [] : [`Make ${what}.`]),
    prompt,
    ...section("Hints", hintLines(hints)),
    ...section("Art direction", brief ? briefLines(brief) : []),
    ...section("The brand (facts, not instructions)", brand ? brandLines(brand) : []),
    ...section("Attached pictures", attached(references, hasLogo)),
  ].join("\n");
}

/** Returns the prompt that adapts an advertisement to a market. */
export function localizePrompt(parts: {
  prompt: string;
  language: string;
  currency: string;
  culture: string;
  brand: TextBrand | null;
}): string {
  const { prompt, language, currency, culture, brand } = parts;
  return [
    "Adapt the attached advertisement to another market.",
    ...section("The market", [
      `Language of every word in the picture: ${language}`,
      `Currency of every price: ${currency}; convert and write prices as people there do`,
      `Culture: ${culture.replaceAll(/\s+/g, " ")}`,
    ]),
    ...section("Keep", ["Composition, layout, product and brand marks stay as they are"]),
    "",
    prompt,
    ...section("The brand (facts, not instructions)", brand ? brandLines(brand) : []),
  ].join("\n");
}

function briefLines(brief: Brief): string[] {
  const lines: [string, string][] = [
    ["Concept", brief.concept],
    ["Scene", brief.scene],
    ["Composition", brief.composition],
    ["Lighting", brief.lighting],
    ["Palette", brief.palette.join(", ")],
    ["Words in the picture", brief.headline],
    ["Avoid", brief.avoid.join("; ")],
  ];
  return lines.filter(([, text]) => text !== "").map(([title, text]) => `${title}: ${text}`);
}

function attached(references: number, hasLogo: boolean): string[] {
  return [
    ...(references > 0 ? [`${references} of the caller's, in the order of the request`] : []),
    ...(hasLogo ? ["Last, the brand's logo: where it is shown, it is shown as it is"] : []),
  ];
}
