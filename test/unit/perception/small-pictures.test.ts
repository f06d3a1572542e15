import assert from "node:assert/strict";
import { test } from "node:test";
import { SmallPictures } from "../../../src/perception/incidents/small-pictures.ts";

const picture = Uint8Array.of(1);

test("a small picture is made once, and callers at the same time share it", async () => {
  const pictures = new SmallPictures();
  let made = 0;
  const make = async () => {
    made += 1;
    return picture;
  };
  await Promise.all([pictures.of("a", make), pictures.of("a", make)]);
  assert.equal(await pictures.of("a", make), picture);
  assert.equal(made, 1);
});

test("what has no picture yet is asked for again", async () => {
  const pictures = new SmallPictures();
  assert.equal(await pictures.of("a", async () => undefined), undefined);
  assert.equal(await pictures.of("a", async () => picture), picture);
});

test("at most 2000 small pictures are kept, those used last", async () => {
  const pictures = new SmallPictures();
  for (let n = 0; n < 2000; n += 1) await pictures.of(`${n}`, async () => picture);
  await pictures.of("0", () => assert.fail());
  await pictures.of("new", async () => picture);
  assert.equal(pictures.size, 2000);
  await pictures.of("0", () => assert.fail());
  let isMadeAgain = false;
  await pictures.of("1", async () => {
    isMadeAgain = true;
    return picture;
  });
  assert.ok(isMadeAgain);
});

test("beyond a hundred waiting pictures more are refused", async () => {
  const pictures = new SmallPictures();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const waiting = Array.from({ length: 100 }, (_, n) => pictures.of(`${n}`, () => promise));
  await assert.rejects(
    pictures.of("one more", () => promise),
    { code: "overloaded" },
  );
  resolve(undefined);
  await Promise.all(waiting);
});
