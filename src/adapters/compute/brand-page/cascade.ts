import type { CheerioAPI } from "cheerio";
import { closing } from "./css-calc.ts";
import { readySelector } from "./selector.ts";
import { type Declaration, inlineDeclarations, type SheetRules } from "./stylesheet.ts";

/** An element of a parsed page. */
export type Element = NonNullable<ReturnType<typeof rootOf>>;

/** Elements to read, in the order of the page, and their depth. */
const maxElements = 8000;
const maxDepth = 200;
/** Time for matching selectors; it skips further rules, so that a heavy page still has a result. */
const matchMs = 8000;
/** The longest value of custom properties while they are substituted. */
const maxValueLength = 2000;
const maxVariableDepth = 12;

interface Won {
  value: string;
  important: boolean;
  layer: number;
  specificity: number;
  order: number;
}

/** An element with its declarations of the sheets. */
export class StyledElement {
  readonly element: Element;
  readonly parent: StyledElement | null;
  readonly children: StyledElement[] = [];
  readonly #own = new Map<string, Won>();

  constructor(element: Element, parent: StyledElement | null) {
    this.element = element;
    this.parent = parent;
  }

  /** Notes a declaration; the strongest of each property stays. */
  declare({ property, value, important }: Declaration, by: Omit<Won, "value" | "important">): void {
    const old = this.#own.get(property);
    if (old && !isStronger({ important, ...by }, old)) return;
    this.#own.set(property, { value, important, ...by });
  }

  /** The element's own value with its variables put in; undefined without a declaration. */
  own(property: string): string | undefined {
    const won = this.#own.get(property);
    return won && this.#filled(won.value);
  }

  /** The value of the element or of the nearest one around it. */
  inherited(property: string): string | undefined {
    const value = this.own(property);
    if (value !== undefined && !/^(inherit|unset|revert|revert-layer)$/i.test(value)) return value;
    return this.parent?.inherited(property);
  }

  /** Returns the more strongly declared of two properties, for a shorthand and its longhand. */
  stronger(one: string, other: string): string | undefined {
    const a = this.#own.get(one);
    const b = this.#own.get(other);
    if (!a || !b) return a ? one : b ? other : undefined;
    return isStronger(a, b) ? one : other;
  }

