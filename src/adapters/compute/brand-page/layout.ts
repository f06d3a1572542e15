import type { StyledElement } from "./cascade.ts";
import { pixels } from "./media-query.ts";

/**
 * Estimates the share of a page that an element takes, without a layout: its content is counted in
 * characters, everything else in what would take as much room.
 */
export interface Room {
  /** Share of the page, 0–1. */
  area: number;
  /** Characters of its own text. */
  ownText: number;
}

/** The size of things in characters of text: pictures, controls, and a line's worth for each box. */
const pictureSize = 300;
const controlSize = 40;
const boxSize = 4;
/** Room of one character in square pixels, and the width of the screen: for paddings and heights. */
const characterArea = 140;
const screenWidthPx = 1280;

/** The room of each element that is shown; hidden ones are left out. */
export function roomOf(all: readonly StyledElement[]): Map<StyledElement, Room> {
  const root = all[0];
  const rooms = new Map<StyledElement, Room>();
  if (!root) return rooms;
  const displayed = all.filter((each) => each === root || !isHidden(each));
  const visible = new Set<StyledElement>();
  for (const each of displayed) if (!each.parent || visible.has(each.parent)) visible.add(each);
  const sizes = new Map<StyledElement, number>();
  // From the leaves up: in the page's order every element comes before its children.
  for (const each of [...visible].toReversed()) {
    const inside = each.children.reduce((sum, child) => sum + (sizes.get(child) ?? 0), 0);
    sizes.set(each, inside + ownSize(each));
  }
  const whole = sizes.get(root) || 1;
  for (const each of visible) {
    rooms.set(each, { area: sizes.get(each)! / whole, ownText: ownTextOf(each).length });
  }
  return rooms;
}

function isHidden(styled: StyledElement): boolean {
  const { attribs, name } = styled.element;
  if (attribs["hidden"] !== undefined || name === "noscript") return true;
  if (name === "dialog" && attribs["open"] === undefined) return true;
  return /^none\b/i.test(styled.own("display") ?? "") || styled.own("visibility") === "hidden";
}

function ownSize(styled: StyledElement): number {
  const { name } = styled.element;
  if (/^(img|picture|video|svg|canvas)$/.test(name)) return pictureSize;
  const base = /^(button|input|select|textarea)$/.test(name) ? controlSize : boxSize;
  return base + ownTextOf(styled).length + roomPx(styled) / characterArea;
}

/** Returns the area that paddings and a set height add, in square pixels of a box as wide as the screen. */
function roomPx(styled: StyledElement): number {
  const tall = ["min-height", "height"].map((name) => pixels(styled.own(name) ?? "") ?? 0);
  const padding = ["padding-top", "padding-bottom"].map((name) => pixels(styled.own(name) ?? ""));
  const [around] = (styled.own("padding") ?? styled.own("padding-block") ?? "").split(/\s+/);
  const each = pixels(around ?? "") ?? 0;
  const padded = (padding[0] ?? each) + (padding[1] ?? each);
  // A padding of a few pixels belongs to a button, not to a band.
  const height = Math.max(...tall, padded >= 48 ? padded : 0);
  return Math.min(height, 2000) * screenWidthPx;
}

/** The text that stands in the element itself. */
export function ownTextOf({ element }: StyledElement): string {
  let text = "";
  for (const child of element.children) if (child.type === "text") text += child.data;
  return text.replaceAll(/\s+/g, " ").trim();
}
