import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { limits } from "../../../src/base/contract/limits.ts";
import { pngBomb } from "../../support/media/hostile-pictures.ts";
import { storeBrand } from "../../support/media/make-brands.ts";
import { startMedia } from "../../support/media/media-rig.ts";

const generate = "/api/v1/images/generations";

test("a request that breaks a limit of the contract is refused with its field, and nothing is sent", async (t) => {
  const { rig, cloud } = await startMedia(t);
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#123" } })
    .png()
    .toBuffer();
  const base64 = small.toString("base64");
  const jpeg = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.alloc(15.1 * 1024 * 1024),
  ]);
  const blue = await sharp(small).negate().toBuffer();
  const frames = await sharp([small, blue], { join: { animated: true } })
    .webp()
    .toBuffer();
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"/>`).toString("base64");
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n").toString("base64");
  const brandId = crypto.randomUUID();
  const prompt = "A hat";
  const picture = "reference_images[0]";
  const pictures = (...reference_images: string[]) => ({ prompt, reference_images });
  const cases: [string, object, string, RegExp][] = [
    ["15.1 MB", pictures(jpeg.toString("base64")), picture, /larger than 15 MB|longer/],
    ["a bomb", pictures(pngBomb().toString("base64")), picture, /50 megapixels/],
    [
      "an SVG named .png",
      pictures(`data:image/png;base64,${svg}`),
      picture,
      /no JPEG, PNG or WebP/,
    ],
    ["a PDF", pictures(pdf), picture, /no JPEG, PNG or WebP.*https URL, data URL, or base64$/],
    [
      "a word",
      pictures("hat.png!"),
      picture,
      /not base64.*Send an https URL, data URL, or base64$/,
    ],
    [
      "a plain data URL",
      pictures("data:image/png,hat"),
      picture,
      /not base64\. Send an https URL, data URL, or base64$/,
    ],
    ["an animation", pictures(frames.toString("base64")), picture, /several frames/],
    ["a wrong type", pictures(`data:image/webp;base64,${base64}`), picture, /image\/png/],
    ["http", pictures("http://example.com/a.png"), picture, /https/],
    ["a file", pictures("file:///etc/passwd"), picture, /https/],
    ["7 references", pictures(...Array.from({ length: 7 }, () => base64)), "reference_images", /6/],
    ["5 001 characters", { prompt: "x".repeat(5001) }, "prompt", /5000/],
    ["no prompt", {}, "prompt", /required/],
    [
      "17 keys",
      {
        prompt,
        metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, "v"])),
      },
      "metadata",
      /16/,
    ],
    ["a long value", { prompt, metadata: { k: "v".repeat(501) } }, "metadata.k", /500/],
    [
      "a long reference",
      { prompt, client_reference_id: "r".repeat(201) },
      "client_reference_id",
      /200/,
    ],
    ["an aspect", { prompt, output: { aspect_ratio: "7:1" } }, "output.aspect_ratio", /4:5/],
    ["a resolution", { prompt, output: { resolution: "8K" } }, "output.resolution", /2K/],
    ["an unknown field", { prompt, size: 1 }, "size", /not a known field/],
    [
      "two brands",
      { prompt, brand_id: brandId, brand_identity: {} },
      "brand_identity",
      /one of the two/,
    ],
  ];
  for (const [what, body, param, words] of cases) {
    const { status, json } = await rig.ask(generate, { method: "POST", body });
    assert.deepEqual([status, json.error?.param], [400, param], `${what}: ${JSON.stringify(json)}`);
    assert.equal(json.error.code, "invalid_request_body");
    assert.match(json.error.message, words, what);
  }
  assert.equal(cloud.requests.length, 0);
  assert.equal(rig.jobs.counts().running, 0);
});

