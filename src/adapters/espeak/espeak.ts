import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { spawn } from "node:child_process";
import { fail } from "../../base/contract/fail.ts";
import type { LocalVoice, Synthesizer, Usable, Utterance } from "../../voice/speech-port.ts";
import { withTrueLengths } from "../../voice/wav.ts";

/** Words of at most 2000 characters take espeak-ng far less; a hung one is ended. */
const timeoutMs = 10_000;
/** Ten minutes of its sound. */
const maxBytes = 32 * 1024 * 1024;
/** The interval between checks of its presence and its voices. */
const lookAgainMs = 60_000;
const absent =
  "espeak-ng: is not installed on the box. Install it for announcements and previews (Debian, Ubuntu: apt-get install espeak-ng)";

/** espeak-ng as a child process for each text: no shell, the text through its standard input. */
export class Espeak implements Synthesizer {
  readonly #program: string;
  #known: { atMs: number; voices: Promise<readonly LocalVoice[]> } | undefined;

  /** `program` is a name on the path, or a path. */
  constructor(program = "espeak-ng") {
    this.#program = program;
  }

  async state(): Promise<Usable> {
    const voices = await this.voices();
    return voices.length > 0
      ? { available: true, reason: null }
      : { available: false, reason: absent };
  }

  voices(): Promise<readonly LocalVoice[]> {
    const nowMs = performance.now();
    if (!this.#known || nowMs - this.#known.atMs > lookAgainMs) {
      this.#known = { atMs: nowMs, voices: this.#list() };
    }
    return this.#known.voices;
  }

  async speak({ text, voiceId, wordsPerMinute, signal }: Utterance): Promise<Buffer> {
    const voices = await this.voices();
    if (voices.length === 0) throw fail("speech_unavailable", absent);
    if (!voices.some(({ id }) => id === voiceId)) {
      throw fail("voice_unknown", `voice: espeak-ng has no ${voiceId}. List the voices`);
    }
    const voice = voiceId.slice(voiceId.indexOf(":") + 1);
    const args = ["-v", voice, "-s", String(wordsPerMinute), "-b", "1", "--stdin", "--stdout"];
    const wav = await this.#run(args, plain(text), signal);
    return withTrueLengths(wav);
  }

  async #list(): Promise<readonly LocalVoice[]> {
    try {
      return voicesOf((await this.#run(["--voices"], "")).toString("utf8"));
    } catch {
      return [];
    }
  }

  #run(args: readonly string[], input: string, signal?: AbortSignal): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const child = spawn(this.#program, args, {
        stdio: ["pipe", "pipe", "pipe"],
        killSignal: "SIGKILL",
        ...omitUndefined({ signal }),
      });
      // The option `timeout` of spawn() keeps its timer where the program is missing.
      const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      const chunks: Buffer[] = [];
      let length = 0;
      let complaint = "";
      child.stdout.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes) child.kill("SIGKILL");
        else chunks.push(chunk);
      });
      child.stderr.on("data", (chunk: Buffer) => {
        complaint = (complaint + chunk.toString()).slice(-500);
      });
      // It may end before it has read everything.
      child.stdin.on("error", () => undefined);
      child.on("error", (cause) => {
        clearTimeout(timer);
        reject(fail("speech_unavailable", absent, { cause }));
      });
      child.on("close", (code) => {
        clearTimeout(timer);
        if (code === 0 && length <= maxBytes) resolve(Buffer.concat(chunks));
        else
          reject(
            fail(
              "speech_failed",
              `espeak-ng: ended with ${code} (${complaint.trim()}). Check its installation`,
            ),
          );
      });
      child.stdin.end(input);
    });
  }
}

/** Without control characters, and without espeak-ng's own notation for phonemes. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replaceAll(/\[\[+/g, "[")
    .slice(0, 2000);
}

/** Rows of `espeak-ng --voices`: priority, language, age and gender, name, file, other languages. */
function voicesOf(table: string): LocalVoice[] {
  const found = new Map<string, LocalVoice>();
  for (const line of table.split("\n").slice(1)) {
    const match = /^\s*\d+\s+(\S+)\s+\S*\/(\S)\s+(\S+)\s+\S+\s*(.*)$/.exec(line);
    if (!match) continue;
    const [, language = "", gender = "", name = "", others = ""] = match;
    const more = [...others.matchAll(/\(([\w-]+) \d+\)/g)].map(([, each]) => each!);
    const id = `espeak:${language}`;
    if (found.has(id)) continue;
    found.set(id, {
      id,
      name: name.replaceAll("_", " "),
      languages: [language, ...more],
      gender: gender === "F" ? "female" : gender === "M" ? "male" : null,
    });
  }
  return [...found.values()];
}
