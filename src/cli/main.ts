import { CommanderError } from "commander";
import { programOf } from "./program.ts";
import { reportFailure } from "./terminal/output.ts";

/** Exit codes: 0 done, 1 failed, 2 usage error. */
const usageError = 2;
const keepAliveMs = 60_000;

async function run(argv: readonly string[]): Promise<void> {
  // A reader such as `head` may go before the end; nothing is left to say then.
  process.stdout.on("error", () => undefined);
  // The clock's timers do not keep the process alive, and a command may wait for nothing else.
  const alive = setInterval(() => undefined, keepAliveMs);
  try {
    await programOf().parseAsync(argv, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : usageError;
      return;
    }
    reportFailure(error, argv.includes("--json"));
    process.exitCode = 1;
  } finally {
    clearInterval(alive);
  }
}

await run(process.argv.slice(2));
