import type { ChildProcess } from "node:child_process";
import { isatty } from "node:tty";
import { rename, rm, writeFile } from "node:fs/promises";
import { LogFile } from "./adapters/pino/log-file.ts";
import { createLogger } from "./adapters/pino/pino-logger.ts";
import { Scrubber } from "./adapters/pino/scrubber.ts";
import { SystemdNotifier } from "./adapters/systemd/notifier.ts";
import { Appliance } from "./appliance.ts";
import { processEnvironment } from "./system/config/environment.ts";
import type { SiteSettings } from "./system/config/effective.ts";
import { secretsOf } from "./system/config/secrets.ts";
import { settleTrial } from "./system/config/trial.ts";
import type { SiteConfig } from "./system/config/site-config.ts";
import { systemClock } from "./base/core/clock.ts";
import { describeError } from "./base/core/errors.ts";
import { LiveSettings } from "./base/settings/live-settings.ts";
import type { Logger } from "./base/core/logger.ts";
import { grouped } from "./base/keys/rescue-code.ts";
import type { DemoOptions } from "./appliance-options.ts";

/** Options of a run of the process. */
export interface RunOptions {
  /** The checked site configuration. */
  config: SiteConfig;
  /** The sources of the configuration. */
  settings: SiteSettings;
  /** Written atomically once the API answers: `{url, page}`, and `key` for the demo. */
  readyFile?: string;
  /** Takes the log instead of standard output, and is named at the terminal. */
  logFile?: string;
  /** A vision child that was started while this was being loaded; it is the appliance's from here on. */
  visionChild?: ChildProcess;
  /** Adds the built-in site, or the visitor's own camera in its place, and a key. */
  demo?: DemoOptions;
}

/** A stop that takes longer than this is cut off, in milliseconds. */
const stopDeadlineMs = 20_000;
const keepAliveMs = 60_000;

/**
 * Runs the appliance until SIGTERM or SIGINT; a second signal ends the process at once. Ends the
 * process with 0 after a clean stop and with 1 when the start, the stop or the store failed.
 */
export async function runAppliance(options: RunOptions): Promise<void> {
  const { config, settings, readyFile, logFile, demo, visionChild } = options;
  const scrubber = new Scrubber();
  scrubber.know(...secretsOf(config));
  const destination = logFile === undefined ? {} : { destination: new LogFile(logFile) };
  const live = new LiveSettings(config);
  const logged = live.view((now) => ({ level: now.log.level }));
  const log = createLogger({ level: () => logged.level, scrubber, ...destination });
  const environment = processEnvironment();
  const abort = new AbortController();
  const appliance = new Appliance({
    config,
    live,
    settings,
    log,
    clock: systemClock,
    keepSecret: (secret) => scrubber.know(secret),
    onFatal: (error) => {
      log.error({ error: describeError(error) }, "the process ends because of the store");
      process.exit(1);
    },
    restart: () => void stop(0, true),
    ...(demo ? { demo } : {}),
    ...(visionChild ? { visionChild } : {}),
  });
  const notifier = new SystemdNotifier({
    notifySocket: environment["NOTIFY_SOCKET"],
    watchdogUsec: environment["WATCHDOG_USEC"],
    clock: systemClock,
    isHealthy: () => appliance.isHealthy(),
  });
  const stop = stopper({ appliance, notifier, log, abort });
  guard(log, stop);
  // At a terminal the signal says that the terminal is gone.
  if (!isatty(0)) process.on("SIGHUP", () => void reload(appliance, log));
  // Timers of the parts do not keep the process alive, and before the API listens nothing else may.
  setInterval(() => undefined, keepAliveMs);
  try {
    await appliance.start(abort.signal);
    if (readyFile !== undefined) {
      const {
        setupCode: _code,
        fingerprint: _print,
        isRescue: _rescue,
        rescueCode: _rescueCode,
        ...entrance
      } = appliance.entrance();
      await writeReady(readyFile, entrance);
    }
    announce(appliance, logFile);
    notifier.start();
    await notifier.ready(`answering at ${appliance.entrance().url}`);
  } catch (error) {
    if (abort.signal.aborted) return await stop(1);
    process.stderr.write(`gatehouse: ${describeError(error)}\n`);
    // A site file on trial with which the start fails: the former one returns.
    const { file } = settings.sources();
    const isBack = file !== null && (await settleTrial(file, systemClock.wallMs())) === "reverted";
    await stop(1, isBack);
  }
}