  /** Custom properties declared here, in order. */
  variables(): [name: string, value: string | undefined][] {
    const names = [...this.#own.keys()].filter((name) => name.startsWith("--"));
    return names.map((name) => [name, this.own(name)]);
  }

  /** The text with each `var()` replaced; undefined when one has no value. */
  #filled(text: string, depth = 0): string | undefined {
    let out = text;
    for (let round = 0; round < 40; round += 1) {
      const found = /(?<![\w-])var\(/i.exec(out);
      if (!found) return out;
      const open = found.index + found[0].length - 1;
      const end = closing(out, open);
      if (end < 0 || depth > maxVariableDepth) return undefined;
      const inner = out.slice(open + 1, end);
      const comma = inner.indexOf(",");
      const name = (comma < 0 ? inner : inner.slice(0, comma)).trim();
      const fallback = comma < 0 ? undefined : inner.slice(comma + 1);
      const value =
        this.#variable(name, depth + 1) ??
        (fallback === undefined ? undefined : this.#filled(fallback, depth + 1));
      if (value === undefined) return undefined;
      out = out.slice(0, found.index) + value + out.slice(end + 1);
      if (out.length > maxValueLength) return undefined;
    }
    return undefined;
  }

  #variable(name: string, depth: number): string | undefined {
    const won = this.#own.get(name);
    if (!won || /^(inherit|unset)$/i.test(won.value)) {
      return this.parent ? this.parent.#variable(name, depth) : undefined;
    }
    return /^initial$/i.test(won.value) ? undefined : this.#filled(won.value, depth);
  }
}

function isStronger(one: Omit<Won, "value">, other: Omit<Won, "value">): boolean {
  if (one.important !== other.important) return one.important;
  if (one.layer !== other.layer) return one.layer > other.layer;
  if (one.specificity !== other.specificity) return one.specificity > other.specificity;
  return one.order >= other.order;
}

/** The page's elements in order, each with what holds for it. The first is the root. */
export function styledPage($: CheerioAPI, sheets: SheetRules): StyledElement[] {
  const all = elementsOf($);
  const index = new PageIndex(all);
  const endMs = performance.now() + matchMs;
  for (const rule of sheets.rules) {
    if (performance.now() > endMs) break;
    const ready = readySelector(rule.selector);
    if (!ready || !index.has(ready.needs)) continue;
    const candidates = index.candidates(ready.key);
    if (candidates.length === 0) continue;
    const { layer, order } = rule;
    const by = { layer, order, specificity: ready.specificity };
    for (const element of matching($, candidates, ready.text)) {
      const styled = index.of(element)!;
      for (const declaration of rule.declarations) styled.declare(declaration, by);
    }
  }
  for (const styled of all) declareAttributes(styled);
  return all;
}

function matching($: CheerioAPI, candidates: Element[], selector: string): Element[] {
  try {
    return $(candidates).filter(selector).toArray();
  } catch {
    // A selector that is newer than the matcher, or none at all: browsers skip those too.
    return [];
  }
}

function rootOf($: CheerioAPI) {
  return $("html")[0];
}

function elementsOf($: CheerioAPI): StyledElement[] {
  const all: StyledElement[] = [];
  const root = rootOf($);
  if (!root) return all;
  const waiting = [{ element: root, parent: null as StyledElement | null, depth: 0 }];
  for (let next = waiting.pop(); next && all.length < maxElements; next = waiting.pop()) {
    const { element, parent, depth } = next;
    const styled = new StyledElement(element, parent);
    parent?.children.push(styled);
    all.push(styled);
    if (depth >= maxDepth) continue;
    for (let at = element.children.length - 1; at >= 0; at -= 1) {
      const child = element.children[at]!;
      if (child.type !== "tag" || skipped.has(child.name)) continue;
      waiting.push({ element: child, parent: styled, depth: depth + 1 });
    }
  }
  return all;
}

const skipped: ReadonlySet<string> = new Set(["head", "script", "style", "template", "iframe"]);

/** Finds the elements that a selector can be about. */
class PageIndex {
  readonly #styled = new Map<Element, StyledElement>();
  readonly #byKey = new Map<string, Element[]>();
  readonly #all: Element[];

  constructor(all: readonly StyledElement[]) {
    this.#all = all.map(({ element }) => element);
    for (const styled of all) {
      const { element } = styled;
      this.#styled.set(element, styled);
      this.#add(element.name.toLowerCase(), element);
      const { id, class: classes = "" } = element.attribs;
      if (id) this.#add(`#${id}`, element);
      for (const name of new Set(classes.split(/\s+/))) if (name) this.#add(`.${name}`, element);
    }
  }

  has(needs: readonly string[]): boolean {
    return needs.every((need) => this.#byKey.has(need));
  }

  candidates(key: string | null): Element[] {
    return key === null ? this.#all : (this.#byKey.get(key) ?? []);
  }

  of(element: Element): StyledElement | undefined {
    return this.#styled.get(element);
  }

  #add(key: string, element: Element): void {
    const known = this.#byKey.get(key);
    if (known) known.push(element);
    else this.#byKey.set(key, [element]);
  }
}

/** `style` attributes, and the attributes that pages used before there were sheets. */
function declareAttributes(styled: StyledElement): void {
  const { style, bgcolor, color, face, text } = styled.element.attribs;
  const weakest = { layer: -1, specificity: -1, order: -1 };
  const say = (property: string, value: string | undefined): void => {
    if (value) styled.declare({ property, value, important: false }, weakest);
  };
  say("background-color", bgcolor);
  if (styled.element.name === "font") {
    say("color", color);
    say("font-family", face);
  }
  if (styled.element.name === "body") say("color", text);
  if (!style) return;
  const by = { layer: Infinity, specificity: Infinity, order: Infinity };
  for (const declaration of inlineDeclarations(style.slice(0, 10_000))) {
    styled.declare(declaration, by);
  }
}
