// One file instead of a hundred: loading the modules one by one costs a start 0.2 s.
import culori, { type Oklab } from "culori/require";

const oklabOf = culori.converter("oklab");
const difference = culori.differenceEuclidean("oklab");

/** `#rrggbb` as OKLab. */
export function toOklab(hex: string): Oklab {
  return oklabOf(hex)!;
}

/** How different two colours look: below 0.02 the same, above 0.1 clearly different. */
export function distance(one: Oklab, other: Oklab): number {
  return difference(one, other);
}

/** How far a colour is from grey; 0.04 is the least that is seen as a colour. */
export function chroma({ a, b }: Oklab): number {
  return Math.hypot(a, b);
}

/** Contrast ratio of two colours, 1–21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  return culori.wcagContrast(one, other);
}

/** 0xrrggbb as `#rrggbb`. */
export function hexOf(rgb: number): string {
  return `#${rgb.toString(16).padStart(6, "0")}`;
}
