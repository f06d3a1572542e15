/** One fault of a page: its line from 1, and what is wrong there. */
export interface ProseFault {
  line: number;
  fault: string;
}

/** Longest line of prose, in characters. Tables, code, pictures and a link or code by itself may be longer. */
const maxLineLength = 120;

/** Longest paragraph, in lines. */
const maxParagraphLines = 5;

/** Phrases that the documentation does not use: translated idioms, and metaphors in place of a term. */
const bannedPhrases: readonly RegExp[] = [
  /\b(?:is|are|was|were|be|been|being) told\b/i,
  /\bwho(?:so)?ever\b/i,
  /\banew\b/i,
  /\bof which nobody\b/i,
  /\bis none that\b/i,
  /\blook(?:s|ed|ing)? after\b/i,
  /\bfor ever\b/i,
  /\btells? of\b/i,
  /\b(?:is|are) gone to\b/i,
  /\bis not heard of\b/i,
  /\bwithout blame\b/i,
  /\bno news\b/i,
];

/** Line length, length of paragraphs and banned phrases of one Markdown page. */
export function proseFaults(page: string): ProseFault[] {
  const lines = proseLines(page);
  return [...longLines(lines), ...longParagraphs(lines), ...phrases(lines)];
}

/**
 * Paths of the repository that a page names in backticks or in a link of a command, and which `files` (all paths of the
 * repository) do not have. A path may begin inside `src/`, at a folder or at a file.
 */
export function missingPaths(page: string, files: readonly string[]): string[] {
  const spans = [...page.replaceAll(/^```[^]*?^```/gm, "").matchAll(/`([^`]+)`/g)];
  const words = spans.flatMap(([, span]) => span!.split(/[\s(),]+/)).filter(isRepositoryPath);
  const paths = files.map((file) => `/${file}`);
  return words.filter((word) => {
    const path = `/${word.replace(/\/$/, "")}`;
    return !paths.some((file) => file.endsWith(path) || file.includes(`${path}/`));
  });
}

const topFolders = /^(?:src|test|scripts|examples|systemd|docs|config|console\/source)\/[\w./-]+$/;
const sourceFile = /^(?:[\w-]+\/)*[\w-]+\.ts$/;

function isRepositoryPath(word: string): boolean {
  return topFolders.test(word) || sourceFile.test(word);
}

interface Line {
  number: number;
  text: string;
}

/** Lines of prose; code, tables, headings, pictures and HTML become empty. */
function proseLines(page: string): Line[] {
  let isFenced = false;
  return page.split("\n").map((text, index) => {
    const isFence = /^\s*```/.test(text);
    if (isFence) isFenced = !isFenced;
    const isOther = /^(?:#| {4}|\s*[|<]|\s*!\[)/.test(text);
    return { number: index + 1, text: isFenced || isFence || isOther ? "" : text };
  });
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, "");
}

function longLines(lines: readonly Line[]): ProseFault[] {
  return lines
    .filter(({ text }) => text.length > maxLineLength && /\w \S/.test(withoutCode(text)))
    .map(({ number, text }) => ({ line: number, fault: `${text.length} characters` }));
}

function longParagraphs(lines: readonly Line[]): ProseFault[] {
  const faults: ProseFault[] = [];
  let length = 0;
  for (const { number, text } of lines) {
    const isNew = text.trim() === "" || /^\s*(?:[-*]|\d+\.) /.test(text);
    length = isNew ? Number(text.trim() !== "") : length + 1;
    if (length === maxParagraphLines + 1) faults.push({ line: number, fault: "long paragraph" });
  }
  return faults;
}

function phrases(lines: readonly Line[]): ProseFault[] {
  return lines.flatMap(({ number, text }) =>
    bannedPhrases.flatMap((phrase) => {
      const found = phrase.exec(withoutCode(text));
      return found ? [{ line: number, fault: `"${found[0]}"` }] : [];
    }),
  );
}
