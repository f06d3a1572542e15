import { spawn } from "node:child_process";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";

/** The service manager's variables in the environment of the process. */
export interface NotifierOptions {
  /** `NOTIFY_SOCKET`; without it every call does nothing. */
  notifySocket: string | undefined;
  /** `WATCHDOG_USEC`; without it no watchdog is fed. */
  watchdogUsec: string | undefined;
  clock: Clock;
  /** Asked before each sign of life; false lets the watchdog run out, and systemd restarts us. */
  isHealthy: () => boolean;
  /** The command; `systemd-notify` of systemd. */
  command?: string;
}

/** A command that takes longer is ended. */
const sendMs = 5000;

/**
 * Reports the state of the process to systemd (sd_notify(3)). Node.js cannot send to a datagram unix socket,
 * so `systemd-notify` does; the unit needs `NotifyAccess=all`.
 */
export class SystemdNotifier implements Part {
  readonly #options: NotifierOptions;
  #watchdog: Timer | undefined;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Feeds the watchdog at half of its period from now on. */
  start(): void {
    const periodMs = Number(this.#options.watchdogUsec) / 1000 / 2;
    if (!this.#options.notifySocket || !(periodMs >= 100)) return;
    this.#watchdog = this.#options.clock.every(periodMs, () => {
      if (this.#options.isHealthy()) void this.#send("WATCHDOG=1");
    });
  }

  /** The API answers. */
  ready(status: string): Promise<void> {
    return this.#send("READY=1", `STATUS=${status}`);
  }

  /** The process is shutting down. */
  stopping(): Promise<void> {
    return this.#send("STOPPING=1");
  }

  stop(): void {
    this.#watchdog?.cancel();
    this.#watchdog = undefined;
  }

  /** Resolves when the message is sent or cannot be: the service manager is never waited for. */
  #send(...assignments: string[]): Promise<void> {
    const { notifySocket, command = "systemd-notify" } = this.#options;
    if (!notifySocket) return Promise.resolve();
    return new Promise((resolve) => {
      const child = spawn(command, ["--no-block", ...assignments], {
        env: { NOTIFY_SOCKET: notifySocket, PATH: "/usr/bin:/bin" },
        stdio: "ignore",
      });
      // The option `timeout` of spawn() keeps its timer where the program is missing.
      const timer = setTimeout(() => child.kill(), sendMs);
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      child.on("error", end);
      child.on("close", end);
    });
  }
}
