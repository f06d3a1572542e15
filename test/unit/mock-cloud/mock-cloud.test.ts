import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  APICallError,
  generateImage,
  generateText,
  type ImageModel,
  jsonSchema,
  type LanguageModel,
  Output,
} from "ai";
import sharp from "sharp";
import { startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

const cloud = await startMockCloud();
after(() => cloud.stop());
const { key: apiKey, baseUrls } = cloud;
const openai = createOpenAI({ baseURL: baseUrls.openai, apiKey });
const google = createGoogle({ baseURL: baseUrls.google, apiKey });
const anthropic = createAnthropic({ baseURL: baseUrls.anthropic, apiKey });
const compatible = createOpenAICompatible({
  name: "lan",
  baseURL: baseUrls.compatible,
  supportsStructuredOutputs: true,
});

const red = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#f00" } })
  .png()
  .toBuffer();
const brief = jsonSchema<{
  headline: string;
  tone: string;
  shots: string[];
  accent: string | null;
}>({
  type: "object",
  properties: {
    headline: { type: "string", maxLength: 60 },
    tone: { enum: ["calm", "loud"] },
    shots: { type: "array", items: { type: "string" }, minItems: 3 },
    accent: { anyOf: [{ type: "string", pattern: "^#[0-9a-f]{6}$" }, { type: "null" }] },
  },
  required: ["headline", "tone", "shots", "accent"],
  additionalProperties: false,
});

const texts: [string, LanguageModel][] = [
  ["OpenAI's responses", openai("gpt-5-mini")],
  ["OpenAI's chat", openai.chat("gpt-5-mini")],
  ["Google", google("gemini-2.5-flash")],
  ["Anthropic", anthropic("claude-sonnet-4-5")],
  ["a compatible server", compatible.chatModel("local-model")],
];
const images: [string, ImageModel][] = [
  ["OpenAI", openai.image("gpt-image-1")],
  ["Google", google.image("gemini-2.5-flash-image")],
  ["a compatible server", compatible.imageModel("sd")],
];

function ask(model: LanguageModel, prompt = "Sell raincoats in Bergen", more = {}) {
  const output = Output.object({ schema: brief, name: "Brief" });
  return generateText({ model, prompt, output, maxRetries: 0, ...more });
}

function draw(model: ImageModel, prompt: Parameters<typeof generateImage>[0]["prompt"], more = {}) {
  return generateImage({
    model,
    prompt,
    size: "1024x1024",
    aspectRatio: "1:1",
    maxRetries: 0,
    ...more,
  });
}

async function callError(work: Promise<unknown>): Promise<APICallError> {
  const error: unknown = await work.then(
    () => assert.fail("it was answered"),
    (thrown: unknown) => thrown,
  );
  if (!APICallError.isInstance(error)) throw error;
  return error;
}

for (const [name, model] of texts) {
  test(`the SDK gets structured output from the stand-in as from ${name}`, async () => {
    const { output, usage } = await ask(model);
    assert.ok(["calm", "loud"].includes(output.tone));
    assert.ok(output.headline.length > 0 && output.shots.length > 0 && output.accent !== null);
    // Anthropic takes no bounds and patterns: the SDK leaves them out of what it sends.
    if (name !== "Anthropic") {
      assert.ok(output.shots.length >= 3 && output.headline.length <= 60);
      assert.match(output.accent, /^#[0-9a-f]{6}$/);
    }
    assert.ok(usage.inputTokens! > 0);
    assert.equal(cloud.requests.at(-1)!.prompt.includes("raincoats"), true);
  });

  test(`a picture that is asked about reaches the stand-in as it reaches ${name}`, async () => {
    const content = [
      { type: "text" as const, text: "What is this?" },
      { type: "file" as const, data: red, mediaType: "image/png" },
    ];
    const { text } = await generateText({
      model,
      messages: [{ role: "user", content }],
      maxRetries: 0,
    });
    assert.match(text, /Placeholder answer to: What is this/);
    assert.deepEqual([...cloud.requests.at(-1)!.pictures[0]!], [...red]);
  });

  test(`a refusal for the content reads as ${name} words it`, async () => {
    cloud.misbehave({ what: "refusal" });
    const result = await generateText({ model, prompt: "something bad", maxRetries: 0 });
    assert.doesNotMatch(result.text, /Placeholder/);
    if (name !== "OpenAI's chat" && name !== "a compatible server") {
      assert.equal(result.finishReason, "content-filter");
    }
  });

  test(`a wrong key gets ${name}'s own error`, async () => {
    if (name === "a compatible server") return;
    const wrong = {
      "OpenAI's responses": createOpenAI({ baseURL: baseUrls.openai, apiKey: "no" })("gpt-5-mini"),
      "OpenAI's chat": createOpenAI({ baseURL: baseUrls.openai, apiKey: "no" }).chat("gpt-5-mini"),
      Google: createGoogle({ baseURL: baseUrls.google, apiKey: "no" })("gemini-2.5-flash"),
      Anthropic: createAnthropic({ baseURL: baseUrls.anthropic, apiKey: "no" })("claude-haiku-4-5"),
    }[name]!;
    const error = await callError(ask(wrong));
    assert.match(error.message, /Incorrect API key|API key not valid|invalid x-api-key/);
    assert.equal(error.isRetryable, false);
  });
}

for (const [name, model] of images) {
  test(`${name} draws a PNG of the asked size, and another one for another prompt`, async () => {
    const { image } = await draw(model, "a raincoat");
    const { format, width, height } = await sharp(image.uint8Array).metadata();
    assert.deepEqual({ format, width, height }, { format: "png", width: 1024, height: 1024 });
    const other = await draw(model, "an umbrella");
    assert.notDeepEqual(other.image.uint8Array, image.uint8Array);
  });

  test(`${name} draws on the picture that is given`, async () => {
    const { image } = await draw(model, { text: "add snow", images: [red, red] });
    const { dominant } = await sharp(image.uint8Array).stats();
    assert.ok(dominant.r > dominant.b, JSON.stringify(dominant));
    const { pictures } = cloud.requests.at(-1)!;
    assert.deepEqual(
      pictures.map(({ length }) => length),
      [red.length, red.length],
    );
  });

  test(`${name} refuses a picture for its content`, async () => {
    cloud.misbehave({ what: "refusal", on: "image" });
    await assert.rejects(draw(model, "something bad"), (error: Error) => {
      if (APICallError.isInstance(error)) assert.match(error.responseBody!, /moderation_blocked/);
      else assert.equal(error.name, "AI_NoImageGeneratedError");
      return true;
    });
  });

  test(`a picture of ${name} comes wrong when that is ordered`, async () => {
    cloud.misbehave({ what: "wrong_size" });
    const { image } = await draw(model, "a raincoat");
    assert.equal((await sharp(image.uint8Array).metadata()).width, 640);
    cloud.misbehave({ what: "no_picture" });
    await assert.rejects(sharp((await draw(model, "a coat")).image.uint8Array).metadata());
  });
}

test("trouble has the provider's status and says when to come back", async () => {
  for (const [, model] of texts) {
    cloud.misbehave({ what: "rate_limited", retryAfterSec: 7 });
    const limited = await callError(ask(model));
    assert.equal(limited.statusCode, 429);
    assert.equal(limited.responseHeaders!["retry-after"], "7");
    cloud.misbehave({ what: "server_error" });
    assert.equal((await callError(ask(model))).statusCode, 500);
    cloud.misbehave({ what: "overloaded" });
    const { statusCode, isRetryable } = await callError(ask(model));
    assert.ok([503, 529].includes(statusCode!) && isRetryable);
  }
});

test("what is lost after it was accepted is billed, and comes again under its idempotency key", async () => {
  const [, model] = images[0]!;
  const before = cloud.billed();
  cloud.misbehave({ what: "hang_up" });
  const headers = { "Idempotency-Key": "job-1" };
  await assert.rejects(draw(model, "a hat", { headers }));
  assert.equal(cloud.billed(), before + 1);
  await draw(model, "a hat", { headers });
  assert.equal(cloud.billed(), before + 1);
  assert.equal(cloud.requests.at(-1)!.isReplay, true);
  const reused = await callError(draw(model, "a shoe", { headers }));
  assert.match(reused.message, /idempotent/);
});

test("garbage, a cut answer, a cut connection and a drip reach the caller as they would", async () => {
  const [, model] = texts[0]!;
  for (const what of ["garbage", "truncated", "reset"] as const) {
    cloud.misbehave({ what });
    await assert.rejects(ask(model), what);
  }
  cloud.misbehave({ what: "drip" });
  const abortSignal = AbortSignal.timeout(400);
  await assert.rejects(ask(model, "slowly", { abortSignal }));
});

test("a held answer comes when it is let go", async () => {
  const [, model] = texts[0]!;
  cloud.misbehave({ what: "hold", prompt: "waits" });
  const held = ask(model, "this one waits");
  await ask(model, "this one does not");
  cloud.release();
  assert.ok((await held).output.headline);
});

const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const all = { "content-type": "application/json", ...headers };
  const answer = await fetch(url, { method: "POST", headers: all, body: JSON.stringify(body) });
  return { status: answer.status, text: await answer.text() };
};

test("what a provider refuses the stand-in refuses, in the provider's words", async () => {
  const bearer = { authorization: `Bearer ${apiKey}` };
  const toOpenAi = (path: string, body: unknown) => post(`${baseUrls.openai}${path}`, body, bearer);
  const toGoogle = (model: string, body: unknown) =>
    post(`${baseUrls.google}/models/${model}:generateContent`, body, { "x-goog-api-key": apiKey });
  const toAnthropic = (body: unknown, version = "2023-06-01") =>
    post(`${baseUrls.anthropic}/messages`, body, {
      "x-api-key": apiKey,
      "anthropic-version": version,
    });
  const contents = [{ role: "user", parts: [{ text: "hi" }] }];
  const messages = [{ role: "user", content: "hi" }];
  const open = { type: "object", properties: { a: { type: "string" } }, required: [] };
  const cases: [Promise<{ status: number; text: string }>, number, RegExp][] = [
    [
      toOpenAi("/images/generations", { model: "gpt-image-1", prompt: "x", aspect: "1:1" }),
      400,
      /Unknown parameter: 'aspect'/,
    ],
    [
      toOpenAi("/images/generations", { model: "gpt-image-1", prompt: "x", size: "1000x1000" }),
      400,
      /1024x1024, 1536x1024/,
    ],
    [
      toOpenAi("/images/generations", {
        model: "gpt-image-1",
        prompt: "x",
        response_format: "b64_json",
      }),
      400,
      /response_format/,
    ],
    [toOpenAi("/images/generations", { model: "nano", prompt: "x" }), 404, /model_not_found/],
    [
      toOpenAi("/images/generations", { model: "gpt-image-1", prompt: "x", n: "1" }),
      400,
      /invalid_type/,
    ],
    [toOpenAi("/images/generations", { model: "gpt-image-1" }), 400, /missing_required_parameter/],
    [toOpenAi("/images/edits", { model: "gpt-image-1", prompt: "x" }), 400, /multipart/],
    [
      toOpenAi("/chat/completions", { model: "gpt-5", messages, max_tokens: 5 }),
      400,
      /max_completion_tokens/,
    ],
    [
      toOpenAi("/responses", {
        model: "gpt-5",
        input: "hi",
        text: { format: { type: "json_schema", name: "A", strict: true, schema: open } },
      }),
      400,
      /additionalProperties/,
    ],
    [toOpenAi("/nowhere", {}), 404, /Invalid URL/],
    [post(`${baseUrls.openai}/responses`, {}), 401, /didn't provide an API key/],
    [
      toGoogle("gemini-2.5-flash", { contents, generation: {} }),
      400,
      /Unknown name \\"generation\\"/,
    ],
    [
      toGoogle("gemini-2.5-flash", {
        contents,
        generationConfig: { responseModalities: ["IMAGE"] },
      }),
      400,
      /response modalities/,
    ],
    [
      toGoogle("gemini-2.5-flash-image", {
        contents,
        generationConfig: { imageConfig: { aspectRatio: "7:1" } },
      }),
      400,
      /INVALID_ARGUMENT/,
    ],
    [toGoogle("imagen-9", { contents }), 404, /not supported for generateContent/],
    [
      post(`${baseUrls.google}/models/gemini-2.5-flash:generateContent`, { contents }),
      403,
      /PERMISSION_DENIED/,
    ],
    [toAnthropic({ model: "claude-haiku-4-5", messages }), 400, /max_tokens: Field required/],
    [
      toAnthropic({ model: "claude-haiku-4-5", messages, max_tokens: 9, size: 1 }),
      400,
      /size: Extra inputs are not permitted/,
    ],
    [toAnthropic({ model: "gpt-5", messages, max_tokens: 9 }), 404, /not_found_error/],
    [
      toAnthropic({ model: "claude-haiku-4-5", messages, max_tokens: 9 }, "1999"),
      400,
      /anthropic-version/,
    ],
  ];
  for (const [answer, status, words] of cases) {
    const { status: got, text } = await answer;
    assert.equal(got, status, text);
    assert.match(text, words);
  }
});
