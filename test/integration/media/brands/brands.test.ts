import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import sharp from "sharp";
import type { Job } from "../../../../src/base/jobs/job.ts";
import {
  type BrandRig,
  filesReply,
  makeBrandRig,
  pageOf,
  siteFiles,
} from "../../../support/media/brand-rig.ts";
import { startMockCloud } from "../../../support/mock-cloud/mock-cloud.ts";

/** A white picture with a block of `color` over `share` of it. */
async function picture(color: string, share: number, format: "png" | "jpeg" | "webp" = "png") {
  const block = {
    width: 200,
    height: Math.round(200 * share),
    channels: 3,
    background: color,
  } as const;
  const white = sharp({ create: { width: 200, height: 200, channels: 3, background: "#ffffff" } });
  const input = await sharp({ create: block }).png().toBuffer();
  const made = white.composite([{ input, left: 0, top: 0 }]);
  return (await made.toFormat(format).toBuffer()).toString("base64");
}

const site = new Map([
  [
    "/index.html",
    pageOf(
      '<header><a href="/"><img src="/logo.svg" alt="Acme"></a></header><h1>Bread from the valley</h1><p>We bake at night so that you have it in the morning.</p><a class="btn">Order</a>',
      '<style>.btn{background:#b5361c}body{font-family:"Work Sans"}</style>',
    ),
  ],
  [
    "/logo.svg",
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#b5361c"/></svg>',
  ],
]);

const outputOf = (job: Job) => job.payload["output"] as Record<string, any>;

