import type { YamlSource } from "./yaml-source.ts";

/**
 * Returns the reason why a file cannot be complete: it is empty, damaged, or ends in the middle of
 * a line or before the settings of a section. Undefined for one that may be complete.
 */
export function cutProblem(
  text: string,
  value: unknown,
): YamlSource["problems"][number] | undefined {
  const lines = text.trimEnd().split("\n");
  const line = lines.length;
  if (text.includes("\0")) {
    return {
      line: text.split("\0", 1)[0]!.split("\n").length,
      message: "has zero bytes: the file is damaged. Restore it from a backup",
    };
  }
  if (value === null || value === undefined) {
    const message =
      "holds no setting. Restore it from a backup; for the defaults alone write `version: 1`";
    return { line: 1, message };
  }
  // JSON is YAML, and complete when it parses.
  const isJson = /^\s*\{/.test(text);
  if (!text.endsWith("\n") && !isJson) {
    const message =
      "ends in the middle of a line: it seems cut. Restore it, or end its last line with a line break";
    return { line, message };
  }
  const section = /^\s*(?:- )?([A-Za-z_]\w*):\s*$/.exec(lines.at(-1)!)?.[1];
  if (section === undefined) return undefined;
  const message = `ends with \`${section}:\` and nothing in it: it seems cut. Restore it, or remove the line`;
  return { line, message };
}
