import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ingest, IngestEvents, IngestRun } from "../../src/cameras/ingest-port.ts";
import type { SourceProblem, SourceSpec } from "../../src/cameras/source.ts";

/** What the suite needs to know of an implementation. */
export interface IngestSubject {
  ingest: Ingest;
  live: SourceSpec;
  file: SourceSpec;
  /** A source that does not exist, and the code it must end with. */
  bad: SourceSpec;
  badCode: string;
  /** Makes the opened live source deliver at least two frames, where the test has to. */
  deliver?(run: IngestRun): void;
}

interface Seen {
  log: string[];
  ended: Promise<SourceProblem | null>;
  frames(count: number): Promise<void>;
  events: IngestEvents;
}

function watch(onFragment?: () => Promise<void>): Seen {
  const log: string[] = [];
  const ended = Promise.withResolvers<SourceProblem | null>();
  let wake: (() => void) | undefined;
  const count = (): number => log.filter((each) => each !== "init" && each !== "end").length;
  return {
    log,
    ended: ended.promise,
    async frames(wanted) {
      while (count() < wanted && !log.includes("end")) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    events: {
      onInit: () => void log.push("init"),
      onFragment(fragment) {
        log.push(fragment.key ? "key" : "frame");
        wake?.();
        return onFragment?.();
      },
      onEnd(problem) {
        log.push("end");
        wake?.();
        ended.resolve(problem);
      },
    },
  };
}

/** What every `Ingest` promises, run against the fake and against ffmpeg. */
export function ingestConformance(subject: () => IngestSubject): void {
  test("says nothing before open has returned", async () => {
    const { ingest, bad } = subject();
    const seen = watch();
    ingest.open(bad, seen.events);
    assert.deepEqual(seen.log, []);
    await seen.ended;
  });

  test("a live source begins with a header and a key frame, and ends once when it is stopped", async () => {
    const { ingest, live, deliver } = subject();
    const seen = watch();
    const run = ingest.open(live, seen.events);
    deliver?.(run);
    await seen.frames(2);
    await Promise.all([run.stop(), run.stop()]);
    assert.deepEqual(seen.log.slice(0, 2), ["init", "key"]);
    assert.equal(await seen.ended, null);
    assert.equal(seen.log.at(-1), "end");
    assert.equal(seen.log.filter((each) => each === "end").length, 1);
  });

  test("a source that does not exist ends with a problem in words", async () => {
    const { ingest, bad, badCode } = subject();
    const seen = watch();
    const run = ingest.open(bad, seen.events);
    const problem = await seen.ended;
    assert.equal(problem?.code, badCode);
    assert.match(problem.message, /\w+ \w+.*\.$/);
    await run.stop();
    assert.deepEqual(seen.log, ["end"]);
  });

  test("a file is read no faster than its reader, to its end", async () => {
    const { ingest, file } = subject();
    let open = 0;
    let most = 0;
    const seen = watch(async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise(setImmediate);
      open -= 1;
    });
    ingest.open(file, seen.events);
    assert.equal(await seen.ended, null);
    assert.equal(most, 1);
    assert.ok(seen.log.length > 4, `${seen.log.length} events`);
    assert.equal(seen.log.at(-1), "end");
  });

  test("stopping in the middle of a file ends it at once", async () => {
    const { ingest, file } = subject();
    const stuck = Promise.withResolvers<void>();
    const seen = watch(() => stuck.promise);
    const run = ingest.open(file, seen.events);
    await seen.frames(1);
    const stopped = run.stop();
    stuck.resolve();
    await stopped;
    assert.deepEqual(seen.log, ["init", "key", "end"]);
  });
}
