import type { ChildProcess } from "node:child_process";

/** The exit of a process. */
export interface ChildExit {
  /** The exit code; null after a signal, and when the process could not be started. */
  code: number | null;
  /** The signal that ended it; null after an exit code, and when the process could not be started. */
  signal: NodeJS.Signals | null;
  /** The last 2 KiB that it wrote to stderr, or why it could not be started. */
  stderr: string;
}

/** Characters of stderr that are kept. */
const maxStderr = 2_048;

/** The signal or the exit code, for sentences: `SIGSEGV`, `code 3`. */
export function describeExit({ code, signal }: Pick<ChildExit, "code" | "signal">): string {
  return signal ?? `code ${code}`;
}

/**
 * A child process with a message channel: one end of it, whether it exits, is killed or never starts. Messages arrive
 * until that end. Nothing throws when the process dies.
 */
export class ChildHandle<Sent, Received> {
  readonly #process: ChildProcess;
  readonly #isGroup: boolean;
  #exit: ChildExit | undefined;

  /** `isGroup`: the process leads a group of its own, which ends with it. */
  constructor(child: ChildProcess, { isGroup = false }: { isGroup?: boolean } = {}) {
    this.#process = child;
    this.#isGroup = isGroup;
  }

  /** Process id; undefined when the process could not be started. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** The exit of the process; undefined while it runs. */
  get exit(): ChildExit | undefined {
    return this.#exit;
  }

  /** Begins to listen, once and before anything is sent. Resolves when the process has ended; never rejects. */
  listen(onMessage: (message: Received) => void): Promise<ChildExit> {
    const { promise, resolve } = Promise.withResolvers<ChildExit>();
    let stderr = "";
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-maxStderr);
    });
    const end = (exit: ChildExit): void => {
      this.#exit ??= exit;
      // Processes that it started in its group end with it.
      if (this.#isGroup) this.kill();
      resolve(this.#exit);
    };
    this.#process.on("message", (message) => {
      if (!this.#exit) onMessage(message as Received);
    });
    this.#process.once("exit", (code, signal) => end({ code, signal, stderr }));
    // Any other error is a message that could not be sent: the process is dying, and its exit follows.
    this.#process.on("error", ({ message }) => {
      if (this.pid === undefined) end({ code: null, signal: null, stderr: message });
    });
    return promise;
  }

  /** Sends a message; false, and nothing sent, when the channel is closed. */
  send(message: Sent): boolean {
    if (!this.#process.connected) return false;
    this.#process.send(message as object, () => {
      // A failed write means that the process is dying: its exit follows.
    });
    return true;
  }

  /** Closes the channel, which asks the process to clean up and exit. */
  close(): void {
    if (this.#process.connected) this.#process.disconnect();
  }

  /** Ends the process at once, with its group where it leads one. Does nothing when it is gone. */
  kill(): void {
    const { pid } = this.#process;
    if (!this.#isGroup || pid === undefined) {
      this.#process.kill("SIGKILL");
      return;
    }
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // The whole group is gone already.
    }
  }
}