function shared(options: Parameters<typeof makeBrandRig>[1] = {}) {
  const ends: (() => unknown)[] = [];
  const made = {} as { rig: BrandRig };
  before(async () => {
    const t = { after: (end?: unknown) => void ends.push(end as () => unknown) };
    made.rig = await makeBrandRig(t, options);
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return made;
}

describe("brands", () => {
  const made = shared();

  test("are read off pictures alone: colours with their shares, the logo as it came", async () => {
    const { rig } = made;
    const logoBase64 = await picture("#0b7a75", 0.25);
    const imagesBase64 = [
      `data:image/jpeg;base64,${await picture("#d7263d", 0.6, "jpeg")}`,
      await picture("#0b7a75", 0.5, "webp"),
    ];
    const job = await rig.extract({ logoBase64, imagesBase64, name: "Kelp", location: "CH" });
    assert.equal(job.error, null);
    const brand = rig.brandOf(job);
    assert.equal(brand.name, "Kelp");
    assert.equal(brand.locale, "de-CH");
    assert.deepEqual(brand.colors[0], {
      hex: "#0b7a75",
      role: "primary",
      proportion: brand.colors[0]!.proportion,
    });
    assert.deepEqual(brand.colors.map(({ role }) => role).toSorted(), [
      "background",
      "primary",
      "secondary",
    ]);
    assert.equal(brand.colors.find(({ role }) => role === "background")!.hex, "#ffffff");
    assert.equal(brand.image_urls.length, 2);
    assert.deepEqual([brand.tone, brand.identity, brand.source_url], [null, null, null]);
    const grounding = await rig.brands.grounding("default", brand.id);
    assert.deepEqual(Buffer.from(grounding!.logo!.bytes).toString("base64"), logoBase64);
    const total = brand.colors.reduce((sum, { proportion }) => sum + proportion, 0);
    assert.ok(Math.abs(total - 1) < 0.01, `${total}`);
  });

  test("a request without a source, and pictures that are none, are refused by field", async () => {
    const { rig } = made;
    const png = await picture("#0b7a75", 0.5);
    const refused: [object, string][] = [
      [{}, "url"],
      [{ imagesBase64: [] }, "url"],
      [{ logoBase64: "data:image/svg+xml;base64,PHN2Zy8+PHN2Zy8+PHN2Zy8+" }, "logoBase64"],
      [{ imagesBase64: [png, "not base64!"] }, "imagesBase64[1]"],
      [{ logoBase64: `data:image/jpeg;base64,${png}` }, "logoBase64"],
      [{ imagesBase64: Array.from({ length: 6 }, () => png) }, "imagesBase64"],
      [{ url: "https://acme.example", colour: 1 }, "colour"],
    ];
    for (const [body, param] of refused) {
      await assert.rejects(rig.extract(body), { code: "invalid_request_body", param }, param);
    }
    const cut = png.slice(0, Math.floor(png.length / 8) * 4);
    const broken = Buffer.concat([Buffer.from(cut, "base64"), randomBytes(50)]).toString("base64");
    const job = await rig.extract({ imagesBase64: [png, broken] });
    assert.match(
      `${job.error?.code}: ${job.error?.message}`,
      /^input_unreadable: imagesBase64\[1\]: /,
    );
  });

  test("a place picks the language that is asked for, and a redirect is where the brand is from", async () => {
    const { rig } = made;
    const reply = filesReply(site);
    rig.site.reply = (answer, received) => {
      if (received.path === "/start") answer.writeHead(301, { location: "/" }).end();
      else reply(answer, received);
    };
    const places: [string, RegExp][] = [
      ["CH", /^de-CH, de;q=0\.9/],
      ["fr-CA", /^fr-CA, fr;q=0\.9/],
      ["Kyoto, Japan", /^ja-JP, ja;q=0\.9/],
      ["the moon", /^en;q=0\.9/],
    ];
    for (const [location, expected] of places) {
      rig.site.received.length = 0;
      const brand = rig.brandOf(await rig.extract({ url: rig.site.url("/start"), location }));
      assert.match(rig.site.received[0]!.headers["accept-language"]!, expected);
      assert.equal(brand.source_url, rig.site.url("/"));
    }
  });

  test("records are their organisation's own, found by name, and gone with their pictures", async () => {
    const { rig } = made;
    rig.site.reply = filesReply(site);
    const job = await rig.extract({ url: rig.site.url("/"), name: "Acme Bakery" });
    const { id } = rig.brandOf(job);
    assert.equal(job.resultUrl, `https://box.test/api/v1/brands/${id}`);
    assert.equal(rig.brands.get("acme", id), undefined);
    assert.equal(rig.brands.ofJob({ ...job, org: "acme" }), undefined);
    assert.equal(await rig.brands.grounding("acme", id), undefined);
    assert.equal(await rig.brands.remove("acme", id), false);
    await assert.rejects(rig.project({ brand_id: id, use_case: "flyer" }, "acme"), {
      code: "not_found",
    });
    assert.deepEqual(
      rig.brands.list("default", "BAKERY").map(({ brand }) => brand.id),
      [id],
    );
    assert.deepEqual(rig.brands.list("default", "shoes"), []);
    assert.equal(
      rig.jobs.list("default", { tags: { brandId: id } }, { limit: 5, offset: 0 }).total,
      1,
    );
    const { bytes } = rig.assets;
    assert.equal(await rig.brands.remove("default", id), true);
    assert.ok(rig.assets.bytes < bytes);
    assert.equal(rig.brands.ofJob(job), undefined);
  });

  test("without an endpoint the local part is there, and the payload says what is missing", async () => {
    const { rig } = made;
    rig.site.reply = filesReply(site);
    const job = await rig.extract({ url: rig.site.url("/") });
    const { missing } = job.payload as { missing: string[] };
    assert.deepEqual(missing, [
      'tone, identity: no endpoint of uplink.routes.text has "brand" in uplink.endpoints[].data',
    ]);
    const brand = rig.brandOf(job);
    assert.deepEqual([brand.tone, brand.identity], [null, null]);
    const projected = outputOf(
      await rig.project({ brand_id: brand.id, use_case: "email newsletter" }),
    );
    assert.equal(projected["medium"], "email");
    assert.equal(projected["colors"].main, "#b5361c");
    assert.equal(projected["typography"].body.family, "Work Sans");
    assert.equal(projected["direction"], null);
    assert.deepEqual(projected["missing"], [
      'direction: no endpoint of uplink.routes.text has "brand" in uplink.endpoints[].data',
    ]);
    for (const pair of projected["colors"].pairs) assert.ok(pair.contrast >= 4.5);
    assert.ok(
      projected["colors"].pairs.some(
        (pair: { background: string }) => pair.background === "#b5361c",
      ),
    );
    assert.match(projected["prompt_fragment"], /Acme; colours: primary #b5361c/);
  });
});

describe("brands with a text endpoint", async () => {
  const cloud = await startMockCloud();
  after(() => cloud.stop());
  const made = shared({ cloud });

  test("with an endpoint tone, identity and direction are told, and what is sent is quoted", async () => {
    const { rig } = made;
    rig.site.reply = filesReply(site);
    const job = await rig.extract({ url: rig.site.url("/") });
    assert.equal(job.error, null);
    const brand = rig.brandOf(job);
    assert.equal(typeof brand.tone?.voice, "string");
    assert.ok(Array.isArray(brand.identity?.values));
    assert.deepEqual((job.payload as { missing: string[] }).missing, []);
    const [asked] = cloud.requests;
    assert.match(asked!.prompt, /<<<\nBread from the valley\nWe bake at night/);
    assert.equal(job.routing?.endpoint, "cloud");
    const projected = outputOf(await rig.project({ brand_id: brand.id, use_case: "poster" }));
    assert.equal(typeof projected["direction"].copy.headline, "string");
    assert.deepEqual(projected["missing"], []);
    // Pictures alone have no words to tell a tone from: nothing is asked.
    const before = cloud.requests.length;
    assert.equal(
      (await rig.extract({ logoBase64: await picture("#123456", 0.5) })).status,
      "completed",
    );
    assert.equal(cloud.requests.length, before);
  });

  test("an endpoint that will not answer this content costs the tone, not the brand", async () => {
    const { rig } = made;
    rig.site.reply = filesReply(siteFiles("tailwind"));
    cloud.misbehave({ what: "refusal" });
    const job = await rig.extract({ url: rig.site.url("/") });
    assert.equal(job.status, "completed");
    assert.equal(rig.brandOf(job).tone, null);
    assert.match(
      (job.payload as { missing: string[] }).missing[0]!,
      /refused \(content_rejected\)/,
    );
  });
});
