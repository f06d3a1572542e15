/** Longest selector that is read. */
const maxLength = 1000;
/** Selectors that nesting may make of one rule. */
const maxNested = 64;

/** States of an untouched page that match nothing, and pseudo-elements. */
const neverMatches =
  /:(hover|focus|focus-within|focus-visible|active|visited|target|disabled|checked|indeterminate|invalid|user-invalid|autofill|-webkit-autofill|placeholder-shown|fullscreen|host|host-context|popover-open|modal|open)\b|::|:(before|after|first-letter|first-line|selection|placeholder|backdrop|marker)\b/i;
const harmlessNot =
  /:not\(\s*:(hover|focus|focus-within|focus-visible|active|visited|target|disabled|checked|placeholder-shown)\s*\)/gi;

/** A selector ready to be matched: the classes and the id that an element's page must have. */
export interface ReadySelector {
  text: string;
  /** Classes, and ids with `#`, that must occur in the page for it to match anything. */
  needs: readonly string[];
  /** The key that the matched element itself must have: `.class`, `#id` or a tag; null for anything. */
  key: string | null;
  specificity: number;
}

/** Makes a selector ready; null when it matches nothing on an untouched page. */
export function readySelector(selector: string): ReadySelector | null {
  if (selector.length > maxLength) return null;
  const text = selector.replaceAll(harmlessNot, "").trim();
  if (text === "" || neverMatches.test(text)) return null;
  const plain = withoutArguments(text);
  const needs = [...plain.matchAll(/([.#])((?:\\.|[\w-]|[^\0-\x7f])+)/g)].map(
    ([, sign, name]) => (sign === "#" ? "#" : ".") + unescaped(name!),
  );
  return { text, needs, key: keyOf(plain), specificity: specificityOf(text) };
}

/** The selectors of a list, split at commas that stand in no brackets. */
export function splitList(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    const sign = list[at];
    if (sign === "\\") at += 1;
    else if (sign === "(" || sign === "[") depth += 1;
    else if (sign === ")" || sign === "]") depth -= 1;
    else if (sign === "," && depth === 0) {
      found.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  found.push(list.slice(start).trim());
  return found.filter((each) => each !== "");
}

/** Resolves nested selectors against those of their parent rule (CSS Nesting). */
export function resolveNested(parents: readonly string[], own: readonly string[]): string[] {
  const combined = parents.flatMap((parent) =>
    own.map((each) =>
      each.includes("&")
        ? each.replaceAll("&", parent)
        : /^[>+~]/.test(each)
          ? `${parent} ${each}`
          : `${parent} ${each}`,
    ),
  );
  return combined.filter((each) => each.length <= maxLength).slice(0, maxNested);
}

/** The selector without what stands in brackets, so that only what must be there is left. */
function withoutArguments(text: string): string {
  let out = "";
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === "\\") {
      if (depth === 0) out += sign + (text[at + 1] ?? "");
      at += 1;
    } else if (sign === "(" || sign === "[") depth += 1;
    else if (sign === ")" || sign === "]") depth -= 1;
    else if (depth === 0) out += sign;
  }
  return out;
}

function keyOf(plain: string): string | null {
  const last = plain.split(/[\s>+~]+/).findLast((each) => each !== "") ?? "";
  const marks = [...last.matchAll(/([.#])((?:\\.|[\w-]|[^\0-\x7f])+)/g)];
  const id = marks.find(([, sign]) => sign === "#");
  const chosen = id ?? marks[0];
  if (chosen) return chosen[1]! + unescaped(chosen[2]!);
  const [tag] = /^[a-z][\w-]*/i.exec(last) ?? [];
  return tag?.toLowerCase() ?? null;
}

function unescaped(name: string): string {
  return name
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
    )
    .replaceAll(/\\(.)/g, "$1");
}

/** Ids, classes and tags as one number, larger is stronger (Selectors 4, section 17). */
function specificityOf(text: string): number {
  const counted = text.replaceAll(/:where\([^()]*\)/gi, "").replaceAll(/:(is|not|has)\(/gi, " ");
  const ids = counted.match(/#(?:\\.|[\w-])+/g)?.length ?? 0;
  const classes = counted.match(/\.(?:\\.|[\w-])+|\[|(?<!:):(?!:)[\w-]+/g)?.length ?? 0;
  const tags = counted.match(/(^|[\s>+~(])[a-z][\w-]*/gi)?.length ?? 0;
  return ids * 1_000_000 + classes * 1000 + tags;
}
