import assert from "node:assert/strict";
import { test } from "node:test";
import {
  hasMarks,
  hostOnly,
  secretsIn,
  withoutAddressSecrets,
  withoutSecrets,
  withSecrets,
} from "../../../../src/base/secrets/address-secrets.ts";

const forms: readonly [url: string, shown: string, secrets: string[]][] = [
  [
    "rtsp://10.0.0.9:554/live?user=admin&password=s3cr3t&channel=1",
    "rtsp://10.0.0.9:554/live?user=***&password=***&channel=1",
    ["s3cr3t"],
  ],
  [
    "rtsp://10.0.0.9/user=admin_password=tl_Jw9_channel=1_stream=0.sdp?real_stream",
    "rtsp://10.0.0.9/user=***_password=***_channel=1_stream=0.sdp?real_stream",
    ["tl_Jw9"],
  ],
  [
    "rtsp://10.0.0.9/user=admin&password=&channel=1&stream=0.sdp",
    "rtsp://10.0.0.9/user=***&password=***&channel=1&stream=0.sdp",
    [],
  ],
  ["rtsp://10.0.0.9/h264?auth=YWRtaW46eA==", "rtsp://10.0.0.9/h264?auth=***", ["YWRtaW46eA=="]],
  ["rtsp://10.0.0.9/cam?PWD=a%20b#x", "rtsp://10.0.0.9/cam?PWD=***#x", ["a%20b", "a b"]],
  ["rtsp://10.0.0.9/a?x=1%26password%3Dq1w2", "rtsp://10.0.0.9/a?x=1%26password%3D***", ["q1w2"]],
  [
    "rtsp://10.0.0.9/live?us%65r=admin&p%61%73%53word=s3cr3t&access%5Ftoken=t1",
    "rtsp://10.0.0.9/live?us%65r=***&p%61%73%53word=***&access%5Ftoken=***",
    ["s3cr3t", "t1"],
  ],
  ["rtsp://10.0.0.9/live/token=abc/1", "rtsp://10.0.0.9/live/token=***/1", ["abc"]],
  ["rtsp://10.0.0.9/keyframes?monkey=1", "rtsp://10.0.0.9/keyframes?monkey=1", []],
];

for (const [url, shown, secrets] of forms) {
  test(`an address shows no credentials of known forms: ${shown}`, () => {
    assert.equal(withoutSecrets(url), shown);
    assert.deepEqual(secretsIn(url), secrets);
    assert.equal(withoutAddressSecrets(`cannot open ${url} now`), `cannot open ${shown} now`);
  });
}

test("without its path and query an address still says where the camera is", () => {
  assert.equal(hostOnly("rtsp://10.0.0.9:554/live/x?y=1"), "rtsp://10.0.0.9:554/***");
  assert.equal(hostOnly("rtsp://10.0.0.9:554/"), "rtsp://10.0.0.9:554/");
  assert.equal(hostOnly("rtsp://10.0.0.9?password=x"), "rtsp://10.0.0.9/***");
});

test("marks are replaced by the credentials that are given, and stay where none are", () => {
  const shown = "rtsp://10.0.0.9/live?user=***&password=***&token=1";
  const filled = withSecrets(shown, { username: "an na", password: "p&q" });
  assert.equal(filled, "rtsp://10.0.0.9/live?user=an%20na&password=p%26q&token=1");
  assert.equal(hasMarks(filled), false);
  assert.equal(hasMarks(withSecrets(shown, { username: "anna" })), true);
});
