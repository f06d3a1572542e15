import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fail } from "../../base/contract/fail.ts";
import type { AudioSink } from "../../voice/speech-port.ts";

/** Plays through an ALSA device with `aplay` (package `alsa-utils`). */
export class Aplay implements AudioSink {
  readonly kind = "alsa";
  readonly note = null;
  readonly #device: string;

  constructor(device: string) {
    this.#device = device;
  }

  play(wav: Uint8Array, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const args = ["-q", "-t", "wav", "-D", this.#device, "-"];
      const child = spawn("aplay", args, { stdio: ["pipe", "ignore", "pipe"] });
      let complaint = "";
      const abort = (): void => void child.kill("SIGKILL");
      signal.addEventListener("abort", abort, { once: true });
      child.stderr.on("data", (chunk: Buffer) => {
        complaint = (complaint + chunk.toString()).slice(-300);
      });
      child.stdin.on("error", () => undefined);
      child.on("error", (cause) => {
        reject(
          fail("speaker_failed", "aplay: is missing. Install it: apt-get install alsa-utils", {
            cause,
          }),
        );
      });
      child.on("close", (code) => {
        signal.removeEventListener("abort", abort);
        if (code === 0 || signal.aborted) resolve();
        else
          reject(
            fail(
              "speaker_failed",
              `aplay: cannot play on ${this.#device} (${complaint.trim()}). Check the sound card`,
            ),
          );
      });
      child.stdin.end(wav);
    });
  }
}

/** Returns true when the machine has a sound card for ALSA. */
export async function hasSoundCard(): Promise<boolean> {
  try {
    return /^\s*\d+ \[/m.test(await readFile("/proc/asound/cards", "utf8"));
  } catch {
    return false;
  }
}
