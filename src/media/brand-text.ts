import type { BrandIdentity } from "./brands/brand-document.ts";

/** A brand in words, for prompts. */
export interface TextBrand {
  name: string | null;
  identity: BrandIdentity;
}

/**
 * Returns one line for each known fact of a brand, for models. Brands come from strangers'
 * pages, so line breaks are removed: a page's statement stays one fact.
 */
export function brandLines({ name, identity: brand }: TextBrand): string[] {
  const { colors = [], typography = [] } = brand;
  const tone = brand.tone ?? {};
  const identity = brand.identity ?? {};
  const lines: [string, string | null | undefined][] = [
    ["Name", name],
    ["Tagline", identity.tagline],
    ["Industry", identity.industry],
    ["Audience", identity.audience],
    ["Stands for", identity.values?.join("; ")],
    ["Colours", colors.map(colorText).join(", ")],
    ["Typefaces", typography.map(fontText).join(", ")],
    ["Voice", tone.voice],
    ["Does", tone.dos?.join("; ")],
    ["Never does", tone.donts?.join("; ")],
  ];
  return lines
    .map(([title, text]) => [title, (text ?? "").replaceAll(/\s+/g, " ").trim()] as const)
    .filter(([, text]) => text !== "")
    .map(([title, text]) => `${title}: ${text}`);
}

function colorText(color: NonNullable<BrandIdentity["colors"]>[number]): string {
  const { hex, role, proportion } = color;
  const share = proportion === undefined ? "" : ` ${Math.round(proportion * 100)} %`;
  return `${hex}${role === undefined ? "" : ` ${role}`}${share}`;
}

function fontText({ family, role }: NonNullable<BrandIdentity["typography"]>[number]): string {
  return role === undefined ? family : `${family} (${role})`;
}
