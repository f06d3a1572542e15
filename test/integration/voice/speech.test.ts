import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { Espeak } from "../../../src/adapters/espeak/espeak.ts";
import { Aplay } from "../../../src/adapters/loudspeaker/aplay.ts";
import { FileSink } from "../../../src/adapters/loudspeaker/file-sink.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { BoxVoice } from "../../../src/voice/box-voice.ts";
import { incidentSpeaker } from "../../../src/voice/incident-speech.ts";
import { type Announcement, Loudspeaker } from "../../../src/voice/loudspeaker.ts";
import type { AudioSink } from "../../../src/voice/speech-port.ts";
import { wavFacts } from "../../../src/voice/wav.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";

const speaking = { wordsPerMinute: 300, voiceId: "espeak:en-gb" };
const espeak = new Espeak();

test("espeak-ng speaks, with lengths in its header that are true, in the voices that it lists", async () => {
  const voices = await espeak.voices();
  assert.ok(voices.length > 50);
  const french = voices.find(({ languages }) => languages.includes("fr"));
  assert.ok(french && french.id.startsWith("espeak:fr"));
  const wav = await espeak.speak({ ...speaking, text: "Hello, world" });
  assert.equal(wav.readUInt32LE(4), wav.length - 8);
  assert.equal(wav.readUInt32LE(40), wav.length - 44);
  const { sampleRateHz, durationSec } = wavFacts(wav);
  assert.equal(sampleRateHz, 22_050);
  assert.ok(durationSec > 0.3 && durationSec < 5, String(durationSec));
  // Sound, not silence.
  assert.ok(wav.subarray(44).some((byte) => byte !== 0));
  const other = await espeak.speak({ ...speaking, voiceId: french.id, text: "Hello, world" });
  assert.notDeepEqual(other, wav);
});

test("a text is only ever spoken: options, markup, phonemes and control characters of it are text", async () => {
  const sounds = new Set<number>();
  for (const text of [
    "--voices",
    "-w /tmp/x",
    "<speak>a</speak>",
    "[[h@'l@U]]",
    "a\0b\u001b[2J",
    "…",
  ]) {
    const wav = await espeak.speak({ ...speaking, text });
    sounds.add(wav.length);
  }
  assert.ok(sounds.size > 3);
  await assert.rejects(espeak.speak({ ...speaking, voiceId: "espeak:../../etc", text: "a" }), {
    code: "voice_unknown",
  });
});

test("a box without espeak-ng says what to install", async () => {
  const absent = new Espeak("no-such-espeak");
  assert.deepEqual(await absent.voices(), []);
  const state = await absent.state();
  assert.match(state.reason ?? "", /apt-get install espeak-ng/);
  await assert.rejects(absent.speak({ ...speaking, text: "a" }), { code: "speech_unavailable" });
  const voice = new BoxVoice({
    synthesizer: absent,
    speakers: [{ name: "default", open: async () => new FileSink("/nowhere", "a test") }],
    voice: "auto",
    locale: "en",
    wordsPerMinute: 150,
    clock: systemClock,
    log: silentLogger,
  });
  await voice.start();
  assert.throws(() => voice.say({ text: "a" }), { code: "speech_unavailable" });
  assert.equal(voice.describe().speech.available, false);
  await voice.stop();
});

/** What every `AudioSink` promises. */
function sinkConformance(make: (dir: string) => AudioSink): void {
  test("plays to the end, takes an abort before it began, and says what it is", async (t) => {
    const sink = make(await tempDir(t));
    const wav = await espeak.speak({ ...speaking, text: "one" });
    await sink.play(wav, new AbortController().signal);
    await sink.play(wav, AbortSignal.abort());
    assert.ok(["alsa", "file"].includes(sink.kind));
  });
}

describe("files as a loudspeaker", () => {
  sinkConformance((dir) => new FileSink(dir, "a test"));

  test("what is said lies in the files, the last twenty of them", async (t) => {
    const dir = join(await tempDir(t), "said");
    const sink = new FileSink(dir, "a test");
    for (let n = 0; n < 22; n += 1) {
      await sink.play(Buffer.from(String(n)), new AbortController().signal);
    }
    const names = (await readdir(dir)).toSorted();
    assert.equal(names.length, 20);
    assert.equal(await readFile(join(dir, names.at(-1)!), "utf8"), "21");
    const broken = new FileSink(join(dir, names[0]!, "below"), "a test");
    await assert.rejects(broken.play(Buffer.from("a"), new AbortController().signal), {
      code: "speaker_failed",
    });
  });
});

describe("ALSA as a loudspeaker", () => {
  sinkConformance((dir) => new Aplay(`tee:null,${join(dir, "played.wav")},wav`));

  test("the device gets the very sound, and a device that is not there is a problem in its own words", async (t) => {
    const file = join(await tempDir(t), "played.wav");
    const wav = await espeak.speak({ ...speaking, text: "Attention please" });
    await new Aplay(`tee:null,${file},wav`).play(wav, new AbortController().signal);
    const played = await readFile(file);
    const sound = wav.subarray(44);
    assert.deepEqual(played.subarray(44, 44 + sound.length), sound);
    await assert.rejects(new Aplay("nosuchdevice").play(wav, new AbortController().signal), {
      code: "speaker_failed",
      message: /nosuchdevice/,
    });
  });
});

