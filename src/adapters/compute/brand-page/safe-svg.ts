import { fail } from "../../../base/contract/fail.ts";

/** Largest drawing of a web page, and its parts. */
const pageBounds = { bytes: 512 * 1024, elements: 5000 };
const maxUses = 50;

/** The elements that a drawing may contain: shapes, text and paint; nothing that loads, runs or multiplies. */
const elements: ReadonlySet<string> = new Set([
  "svg",
  "g",
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
  "text",
  "tspan",
  "defs",
  "symbol",
  "use",
  "linearGradient",
  "radialGradient",
  "stop",
  "clipPath",
  "mask",
  "style",
  "title",
]);
const attribute =
  /^(xmlns|id|class|d|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|fx|fy|width|height|viewBox|preserveAspectRatio|points|transform|fill|fill-.*|stroke|stroke-.*|opacity|color|style|offset|stop-.*|gradient.*|spreadMethod|clip-.*|clipPathUnits|mask|maskUnits|font-.*|text-anchor|dx|dy|href|xlink:href|display|visibility)$/;
/** References to anything but the drawing's own parts, and sheets' ways of loading. */
const loads = /@import|url\(\s*["']?(?!#)|expression\s*\(|javascript:/i;

/**
 * Returns the drawing with a size, and without any part that could load, run or multiply. Throws
 * `input_unreadable` for anything but an SVG and for one that is too large.
 */
export async function safeSvg(bytes: Uint8Array, most = pageBounds): Promise<string> {
  const { $, root } = await parsed(bytes, most.bytes);
  let uses = 0;
  const waiting = [root[0]!];
  for (let count = 1, next = waiting.pop(); next; count += 1, next = waiting.pop()) {
    if (count > most.elements)
      throw fail("input_unreadable", "drawing: has too many elements. Simplify it");
    keepSafe(next.attribs);
    for (const child of next.children.slice()) {
      if (child.type === "text") {
        if (next.name === "style" && loads.test(child.data)) child.data = "";
        continue;
      }
      const isElement = child.type === "tag" || child.type === "style";
      if (isElement && child.name === "use") uses += 1;
      if (isElement && elements.has(child.name) && uses <= maxUses) waiting.push(child);
      else $(child).remove();
    }
  }
  // One that draws others that draw others grows without end.
  $("symbol use, g[id] use, defs use").remove();
  return sized($.xml(root), root.attr("viewBox"), root.attr("width"), root.attr("height"));
}

async function parsed(bytes: Uint8Array, mostBytes: number) {
  if (bytes.length > mostBytes) {
    const message = `drawing: is larger than ${mostBytes / 1024} KiB. Use a smaller one`;
    throw fail("input_unreadable", message);
  }
  const { load } = await import("cheerio");
  const $ = load(new TextDecoder().decode(bytes), { xml: { xmlMode: true } });
  const root = $("svg").first();
  if (root.length === 0)
    throw fail("input_unreadable", "drawing: is not SVG. Use an SVG, JPEG, PNG or WebP");
  return { $, root };
}

/** Removes everything but shapes and paint, and references outside of the drawing. */
function keepSafe(attribs: Record<string, string>): void {
  for (const [name, value] of Object.entries(attribs)) {
    const isReference = name.endsWith("href");
    const isOwn = !isReference || value.startsWith("#");
    if (!attribute.test(name) || loads.test(value) || !isOwn) delete attribs[name];
  }
}

/** A drawing without a size is as large as its view box. */
// oxlint-disable-next-line max-params -- the attributes of one element
function sized(text: string, viewBox?: string, width?: string, height?: string): string {
  const isLength = (each: string | undefined): boolean => /^[\d.]+(px)?$/.test(each ?? "");
  const namespace = text.includes('xmlns="') ? "" : ' xmlns="http://www.w3.org/2000/svg"';
  const [, , w = 200, h = 60] = (viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const size =
    isLength(width) && isLength(height) ? "" : ` width="${w || 200}" height="${h || 60}"`;
  const bare =
    size === ""
      ? text
      : text
          .replace(/^(<svg[^>]*?)\s+width="[^"]*"/, "$1")
          .replace(/^(<svg[^>]*?)\s+height="[^"]*"/, "$1");
  return bare.replace(/^<svg/, `<svg${namespace}${size}`);
}
