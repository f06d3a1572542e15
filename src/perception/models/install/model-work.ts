import { fail } from "../../../base/contract/fail.ts";
import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import type { Part } from "../../../base/core/parts.ts";
import type { DownloadProgress } from "./download-port.ts";

/** The last work on models, and how far it is. */
export interface ModelWorkState {
  kind: "pull" | "install" | "bench" | "learn";
  /** Name of the model. */
  name: string;
  state: "running" | "done" | "failed";
  bytes: number;
  total: number | null;
  error: { code: string; message: string } | null;
}

/** One download, installation or bench at a time; keeps the outcome until the next begins. */
export class ModelWork implements Part {
  #last: ModelWorkState | null = null;
  #running: Promise<void> | undefined;

  /** No work before `begin`. */
  start(): void {}

  async stop(): Promise<void> {
    await this.#running;
  }

  last(): ModelWorkState | null {
    return this.#last;
  }

  /** Starts `run` in the background. Throws `conflict` while another one runs. */
  begin(
    kind: ModelWorkState["kind"],
    name: string,
    run: (onProgress: (progress: DownloadProgress) => void) => Promise<void>,
  ): void {
    if (this.#running) {
      const { kind: other, name: otherName } = this.#last!;
      throw fail(
        "conflict",
        `models: ${other} of ${otherName} is running. Wait until it has ended`,
      );
    }
    const work: ModelWorkState = {
      kind,
      name,
      state: "running",
      bytes: 0,
      total: null,
      error: null,
    };
    this.#last = work;
    const onProgress = ({ bytes, totalBytes }: DownloadProgress): void => {
      work.bytes = bytes;
      work.total = totalBytes ?? null;
    };
    this.#running = run(onProgress)
      .then(
        () => {
          work.state = "done";
        },
        (error: unknown) => {
          work.state = "failed";
          const code = GatehouseError.find(error)?.code ?? "internal_error";
          work.error = { code, message: describeError(error) };
        },
      )
      .finally(() => {
        this.#running = undefined;
      });
  }
}
