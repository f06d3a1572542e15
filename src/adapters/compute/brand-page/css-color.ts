import culori from "culori/require";
import { calculated } from "./css-calc.ts";
import { splitList } from "./selector.ts";

/** A colour as it is painted. */
export interface PaintedColor {
  /** `#rrggbb` in lower case. */
  hex: string;
  /** 0–1. */
  alpha: number;
}

/** The context that resolves keywords of a value at its element. */
export interface ColorContext {
  /** The element's own ink; null where it is not known. */
  currentColor(): PaintedColor | null;
  isDark: boolean;
}

type ParsedColor = NonNullable<ReturnType<typeof culori.parse>>;

/** Nesting of colour functions that is followed. */
const maxDepth = 6;
const rootOfFunction = /^([a-z-]+)\((.*)\)$/s;
const channelNames: Readonly<Record<string, readonly string[]>> = {
  rgb: ["r", "g", "b"],
  hsl: ["h", "s", "l"],
  hwb: ["h", "w", "b"],
  lab: ["l", "a", "b"],
  lch: ["l", "c", "h"],
  oklab: ["l", "a", "b"],
  oklch: ["l", "c", "h"],
};

/** Returns the colour of a value without `var()`; null for anything else and for invisible colours. */
export function colorOf(value: string, context: ColorContext): PaintedColor | null {
  const parsed = parsedColor(value, context, 0);
  if (!parsed) return null;
  const alpha = parsed.alpha ?? 1;
  const hex = culori.formatHex(parsed);
  return hex === undefined || alpha < 0.05 ? null : { hex, alpha };
}

/** Every colour in a value such as `background`, those of gradients included. */
export function colorsIn(value: string, context: ColorContext): PaintedColor[] {
  const found: PaintedColor[] = [];
  for (const part of words(value)) {
    const [, name, inner] = rootOfFunction.exec(part) ?? [];
    if (name?.endsWith("gradient") === true) {
      // The same surface, shared by the gradient's stops.
      const stops = splitList(inner!).flatMap((stop) => colorsIn(stop, context));
      found.push(...stops.slice(0, 8));
    } else if (name !== "url" && name !== "image-set" && name !== "-webkit-image-set") {
      const color = colorOf(part, context);
      if (color) found.push(color);
    }
  }
  return found;
}

/** The words of a value, split at blanks, commas and slashes outside of brackets. */
export function words(value: string): string[] {
  const found: string[] = [];
  let word = "";
  let depth = 0;
  for (const sign of value) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (depth <= 0 && /[\s,/]/.test(sign)) {
      if (word !== "") found.push(word);
      word = "";
    } else word += sign;
  }
  if (word !== "") found.push(word);
  return found;
}

function parsedColor(value: string, context: ColorContext, depth: number): ParsedColor | null {
  const text = value.trim().toLowerCase();
  if (text === "" || text.length > 500 || depth > maxDepth) return null;
  if (text === "currentcolor") {
    const ink = context.currentColor();
    return ink ? { ...culori.parse(ink.hex)!, alpha: ink.alpha } : null;
  }
  const [, name, inner] = rootOfFunction.exec(text) ?? [];
  if (name === "light-dark") {
    return parsedColor(splitList(inner!)[context.isDark ? 1 : 0] ?? "", context, depth + 1);
  }
  if (name === "color-mix") return mixed(splitList(inner!), context, depth + 1);
  const [, base, channels] = /^from\s+(.*?\)|\S+)\s+(.*)$/s.exec(inner ?? "") ?? [];
  if (name !== undefined && base !== undefined) {
    return relative({ space: name, base, channels: channels! }, context, depth + 1);
  }
  return safely(calculated(text));
}

/** `color-mix(in oklab, red 30%, blue)` (CSS Color 5, section 2). */
function mixed(parts: string[], context: ColorContext, depth: number): ParsedColor | null {
  const [, space = "oklab"] = /^in\s+([a-z0-9-]+)/.exec(parts[0] ?? "") ?? [];
  const [a, b] = parts.slice(1, 3).map((part) => {
    const [, share] = /\s(-?[\d.]+)%\s*$/.exec(calculated(part)) ?? [];
    const text = part.replace(/\s(-?[\d.]+|calc\([^)]*\))%?\s*$/, "").trim();
    const color = parsedColor(text, context, depth);
    // Mixed with nothing a colour is only thinner.
    const visibleColor = color?.alpha === 0 ? null : color;
    return { color: visibleColor, share: share === undefined ? null : Number(share) };
  });
  if (!a || !b) return null;
  const shareB = b.share ?? 100 - (a.share ?? 50);
  const shareA = a.share ?? 100 - shareB;
  const whole = shareA + shareB;
  if (whole <= 0) return null;
  if (a.color && b.color) {
    return culori.interpolate(
      [a.color, b.color],
      spaceOf(space) as "oklab",
    )(shareB / whole) as ParsedColor;
  }
  if (a.color) return thinner(a.color, shareA / whole);
  return b.color && thinner(b.color, shareB / whole);
}

function thinner(color: ParsedColor, share: number): ParsedColor {
  return { ...color, alpha: (color.alpha ?? 1) * share };
}

/** `oklch(from red l c h / 50%)` (CSS Color 5, section 4). */
function relative(
  relative: { space: string; base: string; channels: string },
  context: ColorContext,
  depth: number,
): ParsedColor | null {
  const base = parsedColor(relative.base, context, depth);
  const name = relative.space.replace(/a$/, "");
  const names = channelNames[name];
  if (!base || !names) return null;
  const converted = culori.converter(spaceOf(name) as "rgb")(base);
  const valueOf = (channel: string): number => {
    const value: unknown = Reflect.get(converted, channel);
    return typeof value === "number" ? value : 0;
  };
  const values = new Map(names.map((each) => [each, channelText(name, each, valueOf(each))]));
  values.set("alpha", String(base.alpha ?? 1));
  const filled = relative.channels.replaceAll(
    /(?<![\w-])(alpha|[a-z])(?![\w-])/g,
    (word: string) => values.get(word) ?? word,
  );
  return safely(calculated(`${name}(${filled})`));
}

/** The number that a channel's name stands for. */
function channelText(space: string, channel: string, value: number): string {
  if (space === "rgb") return String(value * 255);
  return (space === "hsl" || space === "hwb") && channel !== "h"
    ? `${value * 100}%`
    : String(value);
}

function spaceOf(name: string): string {
  return name === "srgb" ? "rgb" : name === "srgb-linear" ? "lrgb" : name;
}

function safely(text: string): ParsedColor | null {
  try {
    return culori.parse(text) ?? null;
  } catch {
    return null;
  }
}
