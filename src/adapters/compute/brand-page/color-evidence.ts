import type { CheerioAPI } from "cheerio";
import type { ColorEvidence, ColorUse } from "../../../media/brands/page-port.ts";
import type { StyledElement } from "./cascade.ts";
import { type ColorContext, colorOf, colorsIn, type PaintedColor } from "./css-color.ts";
import type { Room } from "./layout.ts";
import { actionWeight, isAction, isBand, isForeign, textRole } from "./part-of-page.ts";

/** Evidence that is handed on at most. */
const maxEvidence = 400;

/** Names of custom properties for main colours, without the part that names their object. */
const variableName =
  /^--(?:[a-z0-9]+-)*?(primary|brand|accent|secondary|theme|main)(?:-(?:color|colour|base|default|main|500|600|background|bg|\d))?$/i;
const shadeName =
  /(hover|active|focus|disabled|light|dark|contrast|content|foreground|text|border|shadow|outline|rgb|subtle|inverse|on-|-on|-fg)/i;

/** Collects how each colour is used on a page. */
export class ColorCollector {
  readonly #found = new Map<string, ColorEvidence>();
  readonly #isDark: boolean;

  constructor(root: StyledElement | undefined) {
    this.#isDark = /^(only\s+)?dark\b/.test(root?.own("color-scheme") ?? "");
  }

  /** All that was found, the heaviest first. */
  result(): ColorEvidence[] {
    return [...this.#found.values()].toSorted((a, b) => b.weight - a.weight).slice(0, maxEvidence);
  }

  /** Collects the painted parts: surfaces, bands, buttons, links and ink. */
  addPainted(rooms: ReadonlyMap<StyledElement, Room>): void {
    this.#addBareCanvas(rooms);
    const letters = [...rooms.values()].reduce((sum, { ownText }) => sum + ownText, 0) || 1;
    for (const [styled, room] of rooms) {
      const isCanvas = styled.element.name === "body" || styled.element.name === "html";
      const colors = this.backgrounds(styled);
      const own = colors.length === 0 ? 0 : room.area - this.#paintedOver(styled, rooms);
      for (const { hex, alpha } of colors) {
        const share = alpha / colors.length;
        if (isCanvas) this.#note(hex, "canvas", Math.max(own, 0.01) * share);
        else if (isAction(styled)) this.#note(hex, "action", actionWeight(styled) * share);
        else if (!isForeign(styled)) {
          this.#note(hex, isBand(styled) ? "band" : "surface", Math.max(own, 0.001) * share);
        }
      }
      if (room.ownText > 0 && !isForeign(styled)) this.#addInk(styled, room.ownText / letters);
    }
  }

  /** Adds the background that browsers paint by default. */
  #addBareCanvas(rooms: ReadonlyMap<StyledElement, Room>): void {
    const canvas = [...rooms]
      .slice(0, 2)
      .filter(([{ element }]) => /^(html|body)$/.test(element.name));
    const [root] = canvas;
    if (!root || canvas.some(([styled]) => this.backgrounds(styled).length > 0)) return;
    const bare = root[1].area - this.#paintedOver(root[0], rooms);
    this.#note(this.#isDark ? "#121212" : "#ffffff", "canvas", Math.max(bare, 0.01));
  }

  /** The colours behind an element, as the cascade leaves them. */
  backgrounds(styled: StyledElement): PaintedColor[] {
    const context = this.contextOf(styled);
    const property = styled.stronger("background-color", "background");
    const flat = property === undefined ? [] : colorsIn(styled.own(property) ?? "", context);
    const image = styled.own("background-image");
    return image !== undefined && /gradient\(/.test(image) ? colorsIn(image, context) : flat;
  }

  /** Adds the colours that the head declares: `theme-color` and its older relatives. */
  addTheme($: CheerioAPI): void {
    const context = { currentColor: () => null, isDark: this.#isDark };
    const said = [
      $('meta[name="theme-color" i]:not([media*="dark"])').first().attr("content"),
      $('meta[name="msapplication-TileColor" i]').first().attr("content"),
      $('link[rel="mask-icon" i]').first().attr("color"),
    ];
    for (const text of said) {
      const color = colorOf(text ?? "", context);
      if (color) this.#note(color.hex, "theme", 1);
    }
  }

  /** Custom properties of the root whose names tell a main colour. */
  addVariables(roots: readonly StyledElement[]): void {
    for (const root of roots) {
      for (const [name, value] of root.variables()) {
        const [, word] = variableName.exec(name) ?? [];
        if (word === undefined || value === undefined || shadeName.test(name)) continue;
        const color = this.#bareColor(value, root);
        const named = /secondary|accent/i.test(word) ? word.toLowerCase() : "primary";
        if (color) {
          this.#note(color.hex, "variable", 1, named as NonNullable<ColorEvidence["named"]>);
        }
      }
    }
  }

  contextOf(styled: StyledElement): ColorContext {
    const currentColor = (): PaintedColor | null => {
      const context = { currentColor: () => null, isDark: this.#isDark };
      return colorOf(styled.inherited("color") ?? "", context);
    };
    return { currentColor, isDark: this.#isDark };
  }

  /** Also the bare numbers of `--primary: 222 47% 11%` and `--primary-rgb: 13, 110, 253`. */
  #bareColor(value: string, root: StyledElement): PaintedColor | null {
    const context = this.contextOf(root);
    const color = colorOf(value, context);
    if (color) return color;
    if (/^[\d.]+(deg)?[\s,]+[\d.]+%[\s,]+[\d.]+%$/.test(value))
      return colorOf(`hsl(${value})`, context);
    const isRgb = /^\d{1,3}([\s,]+\d{1,3}){2}$/.test(value);
    return isRgb ? colorOf(`rgb(${value})`, context) : null;
  }

  #addInk(styled: StyledElement, share: number): void {
    const color = this.contextOf(styled).currentColor();
    if (!color) return;
    const role = textRole(styled);
    if (role === "button") return;
    const isLink = styled.element.name === "a" && styled.element.attribs["href"] !== undefined;
    const use = role === "heading" ? "heading" : isLink ? "link" : "text";
    this.#note(color.hex, use, share * color.alpha);
  }

  /** Area of the element that its children do not cover. */
  #paintedOver(styled: StyledElement, rooms: ReadonlyMap<StyledElement, Room>): number {
    let sum = 0;
    const waiting = [...styled.children];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const room = rooms.get(next);
      if (!room) continue;
      if (next.own("background-color") !== undefined || next.own("background") !== undefined) {
        if (this.backgrounds(next).some(({ alpha }) => alpha > 0.5)) {
          sum += room.area;
          continue;
        }
      }
      waiting.push(...next.children);
    }
    return sum;
  }

  // oxlint-disable-next-line max-params -- a note reads best on one line
  #note(hex: string, use: ColorUse, weight: number, named?: ColorEvidence["named"]): void {
    const key = `${hex} ${use} ${named ?? ""}`;
    const known = this.#found.get(key);
    if (known) known.weight += weight;
    else this.#found.set(key, { hex, use, weight, ...(named ? { named } : {}) });
  }
}
