import { Worker } from "node:worker_threads";
import type { ConfigurationCheckWire } from "./wire/configuration.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Override } from "./settings.ts";

const heapMib = 256;
const defaultDeadlineMs = 15_000;

let isChecking = false;

/** A text to check. */
export interface CheckWork {
  text: string;
  /** The text to compare it with; null for none. */
  before: string | null;
  overrides: readonly Override[];
}

/**
 * Runs `checkText` in a thread, because a malicious text could block the process for long. One at a
 * time, else `overloaded`; a text that exceeds the deadline or the memory of any site file has that
 * as its problem.
 */
export async function checkAside(
  work: CheckWork,
  deadlineMs = defaultDeadlineMs,
): Promise<ConfigurationCheckWire> {
  if (isChecking) {
    throw fail("overloaded", "configuration: another one is being checked. Try again", {
      retryAfterSec: 2,
    });
  }
  isChecking = true;
  const worker = new Worker(new URL("check-worker.ts", import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: heapMib },
    execArgv: [],
  });
  const late = setTimeout(() => void worker.terminate(), deadlineMs);
  try {
    return await new Promise<ConfigurationCheckWire>((resolve) => {
      worker.once("message", resolve);
      worker.once("error", () => resolve(tooMuch));
      worker.once("exit", () => resolve(tooMuch));
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
    isChecking = false;
  }
}

const tooMuch: ConfigurationCheckWire = {
  valid: false,
  changed: [],
  restart: [],
  problems: [
    {
      line: 1,
      where: "line 1",
      path: "",
      message: "takes too much to check: is this the right file?",
    },
  ],
};
