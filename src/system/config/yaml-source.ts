import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseAllDocuments,
} from "yaml";
import type { ConfigPath, Fault } from "../../base/contract/explain.ts";

/** A configuration file as read: plain data, and the line of each value. */
export interface YamlSource {
  value: unknown;
  /** Faults of the YAML; with any, do not use the value. */
  problems: { line: number; message: string }[];
  /** Returns the line of the value at `path`, or of the nearest section around it in the file. */
  lineOf(fault: Pick<Fault, "path" | "isKey">): number;
}

/** A site file has a few kilobytes; the limit keeps a wrong file (a video, say) out of memory. */
const maxCharacters = 1_000_000;

/**
 * Reads `text` as one YAML 1.2 document. Repeated keys, more than one document and aliases that
 * multiply (more than 100 copies) are problems. With `withMerge`, a key `<<` merges the mapping of
 * its alias.
 */
export function readYaml(text: string, { withMerge = false } = {}): YamlSource {
  if (text.length > maxCharacters) {
    return refused(`is longer than ${maxCharacters} characters: is this the right file?`);
  }
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    uniqueKeys: true,
    merge: withMerge,
  });
  const document = Array.isArray(documents) ? documents[0] : undefined;
  if (document === undefined) {
    return { value: null, problems: [], lineOf: () => 1 };
  }
  const problems = [...document.errors, ...document.warnings].map((problem) => ({
    line: problem.linePos?.[0].line ?? 1,
    message: sentenceOf(problem.message),
  }));
  if (Array.isArray(documents) && documents.length > 1) {
    problems.push({ line: 1, message: "must hold one document, without a `---` line in between" });
  }
  return {
    ...valueOf(document, problems),
    lineOf: (fault) => lines.linePos(offsetOf(document, fault)).line,
  };
}

function refused(message: string): YamlSource {
  return { value: null, problems: [{ line: 1, message }], lineOf: () => 1 };
}

/** Returns the first line of a parser message, without its position, which the problem line has. */
function sentenceOf(message: string): string {
  if (message.startsWith("Maximum call stack"))
    return "is nested too deeply: is this the right file?";
  return message.split("\n")[0]!.replace(/ at line \d+, column \d+:?$/, "");
}

function valueOf(
  document: Document,
  problems: YamlSource["problems"],
): Pick<YamlSource, "value" | "problems"> {
  if (problems.length > 0) return { value: null, problems };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) as unknown, problems };
  } catch (error) {
    const message = error instanceof Error ? sentenceOf(error.message) : "cannot be read";
    return { value: null, problems: [{ line: 1, message }] };
  }
}

function offsetOf(document: Document, fault: Pick<Fault, "path" | "isKey">): number {
  for (let length = fault.path.length; length > 0; length -= 1) {
    const path = fault.path.slice(0, length);
    const key = keyOffset(document, path);
    if (key !== undefined && (fault.isKey || length < fault.path.length)) return key;
    const node = document.getIn(path, true);
    if (isNode(node) && node.range) return isScalar(node) ? node.range[0] : (key ?? node.range[0]);
    if (key !== undefined) return key;
  }
  return 0;
}

/** Returns the offset of the key in the last step of `path`; undefined for list entries. */
function keyOffset(document: Document, path: ConfigPath): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  const last = path.at(-1);
  const pair = parent.items.find(
    (each) => isPair(each) && isScalar(each.key) && each.key.value === last,
  );
  return isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
}
