import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { statementsOf } from "../../../scripts/docs-site/examples/shell-words.ts";
import { repoDir } from "../box/appliance.ts";

/** One thing that a page shows to be sent to the API, or to come back from it. */
export interface DocExample {
  /** Path of the file below `docs/`, or `../README.md`. */
  page: string;
  /** Line of the page at which it begins, from 1. */
  line: number;
  /**
   * `command`: one statement of a shell block that talks to the API; `request`: method, path and body; `json`: JSON
   * by itself; `events`: server-sent events.
   */
  kind: "command" | "request" | "json" | "events";
  text: string;
  /** Which preset of keys the block names, or else the page. */
  preset: string | undefined;
}

interface Block {
  line: number;
  /** Language of a fence; `indented` without one. */
  language: string;
  lines: string[];
}

const presetPattern = /preset `?(\w+)/;
const requestPattern = /^(GET|POST|PUT|PATCH|DELETE) \/api\/\S+/;

/** Every page of the documentation that may hold examples. */
export function docPages(): string[] {
  const names = readdirSync(join(repoDir, "docs"), { recursive: true, encoding: "utf8" });
  const pages = names.filter((name) => name.endsWith(".md") && !name.startsWith("adr/"));
  // By name whatever the folder: later examples build on what earlier pages set up.
  return [...pages.toSorted((a, b) => basename(a).localeCompare(basename(b))), "../README.md"];
}

/** Every example of a page, in its order. */
export function examplesOf(page: string): DocExample[] {
  const text = readFileSync(join(repoDir, "docs", page), "utf8");
  const ofPage = presetPattern.exec(text)?.[1];
  return blocksOf(text.split("\n")).flatMap((block) => {
    const preset = presetPattern.exec(block.lines.join("\n"))?.[1] ?? ofPage;
    return piecesOf(block).map((piece) => ({ page, preset, ...piece }));
  });
}

/** Every block of the pages below `docs` that may be an example in a shell, or a request. */
export function blocksOfPages(): string[] {
  const pages = docPages().filter((page) => !page.startsWith(".."));
  return pages.flatMap((page) => {
    const text = readFileSync(join(repoDir, "docs", page), "utf8");
    return blocksOf(text.split("\n"))
      .filter(({ language }) => language === "sh" || language === "indented")
      .map(({ lines }) => lines.join("\n").trimEnd());
  });
}

/** True for a command that reads an event stream until it is ended. */
export const isEndless = ({ text }: DocExample): boolean => /\bcurl -s?N\b/.test(text);

type Piece = Pick<DocExample, "line" | "kind" | "text">;

function piecesOf({ line, language, lines }: Block): Piece[] {
  const text = lines.join("\n").trimEnd();
  if (language === "json") return [{ line, kind: "json", text }];
  if (language === "" && /^event: /m.test(text)) return [{ line, kind: "events", text }];
  const isShell = language === "sh" || language === "indented";
  if (isShell && /^curl /m.test(text)) {
    return statementsOf(lines, line)
      .filter((statement) => /\bcurl\b/.test(statement.text))
      .map((statement) => ({ ...statement, kind: "command" }));
  }
  if (language !== "indented") return [];
  if (requestPattern.test(text)) return [{ line, kind: "request", text }];
  return /^(\{|"\w+":)/.test(text) ? [{ line, kind: "json", text }] : [];
}

/** Fenced blocks, and those that stand four columns in after an empty line. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const fence = /^```(\w*)$/.exec(lines[at]!);
    const isIndented = /^ {4}\s*\S/.test(lines[at]!) && (lines[at - 1] ?? "").trim() === "";
    if (!fence && !isIndented) continue;
    const first = fence ? at + 1 : at;
    const isOver = (line: string): boolean =>
      fence ? line === "```" : line.trim() !== "" && !line.startsWith("    ");
    let end = first;
    while (end < lines.length && !isOver(lines[end]!)) end += 1;
    const body = lines.slice(first, end);
    const language = fence ? fence[1]! : "indented";
    blocks.push({ line: first + 1, language, lines: fence ? body : dedented(body) });
    at = end;
  }
  return blocks;
}

function dedented(lines: readonly string[]): string[] {
  const width = /^ */.exec(lines[0]!)![0].length;
  return lines.map((line) => line.slice(width));
}

/**
 * Where `actual` has not the shape that the documentation shows: other members, or values of another type. An empty
 * object or list, and null, stand for anything.
 */
export function shapeProblems(shown: unknown, actual: unknown, at = "$"): string[] {
  if (shown === null || isEmpty(shown)) return [];
  if (kindOf(shown) !== kindOf(actual)) return [`${at} is ${kindOf(actual)}, not ${kindOf(shown)}`];
  if (Array.isArray(shown)) return shapeProblems(shown[0], (actual as unknown[])[0], `${at}[0]`);
  if (typeof shown !== "object") return [];
  const [left, right] = [shown as Record<string, unknown>, actual as Record<string, unknown>];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].flatMap((name) => {
    if (!(name in left)) return [`${at}.${name} is not shown`];
    if (!(name in right)) return [`${at}.${name} does not come`];
    return shapeProblems(left[name], right[name], `${at}.${name}`);
  });
}

/** Returns a block of an event stream without its place in the log. */
export const maskedIds = (block: string): string =>
  block.replace(/^id: [0-9a-f-]{36}-\d+-\d+$/m, "id: <place>");

/** Where an event of a stream has other lines than the documentation shows, or other values in its data. */
export function eventProblems(event: string, shown: string): string[] {
  const linesOf = (block: string) => block.split("\n").map((line) => line.split(":", 1)[0]);
  const [names, shownNames] = [linesOf(event).join(), linesOf(shown).join()];
  if (names !== shownNames) return [`the lines are ${names}, not ${shownNames}`];
  const beginning = /^data: (\{.*), …\}$/m.exec(shown)![1]!;
  const data = JSON.parse(/^data: (.*)$/m.exec(event)![1]!) as Record<string, unknown>;
  return Object.entries(JSON.parse(`${beginning}}`) as Record<string, unknown>)
    .filter(([name, value]) =>
      value === "…" ? typeof data[name] !== "string" : data[name] !== value,
    )
    .map(([name]) => `${name} is ${JSON.stringify(data[name])}`);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
