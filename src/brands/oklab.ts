/** A colour in OKLab (Björn Ottosson, "A perceptual color space for image processing"). */
export interface Oklab {
  /** Lightness, 0–1. */
  l: number;
  a: number;
  b: number;
}

/** `#rrggbb` as OKLab. */
export function toOklab(hex: string): Oklab {
  const value = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [value >> 16, (value >> 8) & 255, value & 255].map(linear) as [
    number,
    number,
    number,
  ];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

/** How different two colours look: below 0.02 the same, above 0.1 clearly different. */
export function distance(one: Oklab, other: Oklab): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);
}

/** How far a colour is from grey; 0.04 is the least that is seen as a colour. */
export function chroma({ a, b }: Oklab): number {
  return Math.hypot(a, b);
}

/** Contrast ratio of two colours, 1–21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((x, y) => y - x) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** 0xrrggbb as `#rrggbb`. */
export function hexOf(rgb: number): string {
  return `#${rgb.toString(16).padStart(6, "0")}`;
}

function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [value >> 16, (value >> 8) & 255, value & 255].map(linear) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** One channel, 0–255, as light (IEC 61966-2-1). */
function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
