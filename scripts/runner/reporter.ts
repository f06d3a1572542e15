import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

/** One line that a test file's process reports to the runner. */
export interface ReportLine {
  outcome: "passed" | "failed" | "skipped";
  /** Names from the outermost suite to the test. */
  name: string;
  /** Message and stack of a failure; empty otherwise. */
  error: string;
}

/** Suites and finished parents at each depth, to tell where a test stands. */
const trail: string[] = [];

function outcomeOf(event: TestEvent): ReportLine["outcome"] | undefined {
  if (event.type !== "test:pass" && event.type !== "test:fail") return undefined;
  const { skip, todo, details } = event.data;
  if (skip !== undefined || todo !== undefined) return "skipped";
  if (event.type === "test:fail") return "failed";
  return details.type === "suite" ? undefined : "passed";
}

function isEcho(error: Error | undefined): boolean {
  // A suite or parent fails because something in it failed, which has been reported already.
  return error !== undefined && "failureType" in error && error.failureType === "subtestsFailed";
}

function errorText(error: Error | undefined): string {
  const cause = error?.cause instanceof Error ? error.cause : error;
  return (cause?.stack ?? cause?.message ?? inspect(error?.cause)).slice(0, 6000);
}

/** Writes each finished test as one JSON line; a reporter in the sense of `node:test`. */
export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type === "test:start") trail[event.data.nesting] = event.data.name;
    const outcome = outcomeOf(event);
    if (outcome === undefined) continue;
    const data = event.data as Extract<TestEvent, { type: "test:fail" }>["data"];
    if (outcome === "failed" && isEcho(data.details.error)) continue;
    const name = [...trail.slice(0, data.nesting), data.name].join(" › ");
    const error = outcome === "failed" ? errorText(data.details.error) : "";
    yield `${JSON.stringify({ outcome, name, error } satisfies ReportLine)}\n`;
  }
}
