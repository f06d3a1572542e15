import { type DestinationStream, type Logger as Pino, pino } from "pino";
import { currentLogFields } from "../../base/core/log-context.ts";
import type { LogFields, Logger } from "../../base/core/logger.ts";
import type { Scrubber } from "./scrubber.ts";

const levels = ["debug", "info", "warn", "error"] as const;
type LogLevel = (typeof levels)[number];

/** The options of the process's log. */
export interface PinoLoggerOptions {
  /** Lowest level of entries, read for each. */
  level: () => LogLevel;
  /** Sees every field and message before it is written. */
  scrubber: Scrubber;
  /** The destination of lines; standard output when absent. */
  destination?: DestinationStream;
}

/**
 * The process's log: one JSON line per entry on standard output, scrubbed of secrets, with the ids of the
 * request and the job that it belongs to.
 */
export function createLogger({ level, scrubber, destination }: PinoLoggerOptions): Logger {
  const options = {
    level: "debug",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // Synchronous: the last lines before a crash are the ones that matter.
  const sink = destination ?? pino.destination({ fd: 1, sync: true });
  return new PinoLogger(pino(options, sink), { scrubber, level });
}

class PinoLogger implements Logger {
  readonly #pino: Pino;
  readonly #options: Pick<PinoLoggerOptions, "scrubber" | "level">;

  constructor(inner: Pino, options: Pick<PinoLoggerOptions, "scrubber" | "level">) {
    this.#pino = inner;
    this.#options = options;
  }

  debug(fields: LogFields, message: string): void {
    this.#write("debug", fields, message);
  }

  info(fields: LogFields, message: string): void {
    this.#write("info", fields, message);
  }

  warn(fields: LogFields, message: string): void {
    this.#write("warn", fields, message);
  }

  error(fields: LogFields, message: string): void {
    this.#write("error", fields, message);
  }

  child(fields: LogFields): Logger {
    const clean = this.#options.scrubber.value(fields) as Record<string, unknown>;
    return new PinoLogger(this.#pino.child(clean), this.#options);
  }

  #write(level: LogLevel, fields: LogFields, message: string): void {
    const { scrubber, level: lowest } = this.#options;
    if (levels.indexOf(level) < levels.indexOf(lowest())) return;
    const all = { ...currentLogFields(), ...fields };
    this.#pino[level](scrubber.value(all) as object, scrubber.text(message));
  }
}
