import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Extractor } from "../../../../src/adapters/body-intake/extractor.ts";
import { limits } from "../../../../src/base/contract/limits.ts";
import { GatehouseError } from "../../../../src/base/core/errors.ts";
import type { ReceivedBlob } from "../../../../src/base/jobs/inputs/received-blob.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { fc } from "../../../support/box/properties.ts";

const fields = ["input.data", "pictures[]"];
const runs = process.env["TEST_LONG"] === "1" ? 2000 : 150;

type Outcome = { json: string; blobs: ReceivedBlob[] } | { code: string };

/** Pushes `text` in pieces of the given lengths, again and again from the first. */
function extract(
  dir: string,
  text: Buffer | string,
  pieces: readonly number[] = [65_536],
): Outcome {
  const bytes = Buffer.from(text);
  const extractor = new Extractor({ dir, blobFields: fields, key: null });
  try {
    for (let at = 0, n = 0; at < bytes.length; n += 1) {
      const end = at + pieces[n % pieces.length]!;
      extractor.push(bytes.subarray(at, end));
      at = end;
    }
    const { json, blobs } = extractor.finish();
    return { json: json.toString(), blobs };
  } catch (error) {
    extractor.drop();
    assert.ok(error instanceof GatehouseError, String(error));
    return { code: error.code };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return "no JSON";
  }
}

const digest = (data: string | Uint8Array): string =>
  createHash("sha256").update(data).digest("hex");

/** `value` with each long string of any place by its digest. */
function digested(value: unknown, blobs: readonly ReceivedBlob[] = []): unknown {
  const blobOf = new Map(blobs.map((blob) => [blob.token, blob]));
  return JSON.parse(
    JSON.stringify(value, (_name, each: unknown) => {
      if (typeof each !== "string") return each;
      const blob = blobOf.get(each);
      if (blob) return `digest ${blob.textSha256}`;
      return each.length > 12_000 ? `digest ${digest(each)}` : each;
    }),
  ) as unknown;
}

/** The string as JSON in a spelling that some encoder might choose. */
function spelled(text: string, style: "plain" | "slashes" | "unicode"): string {
  const plain = JSON.stringify(text);
  if (style === "slashes") return plain.replaceAll("/", "\\/");
  return style === "unicode" ? plain.replaceAll("+", "\\u002B") : plain;
}

const base64 = fc
  .tuple(fc.uint8Array({ minLength: 3, maxLength: 30 }), fc.integer({ min: 0, max: 5000 }))
  .map(([seed, times]) =>
    Buffer.concat(Array.from({ length: times }, () => seed)).toString("base64"),
  );
const style = fc.constantFrom("plain", "slashes", "unicode");
const name = fc.constantFrom("data", "da\\u0074a", "other", "input");

const body = fc
  .record({
    big: base64,
    list: fc.array(base64, { maxLength: 3 }),
    small: fc.jsonValue(),
    style,
    name,
  })
  .map(
    ({ big, list, small, style: as, name: key }) =>
      `{"before":${JSON.stringify(small)}, "input":{"mime":"x","${key}" : ${spelled(big, as)}},` +
      `"pictures":[${list.map((each) => spelled(each, as)).join(" ,")}],"data":"short"}`,
  );
const pieces = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 5 });

test("what is left of a body, with its blobs put back, is the body; however it arrives", async (t) => {
  const dir = await tempDir(t);
  fc.assert(
    fc.property(body, pieces, (text, lengths) => {
      const outcome = extract(dir, text, lengths);
      assert.ok("json" in outcome, JSON.stringify(outcome));
      assert.deepEqual(
        digested(JSON.parse(outcome.json), outcome.blobs),
        digested(JSON.parse(text)),
      );
      for (const { id, bytes, fault, head } of outcome.blobs) {
        assert.equal(fault, null);
        const content = readFileSync(join(dir, id));
        assert.equal(content.length, bytes);
        assert.deepEqual(content.subarray(0, 160), Buffer.from(head));
      }
    }),
    { numRuns: runs },
  );
});

test("a broken body is broken afterwards too, and a sound one stays sound", async (t) => {
  const dir = await tempDir(t);
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    by: fc.constantFrom(
      "",
      '"',
      "\\",
      "\n",
      "-",
      "=",
      "\\u12",
      "\\/",
      "}",
      "]",
      ",",
      "\u0000",
      "é",
    ),
    cut: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(body, pieces, damage, (text, lengths, { at, by, cut }) => {
      const place = Math.floor(at * text.length);
      const damaged = text.slice(0, place) + by + text.slice(place + cut);
      const outcome = extract(dir, damaged, lengths);
      const isJson = parsed(damaged) !== "no JSON";
      if ("code" in outcome) {
        assert.equal(outcome.code, "invalid_json");
        assert.equal(isJson, false);
        return;
      }
      assert.equal(parsed(outcome.json) !== "no JSON", isJson);
      if (!isJson || outcome.blobs.some(({ fault }) => fault !== null)) return;
      const left = digested(JSON.parse(outcome.json), outcome.blobs);
      assert.deepEqual(left, digested(JSON.parse(damaged)));
    }),
    { numRuns: runs },
  );
});

