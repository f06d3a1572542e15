import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";

/** The last work on backups, and how far it is. */
export interface BackupWorkState {
  kind: "make" | "verify" | "receive" | "restore";
  name: string;
  state: "running" | "restarting" | "done" | "failed";
  /** Of a restore. */
  stage: string | null;
  bytes: number;
  total: number | null;
  /** Unix seconds of its beginning, later of its end. */
  at: number;
  error: { code: string; message: string } | null;
}

/** What the work reports while it runs. */
export type WorkProgress = (progress: Partial<Pick<BackupWorkState, "stage" | "bytes">>) => void;

/** One backup, check or restore at a time; keeps the outcome until the next begins. */
export class BackupWork {
  readonly #clock: Clock;
  #last: BackupWorkState | null = null;
  #running: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when the running work has ended. */
  async ended(): Promise<void> {
    await this.#running;
  }

  last(): BackupWorkState | null {
    return this.#last;
  }

  /** Throws `conflict` while work runs. */
  refuseSecond(): void {
    if (!this.#running && this.#last?.state !== "restarting") return;
    const { kind, name } = this.#last!;
    throw fail("conflict", `backups: ${kind} of ${name} is running. Wait until it has ended`);
  }

  /** Starts `run` in the background; it resolves with the end state. Throws `conflict` while other work runs. */
  begin(
    what: Pick<BackupWorkState, "kind" | "name" | "total">,
    run: (onProgress: WorkProgress) => Promise<"done" | "restarting">,
  ): void {
    this.refuseSecond();
    const atSec = (): number => Math.floor(this.#clock.wallMs() / 1000);
    const work: BackupWorkState = {
      ...what,
      state: "running",
      stage: null,
      bytes: 0,
      at: atSec(),
      error: null,
    };
    this.#last = work;
    this.#running = run((progress) => void Object.assign(work, progress))
      .then(
        (state) => {
          work.state = state;
        },
        (error: unknown) => {
          const coded = GatehouseError.find(error);
          work.state = "failed";
          work.error = {
            code: coded?.code ?? "internal_error",
            message: coded?.message ?? describeError(error),
          };
        },
      )
      .finally(() => {
        work.at = atSec();
        this.#running = undefined;
      });
  }
}
