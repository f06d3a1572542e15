import { Mistake } from "./mistake.ts";
import { check, type Reply, type Understood } from "./wire.ts";

const text = { type: "string" };
const models: ReadonlySet<string> = new Set(["tts-1", "tts-1-hd", "gpt-4o-mini-tts"]);
const voices = [
  "alloy",
  "ash",
  "ballad",
  "coral",
  "echo",
  "fable",
  "marin",
  "cedar",
  "nova",
  "onyx",
  "sage",
  "shimmer",
  "verse",
];
const schema = (voice: object): object => ({
  type: "object",
  required: ["model", "input", "voice"],
  additionalProperties: false,
  properties: {
    model: text,
    input: { type: "string", minLength: 1, maxLength: 4096 },
    voice,
    instructions: { type: "string", maxLength: 4096 },
    response_format: { enum: ["mp3", "opus", "aac", "flac", "wav", "pcm"] },
    speed: { type: "number", minimum: 0.25, maximum: 4 },
  },
});
const publicSchema = schema({ enum: voices });
const localSchema = schema(text);
const sampleRateHz = 24_000;

/** `POST /audio/speech`: a tone, the longer the more words there are. Of the formats it makes `wav` only. */
export function speech(body: unknown, isLocal: boolean): Understood {
  const asked = check<{ model: string; input: string; voice: string; response_format?: string }>(
    isLocal ? localSchema : publicSchema,
    body,
  );
  const { model, input } = asked;
  if (!isLocal && !models.has(model)) {
    throw new Mistake("no_model", "model", `The model '${model}' does not exist`);
  }
  if (asked.response_format !== "wav") {
    throw new Mistake("wrong_value", "response_format", "the stand-in makes wav only");
  }
  return {
    kind: "speech",
    model,
    prompt: input,
    pictures: [],
    answer: (spoil) =>
      Promise.resolve(spoken(spoil === undefined ? tone(input) : Buffer.from("no sound"))),
    refuse: () => ({ ...spoken(Buffer.from("{}")), status: 400 }),
  };
}

function spoken(body: Buffer): Reply {
  return { status: 200, headers: { "content-type": "audio/wav" }, body };
}

/** As the real ones come: written to a stream by ffmpeg, with a chunk of its name and lengths that nobody knew. */
export function tone(said: string): Buffer {
  const samples = Buffer.alloc(2 * Math.min(sampleRateHz * 10, said.length * 1200));
  for (let at = 0; at < samples.length / 2; at += 1) {
    samples.writeInt16LE(
      Math.round(8000 * Math.sin((at * 2 * Math.PI * 440) / sampleRateHz)),
      at * 2,
    );
  }
  const format = Buffer.alloc(24);
  format.write("fmt ", 0, "latin1");
  format.writeUInt32LE(16, 4);
  format.writeUInt16LE(1, 8);
  format.writeUInt16LE(1, 10);
  format.writeUInt32LE(sampleRateHz, 12);
  format.writeUInt32LE(sampleRateHz * 2, 16);
  format.writeUInt16LE(2, 20);
  format.writeUInt16LE(16, 22);
  const unknown = Buffer.from([0xff, 0xff, 0xff, 0xff]);
  const name = Buffer.from("Lavf61.7.100\0\0", "latin1");
  const list = Buffer.concat([
    Buffer.from("LIST"),
    Buffer.from([12 + name.length, 0, 0, 0]),
    Buffer.from("INFOISFT"),
    Buffer.from([name.length, 0, 0, 0]),
    name,
  ]);
  return Buffer.concat([
    Buffer.from("RIFF"),
    unknown,
    Buffer.from("WAVE"),
    format,
    list,
    Buffer.from("data"),
    unknown,
    samples,
  ]);
}
