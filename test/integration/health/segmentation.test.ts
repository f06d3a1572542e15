import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, test, type TestContext } from "node:test";
import sharp from "sharp";
import type { RevealedAsset } from "../../../src/base/assets/sealed-assets.ts";
import { makeHealth } from "../../support/health/make-health.ts";
import { brightnessNet } from "../../support/inference/onnx-bytes.ts";
import { startScriptedEndpoint } from "../../support/uplink/scripted-endpoint.ts";
import { startStrictServer } from "../../support/inference/strict-inference-server.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

const widthPx = 40;
const heightPx = 30;

/** Black, with a white rectangle over the middle half of each side. */
async function body(modality = "Chest X-ray") {
  const white = await sharp({
    create: { width: 80, height: 60, channels: 3, background: "#fff" },
  })
    .png()
    .toBuffer();
  const png = await sharp({ create: { width: 160, height: 120, channels: 3, background: "#000" } })
    .composite([{ input: white, left: 40, top: 30 }])
    .png()
    .toBuffer();
  return { input: { type: "image", data: png.toString("base64"), modality } };
}

const report = {
  urgency: "low",
  confidence: 0.7,
  findings: [{ title: "t", summary: "s", confidence: 0.5 }],
  care_guidance: "care",
  referral_guidance: "referral",
  warning_signs: [],
};

async function netFile(t: TestContext): Promise<string> {
  const file = join(await tempDir(t), "brightness.onnx");
  await writeFile(file, brightnessNet({ width: widthPx, height: heightPx }));
  return file;
}

/** A box with segmenters, each for one modality; `ask` gives the payload of a picture's job. */
async function segmenting(t: TestContext, nets: { [modality: string]: object }) {
  const finding = { ...report.findings[0], evidence: ["picture: something white"] };
  const { url, requests } = await startScriptedEndpoint(t, [{ ...report, findings: [finding] }]);
  const segmenters = Object.entries(nets).map(([modality, net]) => ({
    modalities: [modality],
    width_px: widthPx,
    height_px: heightPx,
    channels: 1 as const,
    classes: ["lung"],
    threshold: 0.5,
    ...net,
  }));
  const made = await makeHealth(t, { endpoint: url, health: { segmenters } });
  const ask = async (modality: string) => {
    const job = await made.run("health.analyze", await body(modality));
    assert.equal(job.status, "completed", job.error?.message);
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into payloads of every shape
    return { job, ...(job.payload as any) };
  };
  return { ...made, ask, requests };
}

async function openAt(url: string, assets: Awaited<ReturnType<typeof makeHealth>>["assets"]) {
  const { pathname, searchParams } = new URL(url);
  const [id = "", extension = ""] = pathname.split("/").at(-1)!.split(".");
  return await assets.openSigned({
    id,
    extension,
    exp: searchParams.get("exp")!,
    sig: searchParams.get("sig")!,
  });
}

async function bytesOf(file: RevealedAsset): Promise<Buffer> {
  return await buffer(file.read(0, file.sizeBytes - 1));
}

describe("segmentation", () => {
  test("a net on the box gives an overlay as large as the picture, which is encrypted and goes with its job", async (t) => {
    const { ask, requests, assets, dir, jobs } = await segmenting(t, {
      "chest x-ray": { file: await netFile(t) },
      faint: { file: await netFile(t), std: [4] },
    });
    const { job, output, local, missing } = await ask("Chest X-Ray");
    assert.deepEqual(missing, []);
    const [lung] = local.segmentation.classes;
    assert.equal(lung.label, "lung");
    assert.ok(Math.abs(lung.area_fraction - 0.25) < 0.02, String(lung.area_fraction));
    for (const [at, side] of [0.25, 0.25, 0.75, 0.75].entries()) {
      assert.ok(Math.abs(lung.box_norm[at] - side) < 0.04, String(lung.box_norm));
    }
    assert.match(requests[0]!.text, /area_fraction/);
    const file = (await openAt(output.segmentation_overlay_url, assets)) as RevealedAsset;
    assert.deepEqual([file.contentType, file.auditedOrg], ["image/png", "default"]);
    const { data, info } = await sharp(await bytesOf(file))
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height, info.channels], [160, 120, 4]);
    const pixel = (x: number, y: number) => [...data.subarray((y * 160 + x) * 4).subarray(0, 4)];
    assert.deepEqual(pixel(5, 5), [0, 0, 0, 0]);
    assert.deepEqual(pixel(80, 60), [230, 159, 0, 128]);
    const names = await readdir(join(dir, "assets"), { recursive: true });
    const onDisk = names.filter((name) => name.endsWith(".png"));
    assert.equal(onDisk.length, 1);
    assert.ok(!(await readFile(join(dir, "assets", onDisk[0]!))).includes("PNG"));
    await jobs.remove("default", job.id);
    assert.equal(await openAt(output.segmentation_overlay_url, assets), undefined);
    const faint = await ask("faint");
    assert.deepEqual([faint.output.segmentation_overlay_url, faint.missing], [null, []]);
    const [none] = faint.local.segmentation.classes;
    assert.deepEqual([none.area_fraction, none.box_norm], [0, null]);
  });

  test("a sidecar segments; one that is away, or gives something else, leaves null with the reason", async (t) => {
    const server = await startStrictServer({ name: "brightness", path: await netFile(t) });
    t.after(() => server.stop());
    const net = { url: server.url, remote_name: "brightness" };
    const { ask } = await segmenting(t, {
      cxr: net,
      two: { ...net, classes: ["a", "b"] },
      beyond: { ...net, mean: [-1] },
      large: { ...net, width_px: 64 },
    });
    const { output: good, local: figures } = await ask("CXR");
    assert.match(good.segmentation_overlay_url, /^http.*\.png\?exp=/);
    assert.match(figures.segmentation.note, /inference server/);
    const reasonOf = async (modality: string): Promise<string> => {
      const { output, local, missing } = await ask(modality);
      assert.deepEqual([output.segmentation_overlay_url, local.segmentation], [null, null]);
      const [{ part, reason, setting }] = missing;
      assert.deepEqual([part, setting], ["segmentation_overlay_url", "health.segmenters"]);
      return reason;
    };
    assert.match(await reasonOf("two"), /scores for 1 classes, not 2/);
    assert.match(await reasonOf("beyond"), /scores are not from 0 to 1/);
    assert.match(await reasonOf("large"), /unexpected shape/);
    assert.match(await reasonOf("ultrasound"), /for this modality.*cxr, two/);
    await server.stop();
    assert.match(await reasonOf("cxr"), /does not answer/);
  });
});
