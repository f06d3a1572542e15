/** Levels of the log, least first, by the numbers of its lines. */
export const logLevels = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
} as const;

/** One level. */
export type LogLevel = keyof typeof logLevels;

/** Which lines of a log to show. */
export interface LogFilter {
  level: LogLevel;
  /** Unix milliseconds. */
  sinceMs: number | undefined;
}

const names = new Map<number, string>(Object.entries(logLevels).map(([name, n]) => [n, name]));
/** Fields that each line begins with, or that say nothing to people. */
const plainFields = new Set(["level", "time", "msg", "pid", "hostname", "v"]);

/**
 * Returns a line of the box's log (one JSON object) for people: time, level, sentence and the other
 * fields; undefined when the filter leaves it out. A line in another form, such as one of systemd or
 * a stack, stays as it is, without control characters.
 */
export function logLine(line: string, { level, sinceMs }: LogFilter): string | undefined {
  const entry = entryOf(line);
  if (entry === undefined) {
    return level === "trace" || level === "debug" || level === "info" ? visible(line) : undefined;
  }
  const { level: found, time, msg } = entry;
  const rank = typeof found === "number" ? found : rankOf(found);
  const atMs = typeof time === "number" ? time : Date.parse(String(time));
  if (rank < logLevels[level] || (sinceMs !== undefined && atMs < sinceMs)) return undefined;
  const at = Number.isNaN(atMs) ? "?" : new Date(atMs).toISOString().replace("T", " ").slice(0, 23);
  const name = names.get(rank) ?? String(rank);
  const fields = Object.entries(entry)
    .filter(([key]) => !plainFields.has(key))
    .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  return visible(
    [`${at} ${name.padEnd(5)} ${typeof msg === "string" ? msg : ""}`, ...fields].join("  "),
  );
}

/** A level that the log does not know counts as the worst, so that no filter hides its line. */
function rankOf(name: unknown): number {
  const entry = Object.entries(logLevels).find(([each]) => each === name);
  return entry?.[1] ?? logLevels.fatal;
}

function entryOf(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    const isEntry = typeof value === "object" && value !== null && "level" in value;
    return isEntry ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A log has texts of callers, which must not steer the terminal. */
function visible(text: string): string {
  return text.replaceAll("\n", "\n    ").replaceAll(/[^\P{Cc}\n]/gu, "\u{fffd}");
}