test("a foreign brand, an address inside and a capability without endpoint have codes of their own", async (t) => {
  const { rig } = await startMedia(t, { routed: ["image"] });
  const { id: brand_id } = await storeBrand(rig.store, { org: "acme" });
  const post = async (path: string, body: object) => {
    const { status, json } = await rig.ask(path, { method: "POST", body });
    return [status, json.error?.code, json.error?.param];
  };
  const prompt = "A hat";
  assert.deepEqual(await post(generate, { prompt, brand_id }), [404, "not_found", "brand_id"]);
  const body = { prompt, reference_images: ["https://10.0.0.7/a.png"] };
  assert.deepEqual(await post(generate, body), [400, "forbidden_address", "reference_images[0]"]);
  const refused = await rig.ask(generate, { method: "POST", body });
  assert.match(refused.json.error.message, /webhooks\.allowed_networks/);
  const edit = { source_job_id: crypto.randomUUID(), prompt };
  assert.deepEqual(await post("/api/v1/campaigns/edit", edit), [
    403,
    "feature_disabled",
    undefined,
  ]);
  const avatars = await post("/api/v1/avatars/generate", { hints: {} });
  assert.deepEqual(avatars, [400, "invalid_request_body", "prompt"]);
});

test("a blank prompt is refused with its field by every operation that takes one", async (t) => {
  const { rig } = await startMedia(t);
  const id = crypto.randomUUID();
  const market = { source_job_id: id, target_language: "fr", target_currency: "EUR" };
  const place = { target_culture: "Lyon" };
  const agent = { name: "Guide", system_prompt: " ", voice_id: "espeak:en" };
  const cases: [path: string, field: string, rest: object][] = [
    ["campaigns/generate", "prompt", {}],
    ["images/generations", "prompt", {}],
    ["ads/generate", "prompt", {}],
    ["avatars/generate", "prompt", {}],
    ["campaigns/edit", "prompt", { source_job_id: id }],
    ["campaigns/edit", "instructions", { source_job_id: id }],
    ["campaigns/localize-ad", "prompt", { ...market, ...place }],
    [`brands/${id}/project`, "use_case", {}],
    ["clinical/research", "question", { sources: [{ id: "a", text: "b" }] }],
    ["clinical/decision-support", "question", {}],
    ["robots/run", "task", { robot_id: "rover" }],
    ["voice/agents", "system_prompt", agent],
  ];
  for (const [path, field, rest] of cases) {
    for (const blank of [" ", "\t\n", "\u00a0\u2003"]) {
      const body = { ...rest, [field]: blank };
      const { status, json } = await rig.ask(`/api/v1/${path}`, { method: "POST", body });
      const { code, param, message } = json.error;
      assert.deepEqual([path, status, code, param], [path, 400, "invalid_request_body", field]);
      assert.match(message, /blank/);
    }
  }
});

test("a damaged picture fails its job by name and is never sent", async (t) => {
  const { make, cloud } = await startMedia(t, { routed: ["image"] });
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(30_000)));
  const whole = await sharp(noise, { raw: { width: 100, height: 100, channels: 3 } })
    .jpeg()
    .toBuffer();
  const cut = whole.subarray(0, whole.length >> 1).toString("base64");
  assert.ok(whole.length < limits.blobStringBytes);
  // Characters of the contract are those that people see: 5 000 of two units each are not too many.
  const prompt = "🎩".repeat(5000);
  const job = await make(generate, { prompt, reference_images: [cut] });
  assert.deepEqual([job.status, job.error.code], ["failed", "input_unreadable"]);
  assert.match(job.error.message, /^reference_images\[0\]: is damaged/);
  assert.equal(cloud.requests.length, 0);
});

test("each of the routes opens to its own scope only", async (t) => {
  const { rig } = await startMedia(t);
  const media = await rig.newKey(["media:write", "avatars:read"]);
  const avatars = await rig.newKey(["avatars:write", "media:read"]);
  const routes = {
    [media]: [
      "campaigns/generate",
      "images/generations",
      "images/campaigns",
      "ads/generate",
      "campaigns/edit",
      "campaigns/localize-ad",
    ],
    [avatars]: ["avatars/generate", "avatars/save"],
  };
  for (const [owner, paths] of Object.entries(routes)) {
    for (const path of paths) {
      for (const key of [media, avatars]) {
        const { status } = await rig.ask(`/api/v1/${path}`, { method: "POST", key, body: {} });
        assert.equal(status, key === owner ? 400 : 403, path);
      }
    }
  }
});
