import type { StyledElement } from "./cascade.ts";

/** Words in classes and ids that name a part of the page. */
const actionWords = /(^|[-_\s])(btn|button|cta|call-to-action)([-_\s]|$)/i;
/** Buttons that are not the one that a visitor is to press. */
const mutedWords =
  /(outline|secondary|ghost|link|light|dark|white|close|toggle|menu|burger|icon|tab|page|prev|next|disabled|danger|warning|success|info|default|subtle)/i;
const bandWords =
  /(^|[-_\s])(header|navbar|nav|top-?bar|masthead|hero|banner|jumbotron|footer|cta)([-_\s]|$)/i;
const thirdPartyWords =
  /(facebook|twitter|linkedin|instagram|youtube|pinterest|tiktok|github|whatsapp|social|cookie|consent|gdpr|recaptcha|captcha|intercom|chat-widget)/i;

/** Classes and id of an element as one text. */
export function nameOf({ element }: StyledElement): string {
  return `${element.attribs["class"] ?? ""} ${element.attribs["id"] ?? ""}`;
}

/** True when the element is a button or a link that looks like one. */
export function isAction(styled: StyledElement): boolean {
  const { name, attribs } = styled.element;
  if (name === "button" || attribs["role"] === "button") return true;
  if (name === "input") return /^(submit|button)$/i.test(attribs["type"] ?? "");
  return name === "a" && actionWords.test(nameOf(styled));
}

/** Returns the likelihood that it is the page's main button, 0–1. */
export function actionWeight(styled: StyledElement): number {
  const named = nameOf(styled);
  if (isForeign(styled)) return 0;
  if (/primary|cta|main|brand|accent/i.test(named)) return 1;
  return mutedWords.test(named) ? 0.3 : 0.7;
}

/** True when the element is one of the large bands of a page: header, hero, footer. */
export function isBand(styled: StyledElement): boolean {
  const { name } = styled.element;
  return /^(header|nav|footer)$/.test(name) || (isBox(name) && bandWords.test(nameOf(styled)));
}

function isBox(name: string): boolean {
  return /^(div|section|aside|main|article|ul)$/.test(name);
}

/** True when it belongs to another company's service: its colours are not the brand's. */
export function isForeign(styled: StyledElement): boolean {
  let at: StyledElement | null = styled;
  for (let up = 0; at && up < 4; at = at.parent, up += 1) {
    if (thirdPartyWords.test(nameOf(at))) return true;
  }
  return false;
}

/** True when the element stands in running text, in a heading, a button or code. */
export function textRole(styled: StyledElement): "heading" | "body" | "button" | "monospace" {
  let at: StyledElement | null = styled;
  for (; at; at = at.parent) {
    const { name } = at.element;
    if (/^h[1-6]$/.test(name)) return "heading";
    if (/^(code|pre|kbd|samp|tt)$/.test(name)) return "monospace";
    if (isAction(at)) return "button";
  }
  return /(^|[-_\s])(title|heading|headline|display-\d)([-_\s]|$)/i.test(nameOf(styled))
    ? "heading"
    : "body";
}
