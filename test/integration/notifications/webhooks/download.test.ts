import assert from "node:assert/strict";
import { test } from "node:test";
import { download } from "../../../../src/adapters/outbound/download.ts";
import { Receiver } from "../../../support/notifications/https-receiver.ts";
import { loopbackClient } from "../../../support/notifications/make-webhooks.ts";

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)]);
const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100)]);
const webp = Buffer.from("RIFF\0\0\0\0WEBPVP8 ", "latin1");
const files: Record<string, { body: Buffer | string; type: string; status?: number }> = {
  "/a.jpg": { body: jpeg, type: "image/jpeg" },
  "/png-called-jpeg": { body: png, type: "image/jpeg" },
  "/a.webp": { body: webp, type: "application/octet-stream" },
  "/page-called-jpeg": { body: "\n<!DOCTYPE html><p>", type: "image/jpeg" },
  "/secret": { body: "root:x:0:0", type: "image/png" },
  "/large": { body: Buffer.concat([jpeg, Buffer.alloc(5000)]), type: "image/jpeg" },
  "/gone": { body: "no", type: "text/plain", status: 404 },
};

test("a file is taken for what its content is, whole and within its bounds", async (t) => {
  const client = await loopbackClient();
  const server = await new Receiver().start(t);
  server.reply = (answer, { path }) => {
    const file = files[path];
    if (!file) return void answer.writeHead(302, { location: "/a.jpg" }).end();
    answer.writeHead(file.status ?? 200, { "content-type": file.type }).end(file.body);
  };
  const pictures = ["image/jpeg", "image/png", "image/webp"] as const;
  const fetched = async (path: string, accept: readonly (typeof pictures)[number][] = pictures) => {
    const url = server.url(path);
    const got = await download(client, { url, accept, maxBytes: 2000, deadlineMs: 5000 });
    return got.ok ? got.type : got.problem;
  };
  assert.equal(await fetched("/a.jpg"), "image/jpeg");
  assert.equal(await fetched("/elsewhere"), "image/jpeg");
  assert.equal(await fetched("/png-called-jpeg"), "image/png");
  assert.equal(await fetched("/a.webp"), "image/webp");
  assert.equal(await fetched("/png-called-jpeg", ["image/jpeg"]), "unexpected_content");
  assert.equal(await fetched("/page-called-jpeg"), "unexpected_content");
  assert.equal(await fetched("/secret"), "unexpected_content");
  assert.equal(await fetched("/large"), "too_large");
  assert.equal(await fetched("/gone"), "http_status");
});