interface Played {
  text: string;
  wasCut: boolean;
}

/** A loudspeaker whose sounds end when the test says so. */
function heldSpeaker(clock = new FakeClock()) {
  const played: Played[] = [];
  let finish: (() => void) | undefined;
  const sink: AudioSink = {
    kind: "alsa",
    note: null,
    play: (wav, signal) =>
      new Promise((resolve, reject) => {
        const text = Buffer.from(wav).toString();
        if (text === "broken") {
          reject(new Error("the device is gone"));
          return;
        }
        const end = (): void => {
          played.push({ text, wasCut: signal.aborted });
          finish = undefined;
          resolve();
        };
        finish = end;
        signal.addEventListener("abort", end, { once: true });
      }),
  };
  const speaker = new Loudspeaker({ name: "yard", sink, clock, log: silentLogger });
  const ends: Record<string, string | null> = {};
  const say = (text: string, isCritical = false): void => {
    const announcement: Announcement = {
      text,
      isCritical,
      synthesize: async () => Buffer.from(text),
    };
    void speaker.say(announcement).then(({ state, reason }) => {
      ends[text] = state === "succeeded" ? "said" : reason;
    });
  };
  const next = async (): Promise<void> => {
    await until(() => finish !== undefined);
    finish!();
  };
  return { clock, speaker, played, say, next, ends };
}

test("announcements come one after the other; a critical one interrupts and goes first, in order with its like", async () => {
  const { speaker, played, say, next, ends } = heldSpeaker();
  say("a");
  say("b");
  await until(() => speaker.state().isSpeaking);
  say("fire", true);
  say("flood", true);
  await next();
  await next();
  await next();
  await until(() => !speaker.state().isSpeaking);
  assert.deepEqual(played, [
    { text: "a", wasCut: true },
    { text: "fire", wasCut: false },
    { text: "flood", wasCut: false },
    { text: "b", wasCut: false },
  ]);
  const { spoken, interrupted, waiting } = speaker.state();
  assert.deepEqual([spoken, interrupted, waiting], [3, 1, 0]);
  const cut = "speech_failed: a critical announcement came first";
  assert.deepEqual(ends, { a: cut, fire: "said", flood: "said", b: "said" });
});

test("sixteen wait; one more is refused, a critical one takes the place of the oldest, what is old is left out", async () => {
  const { clock, speaker, say, next, played, ends } = heldSpeaker();
  say("now");
  await until(() => speaker.state().isSpeaking);
  for (let n = 0; n < 16; n += 1) say(`n${n}`);
  assert.throws(() => say("too much"), { code: "overloaded" });
  say("fire", true);
  assert.equal(speaker.state().waiting, 16);
  await next();
  clock.advance(61_000);
  await until(() => !speaker.state().isSpeaking);
  assert.deepEqual(
    played.map(({ text }) => text),
    ["now", "fire"],
  );
  const { refused, expired } = speaker.state();
  assert.deepEqual([refused, expired], [2, 15]);
  assert.deepEqual(
    [ends["n0"], ends["n1"]],
    [
      "speech_failed: a critical announcement came first",
      "speech_failed: its turn did not come within 60 s",
    ],
  );
});

test("a device that fails is a state with its reason, until one is spoken again; closing falls silent", async () => {
  const { speaker, say, next, played, ends } = heldSpeaker();
  say("broken");
  await until(() => speaker.state().failed === 1);
  assert.match(speaker.state().lastProblem ?? "", /the device is gone/);
  say("works");
  await next();
  await until(() => speaker.state().spoken === 1);
  assert.equal(speaker.state().lastProblem, null);
  say("long");
  say("never");
  await until(() => speaker.state().isSpeaking);
  await speaker.close();
  assert.deepEqual(played.at(-1), { text: "long", wasCut: true });
  const closing = "shutting_down: the box stopped before its turn";
  assert.deepEqual([ends["long"], ends["never"]], [closing, closing]);
  assert.match(ends["broken"] ?? "", /^speech_failed: /);
  assert.throws(() => say("late"), { code: "shutting_down" });
});

test("incidents from a severity on are said aloud, critical ones with priority, none twice and none without words", () => {
  const said: { text: string; isCritical?: boolean }[] = [];
  const tell = incidentSpeaker(
    {
      say: (each) => {
        said.push(each);
        return Promise.resolve({ state: "succeeded", reason: null });
      },
    },
    () => "warning",
    silentLogger,
  );
  const event = (type: string, data: object): never => ({ type, data }) as never;
  tell(event("incident.created", { severity: "info", summary: "a" }));
  tell(event("incident.created", { severity: "warning", summary: "b", locale: "de" }));
  tell(event("incident.updated", { severity: "critical", summary: "c" }));
  tell(event("robot.incident", { severity: "critical", summary: "d" }));
  tell(event("incident.created", { severity: "critical" }));
  assert.deepEqual(said, [
    { text: "b", isCritical: false, language: "de" },
    { text: "d", isCritical: true, language: undefined },
  ]);
  tell(event("incident.created", { severity: "warning", summary: "e", stream_name: "Nordtor" }));
  tell(event("robot.incident", { severity: "warning", summary: "f", robot_name: "Rover" }));
  assert.deepEqual(
    said.slice(2).map(({ text }) => text),
    ["Nordtor: e", "Rover: f"],
  );
});
