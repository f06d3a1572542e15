import assert from "node:assert/strict";
import { test } from "node:test";
import { receivePayload } from "../../../src/health/payload.ts";
import { readPictureText } from "../../../src/base/jobs/inputs/received-picture.ts";

/** As much of a PNG as is looked at here. */
const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(300, 7)]);
const lines = png.toString("base64").match(/.{1,64}/g)!;

test("base64 wrapped in lines is the picture itself, bare and in a data URL", () => {
  for (const breaks of ["\n", "\r\n", " ", "\t"]) {
    for (const head of ["", "data:image/png;base64,"]) {
      const text = head + lines.join(breaks) + breaks;
      const picture = readPictureText(text, { param: "input.data" });
      assert.deepEqual([picture.mimeType, picture.sizeBytes], ["image/png", png.length]);
      assert.deepEqual(picture.from, { base64: png.toString("base64") });
      const field = { param: "input.data", forms: "base64" };
      const { from, sizeBytes, head: bytes } = receivePayload(text, field, undefined);
      assert.deepEqual([from, sizeBytes], [{ base64: png.toString("base64") }, png.length]);
      assert.deepEqual(bytes, png);
    }
  }
});

test("what is no picture is refused with the forms that the field takes", () => {
  const messageOf = (read: () => unknown): string => {
    try {
      read();
    } catch (error) {
      return (error as Error).message;
    }
    return "taken";
  };
  for (const text of ["gate.png", "data:image/png,gate", Buffer.alloc(60).toString("base64")]) {
    const either = messageOf(() => readPictureText(text, { param: "picture", takesUrls: true }));
    assert.match(either, /^picture: .*\. Send an https URL, data URL, or base64$/);
    const bare = messageOf(() => readPictureText(text, { param: "picture" }));
    assert.match(bare, /^picture: .*\. Send a data URL or base64$/);
  }
  const field = { param: "data", forms: "a data URL or base64" };
  const payload = messageOf(() => receivePayload("no base64!", field, undefined));
  assert.equal(payload, "data: is not base64 (RFC 4648 section 4). Send a data URL or base64");
});
