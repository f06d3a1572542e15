import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import type { RescueRestorer, RescueSource, RescueState } from "../../http/rescue/rescue-port.ts";
import type { RescueCode } from "../../base/keys/rescue-code.ts";
import { restoreCopy, type RestoreCopyRequest } from "../backup/restore-copy.ts";
import { restoreInside } from "../backup/restore-inside.ts";
import type { RestorePorts } from "../backup/restore.ts";
import { settleStore } from "../backup/settle.ts";
import { backupFiles } from "../backup/backup-files.ts";
import { rescueCodeFile } from "../backup/state-record.ts";

/** The store as a restore uses it. */
export interface RescueStore {
  /** Lock of the data directory; `take` fails with `store_locked`. */
  lock: { take(): void; release(): void };
  layout: RestoreCopyRequest["layout"];
  /** Returns the checked copy; undefined without one. */
  keptCopy(): Promise<{ file: string; madeAtMs: number } | undefined>;
  /** Returns the store of an unpacked data directory, not started yet. */
  open(dir: string): Store & Part;
}

/** Dependencies of `RescueRestore`. */
export interface RescueRestoreParts {
  dataDir: string;
  clock: Clock;
  log: Logger;
  code: RescueCode;
  /** The store's files in the data directory. */
  store: RescueStore;
  /**
   * Called when the restore is complete: the process must end, and the service manager starts it
   * again.
   */
  onRestored(): void;
}

type Source = RescueSource & { file: string };

const maxSources = 50;
/**
 * Time from the end of a restore to that of the process, in which the page learns of it, in
 * milliseconds.
 */
const restartMs = 2000;
const copyId = "copy";
const idle: RescueState = { state: "idle", source: null, stage: null, bytes: 0, problem: null };

/**
 * Restores from the rescue page: the checked copy as `gatehouse restore --copy` does, a backup
 * within the data directory. While this runs, a file holds the code for `gatehouse rescue-code`.
 * The code is valid until one restore succeeds: a failed one has changed nothing.
 */
export class RescueRestore implements Part, RescueRestorer {
  readonly #parts: RescueRestoreParts;
  #state: RescueState = idle;
  #shownCode = "";
  #running: Promise<void> | undefined;

  constructor(parts: RescueRestoreParts) {
    this.#parts = parts;
  }

  /**
   * Creates the code and writes its file (mode 0600), which only the owner of the data directory
   * and root can read.
   */
  async start(): Promise<void> {
    this.#shownCode = this.#parts.code.issue();
    await writeFileAtomic(this.#codeFile, `${this.#shownCode}\n`).catch((error: unknown) => {
      const { log } = this.#parts;
      log.warn(
        { error: describeError(error) },
        "the rescue code is in the log of the service only",
      );
    });
  }

  /** Waits for a running restore; the code is then void. */
  async stop(): Promise<void> {
    await this.#running;
    this.#parts.code.spend();
    await rm(this.#codeFile, { force: true });
  }

  /** Returns the code, for the log of the service; empty before `start`. */
  shownCode(): string {
    return this.#shownCode;
  }

  describe(): RescueState {
    return this.#state;
  }

  async sources(): Promise<readonly RescueSource[]> {
    return (await this.#found()).map(({ id, title }) => ({ id, title }));
  }

  async begin(request: { code: string; source: string; address: string }): Promise<void> {
    const { code, log } = this.#parts;
    code.check(request.code, request.address);
    const source = (await this.#found()).find(({ id }) => id === request.source);
    if (!source)
      throw fail("not_found", "source: there is no such copy or backup. Choose a listed one");
    if (this.#running) throw fail("conflict", "restore: one is running already. Wait for its end");
    log.warn(
      { source: source.id, address: request.address },
      "a restore begins from the rescue page",
    );
    this.#state = { ...idle, state: "running", source: source.id, stage: "verifying" };
    this.#running = this.#restore(source).finally(() => {
      this.#running = undefined;
    });
  }

  async #restore(source: Source): Promise<void> {
    const { dataDir, clock, code, log, store, onRestored } = this.#parts;
    try {
      store.lock.take();
      const ports: RestorePorts = {
        settle: (dir) => settleStore(dir, store.open, clock.wallMs()),
        onProgress: (progress) => {
          this.#state = { ...this.#state, ...progress };
        },
      };
      const wallMs = (): number => clock.wallMs();
      if (source.id === copyId) {
        const { layout } = store;
        await restoreCopy({ dataDir, copyFile: source.file, layout, wallMs }, ports);
      } else await restoreInside({ file: source.file, dataDir, wallMs }, ports);
    } catch (error) {
      this.#state = { ...this.#state, state: "failed", problem: describeError(error) };
      log.error({ source: source.id, problem: this.#state.problem }, "the restore failed");
      return;
    } finally {
      store.lock.release();
    }
    code.spend();
    await rm(this.#codeFile, { force: true });
    this.#state = { ...this.#state, state: "done" };
    clock.after(restartMs, onRestored);
  }

  async #found(): Promise<Source[]> {
    const { dataDir, store } = this.#parts;
    const copy = await store.keptCopy();
    const backups = (await backupFiles(dataDir)).map(({ name, path, mtimeMs }) => {
      const title = `The backup ${name} of ${inWords(mtimeMs)}`;
      return { id: name, title, file: path };
    });
    const title = `The checked copy of the store of ${inWords(copy?.madeAtMs ?? 0)}`;
    const copies = copy ? [{ id: copyId, title, file: copy.file }] : [];
    return [...copies, ...backups].slice(0, maxSources);
  }

  get #codeFile(): string {
    return join(this.#parts.dataDir, rescueCodeFile);
  }
}

function inWords(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ") + " UTC";
}
