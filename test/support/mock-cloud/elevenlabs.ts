import { Mistake, type MistakeKind } from "./mistake.ts";
import { tone } from "./openai-speech.ts";
import { check, type Dialect, json, parsed, type Reply, type Understood } from "./wire.ts";

const models: ReadonlySet<string> = new Set([
  "eleven_multilingual_v2",
  "eleven_turbo_v2_5",
  "eleven_flash_v2_5",
  "eleven_v3",
]);
/** Voices of the account, as `GET /v1/voices` lists them. */
const voices: ReadonlySet<string> = new Set(["21m00Tcm4TlvDq8ikWAM", "JBFqnCBsd6RMkjVDRZzb"]);
const unit = { type: "number", minimum: 0, maximum: 1 };
const bodySchema = {
  type: "object",
  required: ["text"],
  additionalProperties: false,
  properties: {
    text: { type: "string", minLength: 1, maxLength: 10_000 },
    model_id: { type: "string" },
    language_code: { type: "string" },
    seed: { type: "integer", minimum: 0 },
    voice_settings: {
      type: "object",
      additionalProperties: false,
      properties: {
        stability: unit,
        similarity_boost: unit,
        style: unit,
        use_speaker_boost: { type: "boolean" },
        speed: { type: "number" },
      },
    },
  },
};
const path = /^\/elevenlabs\/v1\/text-to-speech\/([^/]+)$/;

/** ElevenLabs' `POST /v1/text-to-speech/<voice>`: a tone. Of the formats it makes `wav_24000` only. */
export const elevenLabs: Dialect = {
  name: "elevenlabs",
  owns: (asked) => asked.startsWith("/elevenlabs/"),
  understand: async (call, key) => {
    const given = call.headers["xi-api-key"];
    if (given === undefined) throw new Mistake("no_key", "", "no key");
    if (given !== key) throw new Mistake("wrong_key", "", "");
    const voice = call.method === "POST" ? path.exec(call.path)?.[1] : undefined;
    if (voice === undefined) throw new Mistake("no_route", "", "Not Found");
    const body = check<{ text: string; model_id?: string; language_code?: string }>(
      bodySchema,
      parsed(call),
    );
    return spoken(body, { voice: decodeURIComponent(voice), search: call.search });
  },
  errorOf,
  trouble: (kind) => trouble[kind],
};

function spoken(
  {
    text,
    model_id: model = "eleven_multilingual_v2",
    language_code: language,
  }: {
    text: string;
    model_id?: string;
    language_code?: string;
  },
  { voice, search }: { voice: string; search: string },
): Understood {
  if (!models.has(model)) throw new Mistake("no_model", "model_id", model);
  if (!voices.has(voice)) throw new Mistake("no_voice", "voice_id", voice);
  if (language !== undefined && model === "eleven_multilingual_v2") {
    throw new Mistake("wrong_value", "language_code", "this model enforces no language");
  }
  if (new URLSearchParams(search).get("output_format") !== "wav_24000") {
    throw new Mistake("wrong_value", "output_format", "the stand-in makes wav_24000 only");
  }
  const sound = (body: Buffer): Reply => ({
    status: 200,
    headers: { "content-type": "audio/wav" },
    body,
  });
  return {
    kind: "speech",
    model,
    prompt: text,
    pictures: [],
    answer: (spoil) =>
      Promise.resolve(sound(spoil === undefined ? tone(text) : Buffer.from("no sound"))),
    refuse: () => detail(400, "content_policy_violation", "This text may not be spoken."),
  };
}

function detail(status: number, code: string, message: string): Reply {
  return json(status, { detail: { status: code, message } });
}

/** Quota and keys are 401 there, and what a schema refuses comes as a list. */
function errorOf({ kind, field, message }: Mistake): Reply {
  const known: Partial<Record<MistakeKind, Reply>> = {
    no_key: detail(
      401,
      "needs_authorization",
      "Neither authorization header nor xi-api-key received.",
    ),
    wrong_key: detail(401, "invalid_api_key", "Invalid API key"),
    no_route: json(404, { detail: "Not Found" }),
    no_model: detail(400, "model_not_found", `A model with model ID ${message} does not exist.`),
    no_voice: detail(404, "voice_not_found", `A voice with voice_id ${message} was not found.`),
  };
  const list = [{ loc: ["body", field], msg: message, type: kind }];
  return known[kind] ?? json(422, { detail: list });
}

const trouble = {
  rate_limited: detail(429, "too_many_concurrent_requests", "Too many concurrent requests."),
  server_error: json(500, { detail: "Internal Server Error" }),
  overloaded: detail(503, "system_busy", "The system is experiencing heavy traffic."),
};
