// One bundled file: loading a hundred modules one by one would cost the start 0.2 s.
import culori, { type Oklab } from "culori/require";

const oklabOf = culori.converter("oklab");
const difference = culori.differenceEuclidean("oklab");

/** Returns `#rrggbb` as OKLab. */
export function toOklab(hex: string): Oklab {
  return oklabOf(hex)!;
}

/** Returns how different two colours look: below 0.02 the same, above 0.1 clearly different. */
export function distance(one: Oklab, other: Oklab): number {
  return difference(one, other);
}

/** Returns a colour's distance from grey; people see a colour from 0.04. */
export function chroma({ a, b }: Oklab): number {
  return Math.hypot(a, b);
}

/** Returns the contrast ratio of two colours, 1–21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  return culori.wcagContrast(one, other);
}

/** Returns 0xrrggbb as `#rrggbb`. */
export function hexOf(rgb: number): string {
  return `#${rgb.toString(16).padStart(6, "0")}`;
}
