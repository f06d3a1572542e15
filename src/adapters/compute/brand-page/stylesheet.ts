import { type CssNode, generate, type List, parse, type StyleSheet } from "css-tree";
import { mediaHolds } from "./media-query.ts";
import { resolveNested, splitList } from "./selector.ts";

/** One declaration that matters here. */
export interface Declaration {
  property: string;
  value: string;
  important: boolean;
}

/** A rule that holds on the screen: one selector with its declarations. */
export interface StyleRule {
  selector: string;
  declarations: readonly Declaration[];
  /** Later layers win, and rules without a layer win over all. */
  layer: number;
  order: number;
}

/** A font that a sheet brings. */
export interface FontFace {
  family: string;
  /** At least one source is a file. */
  isFile: boolean;
}

/** Rules of a page at most; what comes later is left out. */
const maxRules = 60_000;
/** Nesting of rules that is followed. */
const maxDepth = 16;

/** Properties for colours, fonts, sizes and visibility, besides custom ones. */
const relevantProperty =
  /^(--.+|color|background|background-color|background-image|fill|stroke|border-color|border-bottom-color|font|font-family|display|visibility|color-scheme|min-height|height|padding|padding-top|padding-bottom|padding-block)$/;

/** Collects the rules of sheets in the order of the cascade. */
export class SheetRules {
  readonly rules: StyleRule[] = [];
  readonly fontFaces: FontFace[] = [];
  readonly #layers = new Map<string, number>();
  #base = "";

  /** Adds a sheet after the previous ones; `base` resolves its addresses. It skips broken parts as browsers do. */
  add(text: string, how: { base: string; media?: string; layer?: string | null }): void {
    if (!mediaHolds(how.media ?? "")) return;
    this.#base = how.base;
    let tree: CssNode;
    try {
      tree = parse(text, {
        parseValue: false,
        parseRulePrelude: false,
        parseAtrulePrelude: false,
        parseCustomProperty: false,
        onParseError: () => undefined,
      });
    } catch {
      return;
    }
    const layer = how.layer ?? null;
    if (layer !== null) this.#layerOf(layer);
    this.#children((tree as StyleSheet).children, { layer, parents: null, depth: 0 });
  }

  #children(nodes: List<CssNode>, at: RuleScope): void {
    if (at.depth > maxDepth) return;
    nodes.forEach((node) => {
      if (node.type === "Rule") this.#rule(node, at);
      else if (node.type === "Atrule") this.#atrule(node, at);
    });
  }

  #rule(node: Extract<CssNode, { type: "Rule" }>, at: RuleScope): void {
    const own = splitList(generate(node.prelude));
    const selectors = at.parents ? resolveNested(at.parents, own) : own;
    const declarations = declarationsOf(node.block.children, this.#base);
    if (declarations.length > 0) {
      for (const selector of selectors) this.#push(selector, declarations, at.layer);
    }
    this.#children(node.block.children, { ...at, parents: selectors, depth: at.depth + 1 });
  }

  #push(selector: string, declarations: readonly Declaration[], layer: string | null): void {
    if (this.rules.length >= maxRules) return;
    const order = this.rules.length;
    this.rules.push({ selector, declarations, layer: this.#layerOf(layer), order });
  }

  #atrule(node: Extract<CssNode, { type: "Atrule" }>, at: RuleScope): void {
    const prelude = node.prelude === null ? "" : generate(node.prelude);
    const name = node.name.toLowerCase();
    if (name === "layer" && !node.block) {
      for (const each of prelude.split(",")) this.#layerOf(nested(at.layer, each.trim()));
      return;
    }
    if (!node.block) return;
    if (name === "font-face") this.#fontFace(node.block.children);
    const layer = this.#inside(name, prelude, at.layer);
    if (layer === undefined) return;
    const inside = { ...at, layer, depth: at.depth + 1 };
    const declarations = at.parents ? declarationsOf(node.block.children, this.#base) : [];
    if (declarations.length > 0) {
      for (const selector of at.parents!) this.#push(selector, declarations, layer);
    }
    this.#children(node.block.children, inside);
  }

  /** The layer of what stands in an at-rule that holds; undefined for one that does not. */
  #inside(name: string, prelude: string, layer: string | null): string | null | undefined {
    switch (name) {
      case "media":
        return mediaHolds(prelude) ? layer : undefined;
      case "supports":
        return /^\s*not\b/i.test(prelude) ? undefined : layer;
      case "container":
      case "scope":
        return layer;
      case "layer": {
        const layerName = nested(layer, prelude.trim() || `anonymous-${this.#layers.size}`);
        this.#layerOf(layerName);
        return layerName;
      }
      default:
        return undefined;
    }
  }

  #fontFace(nodes: List<CssNode>): void {
    const values = new Map<string, string>();
    nodes.forEach((node) => {
      if (node.type === "Declaration") values.set(node.property.toLowerCase(), valueOf(node));
    });
    const family = unquoted(values.get("font-family") ?? "");
    if (family === "" || this.fontFaces.length >= 500) return;
    this.fontFaces.push({ family, isFile: /url\(/i.test(values.get("src") ?? "") });
  }

  /** Its place among the layers by first mention; infinity outside of all. */
  #layerOf(name: string | null): number {
    if (name === null) return Infinity;
    const known = this.#layers.get(name);
    if (known !== undefined) return known;
    this.#layers.set(name, this.#layers.size);
    return this.#layers.size - 1;
  }
}

interface RuleScope {
  layer: string | null;
  parents: string[] | null;
  depth: number;
}

/** The declarations of a `style` attribute; its addresses are relative to the page. */
export function inlineDeclarations(text: string): Declaration[] {
  try {
    const block = parse(text, { context: "declarationList", parseValue: false });
    return block.type === "DeclarationList" ? declarationsOf(block.children) : [];
  } catch {
    return [];
  }
}

function declarationsOf(nodes: List<CssNode>, base = ""): Declaration[] {
  const found: Declaration[] = [];
  nodes.forEach((node) => {
    if (node.type !== "Declaration") return;
    const isCustom = node.property.startsWith("--");
    const property = isCustom ? node.property : node.property.toLowerCase();
    if (!relevantProperty.test(property)) return;
    const value = withAddresses(valueOf(node), base);
    if (value.length > 2000) return;
    found.push({ property, value, important: node.important !== false });
  });
  return found;
}

function valueOf(node: Extract<CssNode, { type: "Declaration" }>): string {
  return (node.value.type === "Raw" ? node.value.value : generate(node.value)).trim();
}

/** The value with its addresses made absolute: they count from the sheet, not from the page. */
function withAddresses(value: string, base: string): string {
  if (base === "" || !value.includes("url(")) return value;
  return value.replaceAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')]*))\s*\)/g, (whole, ...parts) => {
    const address = (parts.slice(0, 3) as (string | undefined)[]).find(
      (part) => part !== undefined,
    );
    const isWhole = address === undefined || /^(data:|#)/i.test(address.trim());
    if (isWhole || !URL.canParse(address, base)) return whole as string;
    return `url("${new URL(address, base).href}")`;
  });
}

function nested(outer: string | null, name: string): string {
  return outer === null ? name : `${outer}.${name}`;
}

/** A family name without its quotes. */
export function unquoted(text: string): string {
  return text
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .replaceAll("\\", "")
    .trim();
}
