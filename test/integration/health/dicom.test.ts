import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import sharp from "sharp";
import { DcmtkPixels } from "../../../src/adapters/compute/dicom/dcmtk.ts";
import { isDicom, readDicomFacts } from "../../../src/adapters/compute/dicom/tags.ts";
import { GatehouseError } from "../../../src/base/core/errors.ts";
import { makeHealth } from "../../support/health/make-health.ts";
import { dicomFile } from "../../support/health/dicom-writer.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { sharedDir } from "../../support/inference/shared-models.ts";

const mutations = process.env["TEST_LONG"] ? 10_000 : 600;
const decoded = process.env["TEST_LONG"] ? 300 : 12;
const folder = join(sharedDir, "medical");
const real = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".dcm")) : [];
const skip = real.length === 0 && "the shared pictures are not there";
const signal = new AbortController().signal;

const ramp = Uint8Array.from({ length: 64 * 48 }, (_, at) => at % 256);

describe("DICOM", () => {
  test("the tags of the allow-list are told, and nothing of the patient", () => {
    const file = dicomFile({ pixels: ramp, columns: 64, rows: 48, patient: "Canary^Jane" });
    assert.ok(isDicom(file));
    const facts = readDicomFacts(file);
    assert.deepEqual(
      [facts.modality, facts.bodyPart, facts.rows, facts.columns, facts.photometric],
      ["CR", "CHEST", 48, 64, "MONOCHROME2"],
    );
    assert.ok(!JSON.stringify(facts).includes("Canary"));
    const named = dicomFile({
      pixels: ramp,
      columns: 64,
      rows: 48,
      bodyPart: "Jane Canary, born 1970",
    });
    assert.equal(readDicomFacts(named).bodyPart, null);
  });

  test("pixels become a picture; without pixels, with a name in them or cut off the job says why", async (t) => {
    const { run } = await makeHealth(t);
    const scan = (file: Uint8Array) =>
      run("clinical.scan", {
        input: { data: Buffer.from(file).toString("base64"), modality: "X-ray" },
      });
    const good = dicomFile({ pixels: ramp, columns: 64, rows: 48, patient: "Canary^Jane" });
    const { payload, error } = await scan(good);
    assert.equal(error, null);
    const { picture } = (payload as { output: { local: { picture: Record<string, unknown> } } })
      .output.local;
    assert.deepEqual(
      [picture["width_px"], picture["height_px"], picture["is_blank"]],
      [64, 48, false],
    );
    assert.ok(!JSON.stringify(payload).includes("Canary"));
    const empty = await scan(dicomFile({ columns: 64, rows: 48 }));
    assert.match(empty.error!.message, /holds no picture .PixelData \(7FE0,0010\) is missing/);
    const burned = await scan(dicomFile({ pixels: ramp, columns: 64, rows: 48, burnedIn: "YES" }));
    assert.match(burned.error!.message, /identifying text in its pixels/);
    const cut = await scan(good.subarray(0, 400));
    assert.equal(cut.error?.code, "input_unreadable");
    assert.match(cut.error!.message, /at or after the field Columns \(0028,0011\)/);
    const short = await scan(good.subarray(0, -1000));
    assert.match(short.error!.message, /at or after the field PixelData \(7FE0,0010\)/);
    const headless = await scan(good.subarray(0, 150));
    assert.match(headless.error!.message, /file meta information \(group 0002\)/);
    const half = await scan(
      dicomFile({ pixels: ramp.subarray(0, 64 * 24), columns: 64, rows: 48 }),
    );
    assert.match(half.error!.message, /PixelData \(7FE0,0010\) holds 1536 of 3072 bytes/);
  });

  test("a file whose picture is there in part is refused with the field that is too short or missing", () => {
    const half = dicomFile({ pixels: ramp.subarray(0, 64 * 24), columns: 64, rows: 48 });
    assert.throws(() => readDicomFacts(half), {
      code: "input_unreadable",
      message: /PixelData \(7FE0,0010\) holds 1536 of 3072 bytes/,
    });
    const flat = dicomFile({ pixels: ramp, columns: 64, rows: 0 });
    assert.throws(() => readDicomFacts(flat), { message: /Rows \(0028,0010\) is missing or 0/ });
    assert.throws(() => readDicomFacts(dicomFile({ pixels: ramp, columns: 0, rows: 48 })), {
      code: "input_unreadable",
      message: /Columns \(0028,0011\)/,
    });
  });

  test("without the tools a picture fails with what to install", async (t) => {
    const file = dicomFile({ pixels: ramp, columns: 64, rows: 48 });
    const none = "gatehouse-has-no-such-program";
    const missing = new DcmtkPixels({ dcmj2pnm: none, gdcmconv: none });
    const facts = readDicomFacts(file);
    await assert.rejects(missing.png(file, facts, signal), {
      code: "dicom_tools_missing",
      message: /apt-get install dcmtk/,
    });
    const jpeg2000 = { ...facts, transferSyntax: "1.2.840.10008.1.2.4.90" };
    await assert.rejects(missing.png(file, jpeg2000, signal), {
      code: "dicom_tools_missing",
      message: /JPEG 2000 .* apt-get install libgdcm-tools/,
    });
    const dir = await tempDir(t);
    const broken = Buffer.from("1.2.840.10008.1.2.4.90");
    await assert.rejects(new DcmtkPixels({ dir }).png(broken, jpeg2000, signal), {
      code: "input_unreadable",
    });
    assert.deepEqual(readdirSync(dir), [], "nothing is left behind");
  });

  test("a conversion that is given up ends with its reason", async () => {
    const file = dicomFile({ pixels: ramp, columns: 64, rows: 48 });
    const controller = new AbortController();
    const reason = new GatehouseError("cancelled", "cancelled");
    const converted = new DcmtkPixels().png(file, readDicomFacts(file), controller.signal);
    controller.abort(reason);
    await assert.rejects(converted, reason);
  });

  test("real files are decoded, or refused with the reason", { skip }, async () => {
    const pixels = new DcmtkPixels();
    const outcomes: string[] = [];
    for (const name of real) {
      const bytes = readFileSync(join(folder, name));
      const facts = readDicomFacts(bytes);
      outcomes.push(
        await pixels.png(bytes, facts, signal).then(
          async (png) => {
            // The picture has the size that its tags tell.
            const { width, height, format } = await sharp(png).metadata();
            assert.deepEqual([width, height], [facts.columns, facts.rows], name);
            return `${name} ${format}`;
          },
          (error: GatehouseError) => `${name} ${error.code} ${error.message.slice(0, 50)}`,
        ),
      );
    }
    assert.deepEqual(outcomes.toSorted(), [
      "pydicom_OBXXXX1A_2frame.dcm png",
      "pydicom_RG1_J2KI.dcm png",
      "pydicom_US1_UNCI.dcm png",
      "pydicom_gdcm-US-ALOKA-16.dcm input_unreadable DICOM picture: cannot be decoded. Export it again",
    ]);
  });

  test(`${mutations} mutated files are read or refused, and ${decoded} of them decoded or refused`, async () => {
    const seed = dicomFile({ pixels: ramp, columns: 64, rows: 48, patient: "A^B" });
    let state = 7;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 8) % below;
    };
    const pixels = new DcmtkPixels();
    let tried = 0;
    for (let round = 0; round < mutations; round += 1) {
      const bytes = Buffer.from(seed);
      // The header, which is what can mislead, is the first 600 bytes.
      for (let change = random(5); change >= 0; change -= 1) {
        bytes[128 + random(random(2) === 0 ? 470 : bytes.length - 128)] = random(256);
      }
      const cut = random(4) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
      try {
        const facts = readDicomFacts(cut);
        if (tried >= decoded) continue;
        tried += 1;
        await pixels.png(cut, facts, signal);
      } catch (error) {
        assert.ok(error instanceof GatehouseError, String(error));
        assert.equal(error.code, "input_unreadable");
      }
    }
    assert.equal(tried, decoded);
  });
});
