import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { AudioSink } from "../../voice/speech-port.ts";

/** Files kept; the oldest go. */
const keptFiles = 20;

/** A sink for machines that cannot play sound: writes each announcement to a file, the newest last. */
export class FileSink implements AudioSink {
  readonly kind = "file";
  readonly note: string;
  readonly #dir: string;

  constructor(dir: string, why: string) {
    this.#dir = dir;
    this.note = `${why}: the last ${keptFiles} announcements are kept as files in ${dir}`;
  }

  async play(wav: Uint8Array, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      await mkdir(this.#dir, { recursive: true, mode: 0o700 });
      await writeFile(join(this.#dir, `${uuidv7(Date.now())}.wav`), wav, { mode: 0o600 });
      const names = (await readdir(this.#dir)).filter((name) => name.endsWith(".wav")).toSorted();
      for (const name of names.slice(0, -keptFiles))
        await rm(join(this.#dir, name), { force: true });
    } catch (cause) {
      throw fail("speaker_failed", `speaker: ${this.#dir} cannot be written. Check the folder`, {
        cause,
      });
    }
  }
}
