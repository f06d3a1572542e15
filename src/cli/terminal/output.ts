import { GatehouseError } from "../../base/core/errors.ts";

/** Prints one JSON document on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints lines for people on standard output. */
export function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Prints lines for people on standard error, beside the command's result. */
export function note(...lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
}

/**
 * Returns rows as columns of equal width; the first row is the heading. Replaces control characters
 * by `\ufffd`: names come from callers, and a terminal would obey them.
 */
export function table(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}/gu, "\ufffd")));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
}

/**
 * Prints the reason for a failed command: a sentence, or with `asJson` `{"error": {code,
 * message}}`.
 */
export function reportFailure(error: unknown, asJson: boolean): void {
  const coded = GatehouseError.find(error);
  if (!coded) {
    // A defect of the program: a bug report needs the stack.
    note(error instanceof Error ? (error.stack ?? error.message) : `failed: ${typeof error}`);
    return;
  }
  const { code, message, param, details } = coded;
  if (asJson) note(JSON.stringify({ error: { code, message, param, details } }));
  else note(`gatehouse: ${message}`);
}

/** Returns Unix seconds as `2026-11-20 14:05`, UTC; `never` for null. */
export function timeText(seconds: number | null): string {
  if (seconds === null) return "never";
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ");
}
