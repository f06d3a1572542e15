import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

/** One line that a group's process reports to the runner: a test that ended. */
export interface ReportLine {
  outcome: "passed" | "failed" | "skipped";
  /** Names from the outermost suite of its file to the test. */
  name: string;
  /** Message and stack of a failure; empty otherwise. */
  error: string;
}

/** What a line stands for: a test of `file`, or the end of `file` itself. */
export type GroupLine = ReportLine & { file: string; endedAfterMs?: number };

/** Suites and finished parents at each depth, for the full name of a test; the first is its file. */
const trail: string[] = [];

function outcomeOf(event: TestEvent): ReportLine["outcome"] | undefined {
  if (event.type !== "test:pass" && event.type !== "test:fail") return undefined;
  const { skip, todo, details } = event.data;
  if (skip !== undefined || todo !== undefined) return "skipped";
  if (event.type === "test:fail") return "failed";
  return details.type === "suite" ? undefined : "passed";
}

function isEcho(error: Error | undefined): boolean {
  // A suite or parent fails because a test in it failed, which has been reported already.
  return error !== undefined && "failureType" in error && error.failureType === "subtestsFailed";
}

function errorText(error: Error | undefined): string {
  const cause = error?.cause instanceof Error ? error.cause : error;
  return (cause?.stack ?? cause?.message ?? inspect(error?.cause)).slice(0, 6000);
}

/**
 * Errors that tests threw after their end, for their stacks; `node:test` keeps only the message.
 */
const lateErrors: unknown[] = [];
process.on("unhandledRejection", (error) => lateErrors.push(error));
process.on("uncaughtException", (error) => lateErrors.push(error));

/** A test whose work fails after its end has passed, but its file fails. */
function lateFailure(event: TestEvent): ReportLine | undefined {
  if (event.type !== "test:diagnostic") return undefined;
  const { message } = event.data;
  if (!/asynchronous activity after the test ended/.test(message)) return undefined;
  const stacks = lateErrors.splice(0).map((error) => inspect(error));
  return { outcome: "failed", name: "(after its end)", error: [message, ...stacks].join("\n") };
}

/** A file is a suite at depth 0: its end, with its own failure if it has one. */
function fileEnd(event: TestEvent): GroupLine | undefined {
  if (event.type !== "test:pass" && event.type !== "test:fail") return undefined;
  const { nesting, name: file, details } = event.data;
  if (nesting > 0) return undefined;
  const isOwn = event.type === "test:fail" && !isEcho(event.data.details.error);
  const outcome = isOwn ? "failed" : "passed";
  const error = isOwn ? errorText(event.data.details.error) : "";
  return { file, outcome, name: "(file)", error, endedAfterMs: details.duration_ms };
}

/** The runner sends SIGUSR2 before it kills a late file; the answer names what keeps it running. */
process.on("SIGUSR2", () => {
  const open = Map.groupBy(process.getActiveResourcesInfo(), (name) => name);
  const counts = [...open].map(([name, all]) => `${all.length} ${name}`).join(", ");
  process.stderr.write(`still open: ${counts}\n`);
});

function testEnd(event: TestEvent): ReportLine | undefined {
  if (event.type === "test:start") trail[event.data.nesting] = event.data.name;
  const outcome = outcomeOf(event);
  if (outcome === undefined) return undefined;
  const data = event.data as Extract<TestEvent, { type: "test:fail" }>["data"];
  if (outcome === "failed" && isEcho(data.details.error)) return undefined;
  const name = [...trail.slice(1, data.nesting), data.name].join(" › ");
  const error = outcome === "failed" ? errorText(data.details.error) : "";
  return { outcome, name, error };
}

/** Writes each finished test and file as one JSON line; a reporter in the sense of `node:test`. */
export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    const end = fileEnd(event);
    const line = end ?? lateFailure(event) ?? testEnd(event);
    if (line) yield `${JSON.stringify({ file: trail[0] ?? "", ...line } satisfies GroupLine)}\n`;
  }
}