function one(dir: string, data: string): ReceivedBlob {
  const outcome = extract(dir, JSON.stringify({ input: { data } }));
  assert.ok("blobs" in outcome);
  assert.equal(outcome.blobs.length, 1);
  return outcome.blobs[0]!;
}

async function emptyDir(t: TestContext): Promise<{ dir: string; isEmpty: () => void }> {
  const dir = await tempDir(t);
  return { dir, isEmpty: () => assert.deepEqual(readdirSync(dir), []) };
}

test("the content is the decoded string, of a data URL what follows its head", async (t) => {
  const dir = await tempDir(t);
  const content = Buffer.alloc(100_001, "gate");
  const bare = one(dir, content.toString("base64"));
  assert.equal(bare.claimedType, null);
  assert.deepEqual(readFileSync(join(dir, bare.id)), content);
  const url = one(dir, `data:image/png;base64,${content.toString("base64")}`);
  assert.equal(url.claimedType, "image/png");
  assert.deepEqual(readFileSync(join(dir, url.id)), content);
});

test("base64 that is wrapped in lines is decoded as if it were not, however it arrives", async (t) => {
  const dir = await tempDir(t);
  const content = Buffer.alloc(100_001, "gate");
  const lines = content.toString("base64").match(/.{1,76}/g)!;
  for (const breaks of ["\r\n", "\n", " "]) {
    for (const head of ["", "data:image/png;base64,"]) {
      const text = JSON.stringify({ input: { data: head + lines.join(breaks) + breaks } });
      for (const pieces of [[65_536], [79, 3], [1009]]) {
        const outcome = extract(dir, text, pieces);
        assert.ok("blobs" in outcome, JSON.stringify(outcome));
        assert.equal(outcome.blobs[0]!.fault, null);
        assert.deepEqual(readFileSync(join(dir, outcome.blobs[0]!.id)), content);
      }
    }
  }
  // A line break that is not escaped is no JSON.
  const raw = `{"input":{"data":"${lines.join("\n")}"}}`;
  assert.deepEqual(extract(dir, raw), { code: "invalid_json" });
});

test("a string that is no base64, or another data URL, leaves no file and says so", async (t) => {
  const { dir, isEmpty } = await emptyDir(t);
  const good = Buffer.alloc(90_000, 7).toString("base64");
  const bad = {
    "a letter too many": `${good}A`,
    "the URL alphabet": `-_${good.slice(2)}`,
    "a blank in place of a letter": `${good.slice(0, 70_000)} ${good.slice(70_001)}`,
    "padding in the middle": `${good.slice(0, 70_000)}AA==${good.slice(70_004)}`,
    "three paddings": `${good.slice(0, -4)}A===`,
    "a letter beyond ASCII": `${good.slice(0, 70_000)}ü${good.slice(70_001)}`,
  };
  for (const [what, text] of Object.entries(bad))
    assert.equal(one(dir, text).fault, "not_base64", what);
  assert.equal(one(dir, `data:image/png,${good}`).fault, "not_base64_url");
  assert.equal(one(dir, `data:image/png${good}`).fault, "not_base64_url");
  const large = Buffer.alloc(limits.pictureBytes + 1).toString("base64");
  assert.equal(one(dir, large).fault, "too_large");
  isEmpty();
});

test("more than sixteen long strings leave sixteen files, and the others say so", async (t) => {
  const dir = await tempDir(t);
  const picture = Buffer.alloc(50_000, 1).toString("base64");
  const outcome = extract(
    dir,
    JSON.stringify({ pictures: Array.from({ length: 18 }, () => picture) }),
  );
  assert.ok("blobs" in outcome);
  assert.equal(outcome.blobs.filter(({ fault }) => fault === null).length, 16);
  assert.equal(outcome.blobs.filter(({ fault }) => fault === "too_many").length, 2);
  assert.equal(readdirSync(dir).length, 16);
});

test("a body that is too deep, or large outside of its blobs, is refused and leaves no file", async (t) => {
  const { dir, isEmpty } = await emptyDir(t);
  const data = Buffer.alloc(90_000, 7).toString("base64");
  const start = `{"input":{"data":"${data}"},"more":`;
  assert.deepEqual(extract(dir, `${start}${"[".repeat(40)}`), { code: "body_too_deep" });
  const long = "x".repeat(limits.bodyBytes);
  assert.deepEqual(extract(dir, `${start}"${long}"}`), { code: "request_too_large" });
  assert.deepEqual(extract(dir, `{"input":{"data":"${data}`), { code: "invalid_json" });
  isEmpty();
});
