import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceSpec } from "../../../../src/cameras/source.ts";
import {
  changedSources,
  changesConnection,
} from "../../../../src/perception/settings/source-patch-wire.ts";
import type { SourcePatch } from "../../../../src/perception/settings/stream-document.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";

const source: SourceSpec = {
  kind: "rtsp",
  url: "rtsp://10.0.0.9/main",
  username: "viewer",
  password: "s3cret",
  onvifUrl: "http://10.0.0.9:8000/onvif/device_service",
};
const sub: SourceSpec = { ...source, url: "rtsp://10.0.0.9/sub" };

const change = (patch: SourcePatch, before = { source, sub }) => changedSources(before, patch);

test("a rate alone is no change of the connection", () => {
  assert.equal(changesConnection({ fps_cap: 3 }), false);
  assert.equal(changesConnection(undefined), false);
  assert.equal(changesConnection({ password: null }), true);
});

test("another path of the same camera keeps credentials, smaller stream and ONVIF service", () => {
  const url = "rtsp://10.0.0.9/other";
  assert.deepEqual(change({ url }), { source: { ...source, url }, sub });
});

test("a new password is that of the smaller stream too, unless that one has its own", () => {
  const changed = change({ password: "new-one" });
  assert.deepEqual([changed.source.password, changed.sub?.password], ["new-one", "new-one"]);
  const own = { ...sub, username: "sub", password: "own" };
  assert.deepEqual(change({ password: "new-one" }, { source, sub: own }).sub, own);
});

test("another host drops the smaller stream and the ONVIF service of the old one", () => {
  const changed = change({ url: "rtsps://10.0.0.10/main", password: "new-one" });
  assert.deepEqual(changed, {
    source: {
      kind: "rtsps",
      url: "rtsps://10.0.0.10/main",
      username: "viewer",
      password: "new-one",
    },
  });
});

test("user info in the new address replaces the kept credentials", () => {
  const { source: main } = change({ url: "rtsp://admin:p%40ss@10.0.0.10/main" });
  assert.deepEqual(
    [main.url, main.username, main.password],
    ["rtsp://10.0.0.10/main", "admin", "p@ss"],
  );
});

test("null removes user name, password, smaller stream and ONVIF service", () => {
  const removed = { username: null, password: null, sub_url: null, onvif_url: null };
  assert.deepEqual(change(removed), { source: { kind: "rtsp", url: source.url } });
});

for (const [what, patch] of [
  ["the address", { url: "rtsp://10.0.0.66/main" }],
  ["the address in other case", { url: "RTSP://Evil.example/main" }],
  ["the smaller stream", { sub_url: "rtsp://10.0.0.66/sub" }],
  ["the ONVIF service", { onvif_url: "http://10.0.0.66/onvif/device_service" }],
] as const) {
  test(`a kept password does not go to another host by ${what}`, async () => {
    const error = await codedError(() => change(patch));
    assert.deepEqual([error.code, error.param], ["invalid_request_body", "source.password"]);
    assert.ok(!error.message.includes("s3cret"));
    const open: SourceSpec = { kind: "rtsp", url: source.url };
    assert.ok(changedSources({ source: open }, patch).source);
  });
}

for (const [what, patch, param] of [
  ["an address without a host", { url: "rtsp:///main" }, "source.url"],
  ["an address of another kind", { url: "http://10.0.0.9/main" }, "source.url"],
  ["a kind that does not fit", { url: "rtsp://10.0.0.9/", type: "rtsps" }, "source.url"],
  ["the main stream as the smaller one", { sub_url: source.url }, "source.sub_url"],
  ["a service that is no address", { onvif_url: "10.0.0.9" }, "source.onvif_url"],
] as const) {
  test(`${what} is refused with its field`, async () => {
    const error = await codedError(() => change(patch));
    assert.deepEqual([error.code, error.param], ["invalid_request_body", param]);
  });
}

test("a file's source does not change", async () => {
  const file: SourceSpec = { kind: "file", url: "/media/a.mp4" };
  const patch = { url: "rtsp://10.0.0.9/main" };
  const error = await codedError(() => changedSources({ source: file }, patch));
  assert.deepEqual([error.code, error.param], ["invalid_request_body", "source.url"]);
});
