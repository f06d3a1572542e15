import { SaxesParser } from "saxes";
import { fail } from "../../base/contract/fail.ts";

/** An element: names without prefix, texts without the spaces around them. */
export interface XmlElement {
  name: string;
  namespace: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  text: string;
}

/** Bounds of one document. */
const maxElements = 20_000;
const maxDepth = 64;

/**
 * Reads a document strictly and with namespaces. It accepts only XML's own five entities, and refuses a
 * document type. Throws `onvif_broken` for anything else.
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  parser.on("error", (error) => {
    throw broken(error.message.slice(0, 100));
  });
  parser.on("doctype", () => {
    throw broken("it has a document type");
  });
  parser.on("opentag", (tag) => {
    count += 1;
    if (count > maxElements || open.length >= maxDepth) throw broken("it is too large");
    const element: XmlElement = {
      name: tag.local,
      namespace: tag.uri,
      attributes: new Map(Object.values(tag.attributes).map(({ local, value }) => [local, value])),
      children: [],
      text: "",
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (piece: string): void => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const element = open.pop();
    if (element) element.text = element.text.trim();
  });
  parser.write(text).close();
  if (!root) throw broken("it is empty");
  return root;
}

/** The first element along `path` below `from`. */
export function find(from: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (at, name) => at?.children.find((child) => child.name === name),
    from,
  );
}

/** All children called `name`. */
export function all(from: XmlElement | undefined, name: string): XmlElement[] {
  return from?.children.filter((child) => child.name === name) ?? [];
}

/** The text at the end of `path`, at most 200 characters; null when there is none. */
export function textOf(from: XmlElement | undefined, ...path: string[]): string | null {
  const text = find(from, ...path)?.text.slice(0, 200);
  return text === undefined || text === "" ? null : text;
}

/** The number at the end of `path`; null when there is none. */
export function numberOf(from: XmlElement | undefined, ...path: string[]): number | null {
  const value = Number(textOf(from, ...path) ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}

/** `text` inside an element or a quoted attribute. */
export function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
  };
  // Control characters do not exist in XML 1.0.
  return (
    text
      // oxlint-disable-next-line no-control-regex -- they are what is taken out
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "")
      .replaceAll(/[&<>"']/g, (character) => names[character]!)
  );
}

function broken(why: string) {
  return fail(
    "onvif_broken",
    `camera: its answer is not valid XML (${why}). Check the port and the camera's firmware`,
  );
}