/** Puts the same command in the place of this process, which keeps its id; its parts have stopped. */
function startAgain(log: Logger): void {
  log.info({}, "starting again");
  const { execPath, execArgv, argv } = process;
  const environment = processEnvironment() as Record<string, string>;
  process.execve!(execPath, [execPath, ...execArgv, ...argv.slice(1)], environment);
}

/**
 * Makes the one way out: stops every part within the deadline and ends the process, or starts it
 * again.
 */
function stopper(parts: {
  appliance: Appliance;
  notifier: SystemdNotifier;
  log: Logger;
  abort: AbortController;
}): (code: number, startsAgain?: boolean) => Promise<void> {
  let isStopping = false;
  return async (code, startsAgain = false) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    const { appliance, notifier, log, abort } = parts;
    setTimeout(() => {
      log.error({}, "the stop took too long");
      process.exit(1);
    }, stopDeadlineMs).unref();
    abort.abort();
    notifier.stop();
    // A service manager that hears of a stop ends the process.
    if (!startsAgain) await notifier.stopping();
    try {
      await appliance.stop();
      if (startsAgain) startAgain(log);
      process.exit(code);
    } catch (error) {
      log.error({ error: describeError(error) }, "not everything stopped cleanly");
      process.exit(1);
    }
  };
}

/** Puts the changed settings of the site file in force, as `gatehouse config apply` does. */
async function reload(appliance: Appliance, log: Logger): Promise<void> {
  try {
    const applied = await appliance.reload();
    if (applied) log.info({ in_force: applied.inForce, waiting: applied.waiting }, "settings read");
  } catch (error) {
    log.error({ error: describeError(error) }, "the settings were not read");
  }
}

function guard(log: Logger, stop: (code: number) => Promise<void>): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      log.info({ signal }, "stopping");
      void stop(0);
    });
  }
  // An unhandled rejection is a defect of the program: it is logged, and the box goes on. The store guards itself.
  process.on("unhandledRejection", (error) => {
    log.error({ error: describeError(error) }, "unhandled rejection");
  });
}

/** Appears whole or not at all, readable by its owner only because of the key. */
async function writeReady(file: string, entrance: object): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await rm(temporary, { force: true });
  await writeFile(temporary, JSON.stringify(entrance), { mode: 0o600 });
  await rename(temporary, file);
}

/** The lines for a person at the terminal; logs are for machines. */
function announce(appliance: Appliance, logFile: string | undefined): void {
  const { page, key, setupCode, fingerprint, isRescue, rescueCode, triage } = appliance.entrance();
  const ready = isRescue
    ? `Gatehouse has no store that it can open; what to do: ${page}`
    : `Gatehouse is ready: ${page}`;
  const lines = [key === undefined ? ready : `${ready}   Key: ${key}`];
  if (logFile !== undefined) lines.push(`Log: ${logFile}`);
  for (const { what, problem } of triage ?? []) {
    if (problem !== undefined) lines.push(`Triage of ${what}: refused: ${problem}`);
  }
  if (fingerprint !== undefined) lines.push(`Certificate (SHA-256): ${fingerprint}`);
  if (rescueCode !== undefined) {
    lines.push(`Rescue code, good for one restore from that page: ${grouped(rescueCode)}`);
  }
  if (setupCode !== undefined) {
    const spaced = `${setupCode.slice(0, 4)} ${setupCode.slice(4)}`;
    lines.push(`There is no key yet. Setup code, good for 15 minutes: ${spaced}`);
  }
  const text = `${lines.join("\n")}\n`;
  // Apart from the log lines around it, where these share the terminal.
  process.stderr.write(logFile === undefined ? `\n${text}\n` : text);
}
