/** The screen that pages are read for: a laptop's, in light colours. */
const screen = { widthPx: 1280, heightPx: 800, emPx: 16 } as const;

const falseFeatures =
  /prefers-color-scheme\s*:\s*dark|prefers-contrast\s*:\s*more|prefers-reduced-motion\s*:\s*reduce|forced-colors\s*:\s*active|orientation\s*:\s*portrait|hover\s*:\s*none|pointer\s*:\s*coarse|display-mode\s*:\s*(standalone|fullscreen)|monochrome(?!\s*:\s*0)|-ms-high-contrast/;

/** True when a media query list holds on that screen; unknown queries hold. */
export function mediaHolds(list: string): boolean {
  const text = list.trim().toLowerCase();
  return text === "" || text.split(",").some(queryHolds);
}

function queryHolds(query: string): boolean {
  const isNegated = /^\s*not\s/.test(query);
  const holds = typeHolds(query) && !falseFeatures.test(query) && sizesHold(query);
  return isNegated ? !holds : holds;
}

function typeHolds(query: string): boolean {
  const [, type] = /^\s*(?:only\s+|not\s+)?([a-z]+)(?:\s|$)/.exec(query) ?? [];
  return type === undefined || type === "all" || type === "screen";
}

function sizesHold(query: string): boolean {
  const limits = query.matchAll(/\((min|max)-(?:device-)?(width|height)\s*:\s*([^)]*)\)/g);
  for (const [, bound, axis, length] of limits) {
    const limit = pixels(length!);
    const size = sizeOf(axis!);
    if (limit !== null && (bound === "min" ? size < limit : size > limit)) return false;
  }
  const ranges = query.matchAll(/\((width|height)\s*(<=|>=|<|>)\s*([\d.]+[a-z]*)\)/g);
  for (const [, axis, sign, length] of ranges) {
    if (!compares(sizeOf(axis!), sign!, pixels(length!))) return false;
  }
  const between = query.matchAll(
    /\(([\d.]+[a-z]*)\s*(<=|<)\s*(width|height)(?:\s*(<=|<)\s*([\d.]+[a-z]*))?\)/g,
  );
  for (const [, low, first, axis, second, high] of between) {
    const size = sizeOf(axis!);
    if (!compares(size, first === "<" ? ">" : ">=", pixels(low!))) return false;
    if (second !== undefined && !compares(size, second, pixels(high!))) return false;
  }
  return true;
}

function sizeOf(axis: string): number {
  return axis === "width" ? screen.widthPx : screen.heightPx;
}

function compares(size: number, sign: string, limit: number | null): boolean {
  if (limit === null) return true;
  if (sign === "<") return size < limit;
  if (sign === "<=") return size <= limit;
  return sign === ">" ? size > limit : size >= limit;
}

/** A length in pixels; null for unknown units. */
export function pixels(text: string): number | null {
  const [, number, unit] = /^\s*(-?[\d.]+)(px|r?em|vh|svh|dvh|lvh|vw|%)?\s*$/i.exec(text) ?? [];
  if (number === undefined) return null;
  const value = Number(number);
  if (Number.isNaN(value)) return null;
  switch ((unit ?? "px").toLowerCase()) {
    case "px":
      return value;
    case "em":
    case "rem":
      return value * screen.emPx;
    case "vw":
      return (value * screen.widthPx) / 100;
    case "%":
      return null;
    default:
      return (value * screen.heightPx) / 100;
  }
}
