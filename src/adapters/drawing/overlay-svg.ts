import type { PointNorm } from "../../base/contract/geometry.ts";
import type { Overlay } from "../../perception/core/vision-port.ts";

/** Colours that stand out on day and night pictures; every stroke and letter has a dark edge. */
const calmColour = "#3ddc97";
const alertColour = "#ff4d4d";
const zoneColour = "#ffd166";
const edgeColour = "#101418";
/** Most shapes drawn on one picture; further ones are left out. */
const maxShapes = 200;
/** Longest label in characters; longer ones are cut. */
const maxTextChars = 80;

/**
 * The overlay as an SVG of the picture's size. Every text is escaped and cut to 80 characters, every
 * number is finite, so that names that users chose cannot change the drawing.
 */
export function overlaySvg(overlay: Overlay, widthPx: number, heightPx: number): string {
  const scale = Math.max(1, widthPx / 640);
  const draw: Drawing = { widthPx, heightPx, scale };
  const parts = [
    ...overlay.zones.slice(0, maxShapes).map((zone) => zoneSvg(zone, draw)),
    ...overlay.boxes.slice(0, maxShapes).map((box) => boxSvg(box, draw)),
    overlay.caption === undefined ? "" : captionSvg(overlay.caption, draw),
  ];
  const size = `width="${widthPx}" height="${heightPx}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join("")}</svg>`;
}

/** True when there is nothing to draw. */
export function isEmptyOverlay(overlay: Overlay): boolean {
  return overlay.boxes.length === 0 && overlay.zones.length === 0 && overlay.caption === undefined;
}

interface Drawing {
  widthPx: number;
  heightPx: number;
  scale: number;
}

function zoneSvg(zone: Overlay["zones"][number], draw: Drawing): string {
  const points = zone.polygonNorm ?? zone.lineNorm ?? [];
  const [first] = points;
  if (!first) return "";
  const colour = zone.alert ? alertColour : zoneColour;
  const tag = zone.polygonNorm ? "polygon" : "polyline";
  const list = points.map((point) => pointPx(point, draw).join(",")).join(" ");
  const fill = zone.polygonNorm ? `fill="${colour}" fill-opacity="0.12"` : `fill="none"`;
  const [x, y] = pointPx(first, draw);
  return (
    stroked(`<${tag} points="${list}" ${fill}`, colour, draw) +
    text(zone.name, { x: x + 3 * draw.scale, y: y + 13 * draw.scale, colour }, draw)
  );
}

function boxSvg(box: Overlay["boxes"][number], draw: Drawing): string {
  const [x1, y1] = pointPx([box.boxNorm[0], box.boxNorm[1]], draw);
  const [x2, y2] = pointPx([box.boxNorm[2], box.boxNorm[3]], draw);
  const colour = box.alert ? alertColour : calmColour;
  const place = `x="${x1}" y="${y1}" width="${round(x2 - x1)}" height="${round(y2 - y1)}"`;
  const above = y1 - 4 * draw.scale;
  const y = above > 12 * draw.scale ? above : y1 + 13 * draw.scale;
  return (
    stroked(`<rect ${place} fill="none"`, colour, draw) +
    text(box.label, { x: x1, y, colour }, draw)
  );
}

function captionSvg(caption: string, draw: Drawing): string {
  const height = round(20 * draw.scale);
  const top = draw.heightPx - height;
  const bar = `<rect x="0" y="${top}" width="${draw.widthPx}" height="${height}" fill="${edgeColour}" fill-opacity="0.6"/>`;
  return (
    bar +
    text(caption, { x: 6 * draw.scale, y: draw.heightPx - 6 * draw.scale, colour: "#ffffff" }, draw)
  );
}

/** The shape twice: a wide dark line below a narrow bright one. */
function stroked(open: string, colour: string, draw: Drawing): string {
  const wide = round(4 * draw.scale);
  const narrow = round(2 * draw.scale);
  return `${open} stroke="${edgeColour}" stroke-opacity="0.7" stroke-width="${wide}"/>${open} stroke="${colour}" stroke-width="${narrow}"/>`;
}

function text(
  value: string,
  at: { x: number; y: number; colour: string },
  { scale }: Drawing,
): string {
  if (value === "") return "";
  const place = `x="${round(at.x)}" y="${round(at.y)}"`;
  const font = `font-family="DejaVu Sans, sans-serif" font-size="${round(12 * scale)}"`;
  const edge = `fill="none" stroke="${edgeColour}" stroke-width="${round(3 * scale)}"`;
  const words = escapeXml(value);
  // The dark edge lies below the letters, so that it does not make them thinner.
  return (
    `<text ${place} ${font} ${edge} stroke-linejoin="round">${words}</text>` +
    `<text ${place} ${font} fill="${at.colour}">${words}</text>`
  );
}

function pointPx([x, y]: PointNorm, { widthPx, heightPx }: Drawing): [number, number] {
  return [round(x * widthPx), round(y * heightPx)];
}

function round(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 10) / 10 : 0;
}

/** Text for XML: cut, control characters out, the five special characters as entities. */
export function escapeXml(value: string): string {
  return value
    .slice(0, maxTextChars)
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
