import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseCodec } from "../../../../src/adapters/webrtc/choose-codec.ts";
import { readOffer } from "../../../../src/adapters/webrtc/offer.ts";
import {
  answerText,
  plainOffer,
  playoutDelayUri,
} from "../../../../src/adapters/webrtc/session-texts.ts";
import type { RtpVideoFormat } from "../../../../src/adapters/rtsp-server/video-format.ts";
import { GatehouseError } from "../../../../src/base/core/errors.ts";
import { numbers } from "../../../support/box/numbers.ts";
import { browserOffer } from "../../../support/cameras/webrtc/browser-offer.ts";

const high: RtpVideoFormat = {
  codec: "h264",
  parameterSets: [Buffer.from([0x67, 0x64, 0, 0x1f]), Buffer.from([0x68])],
  lengthBytes: 4,
};

/** The refusal of an offer: its code and its message. */
function refusalOf(text: string, format = high): { code: string; message: string } {
  try {
    chooseCodec(readOffer(text).video, format);
  } catch (error) {
    const found = GatehouseError.find(error);
    if (found) return { code: found.code, message: found.message };
    throw error;
  }
  throw new Error("it was accepted");
}

test("the offer of a browser is read with its codecs, certificate and extensions", () => {
  const offer = readOffer(browserOffer());
  assert.equal(offer.media.length, 2);
  assert.equal(offer.video.mid, "0");
  assert.equal(offer.setup, "actpass");
  assert.match(offer.fingerprint, /^sha-256 /);
  assert.equal(offer.video.extensions.get(playoutDelayUri), 5);
  assert.deepEqual(
    offer.video.codecs.map(({ name }) => name),
    ["VP8", "RTX", "H264", "RTX", "H264", "H264", "H265"],
  );
});

test("the camera's profile is chosen, else the richest, and never one without fragmented units", () => {
  const { video } = readOffer(browserOffer());
  assert.equal(chooseCodec(video, high).payloadType, 112);
  const baseline = {
    ...high,
    parameterSets: [Buffer.from([0x67, 0x42, 0, 0x1f]), Buffer.from([0x68])],
  };
  assert.equal(chooseCodec(video, baseline).payloadType, 103);
  const main = {
    ...high,
    parameterSets: [Buffer.from([0x67, 0x4d, 0, 0x1f]), Buffer.from([0x68])],
  };
  assert.equal(chooseCodec(video, main).payloadType, 112);
  assert.equal(chooseCodec(video, { ...high, codec: "h265" }).payloadType, 49);
});

test("an offer without what the box sends is refused with the reason", () => {
  const withoutH264 = browserOffer().replaceAll("H264/90000", "AV1/90000");
  assert.equal(refusalOf(withoutH264).code, "codec_not_playable");
  assert.match(refusalOf(withoutH264).message, /lacks H\.264/);
  const oneMode = browserOffer().replaceAll("packetization-mode=1", "packetization-mode=0");
  assert.equal(refusalOf(oneMode).code, "codec_not_playable");
  const withoutH265 = browserOffer().replaceAll("H265/90000", "AV1/90000");
  assert.match(refusalOf(withoutH265, { ...high, codec: "h265" }).message, /lacks H\.265/);
});

test("an offer that is damaged, sends, or asks for no video is refused", () => {
  const cases: [string, RegExp][] = [
    ["", /no session description/],
    ["{}", /no session description/],
    [`v=0\r\n${"a=x\r\n".repeat(3000)}`, /no session description/],
    ["v=0\r\ns=-\r\n", /asks for no video/],
    [browserOffer().replace("m=video", "m=audio"), /asks for no video/],
    [browserOffer().replace("a=recvonly", "a=sendonly"), /asks for no video/],
    [browserOffer().replaceAll(/a=ice-pwd:.*/g, ""), /no valid a=ice-pwd/],
    [browserOffer().replaceAll(/a=fingerprint:.*/g, "a=fingerprint:md5 00"), /a=fingerprint/],
    [browserOffer().replaceAll(/a=setup:.*/g, ""), /no valid a=setup/],
    [browserOffer() + "m=audio 9 UDP/TLS/RTP/SAVPF 0\r\n".repeat(9), /media sections/],
  ];
  for (const [text, message] of cases) {
    const refusal = refusalOf(text);
    assert.equal(refusal.code, "invalid_request_body", text.slice(0, 60));
    assert.match(refusal.message, message);
  }
});

test("the library sees neither candidates nor anything else that the box does not need", () => {
  const offer = readOffer(browserOffer());
  const sent = { codec: chooseCodec(offer.video, high), ssrc: 7, playoutDelayId: 5 };
  const plain = plainOffer(offer, sent);
  assert.doesNotMatch(plain, /candidate|\.local|VP8|audio/);
  assert.match(plain, /^m=video 9 UDP\/TLS\/RTP\/SAVPF 112\r$/m);
});

test("the answer keeps the place of each section and refuses all but the video", () => {
  const offer = readOffer(browserOffer());
  const sent = { codec: chooseCodec(offer.video, high), ssrc: 7, playoutDelayId: 5 };
  const local = {
    ufrag: "abcd",
    password: "p".repeat(22),
    fingerprint: "sha-256 AA",
    setup: "active",
    candidates: ["1 1 UDP 2114977791 10.0.0.1 40511 typ host"],
  };
  const answer = answerText(offer, sent, local);
  assert.deepEqual(
    [...answer.matchAll(/^m=(\w+) (\d+)/gm)].map(([, kind, port]) => `${kind} ${port}`),
    ["video 9", "audio 0"],
  );
  assert.match(answer, /^a=group:BUNDLE 0\r$/m);
  assert.match(answer, /^a=candidate:1 1 UDP 2114977791 10\.0\.0\.1 40511 typ host\r$/m);
  assert.match(answer, /^a=extmap:5 http.*playout-delay\r$/m);
});

const offers = process.env["TEST_LONG"] === "1" ? 100_000 : 5000;

test(`${offers} mutated offers are read or refused with a code, and what is read has one line per value`, () => {
  const random = numbers(22);
  const sample = Buffer.from(browserOffer());
  for (let each = 0; each < offers; each += 1) {
    const bytes = Buffer.from(sample);
    for (let changes = 1 + Math.floor(random() * 20); changes > 0; changes -= 1) {
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    }
    try {
      const offer = readOffer(bytes.toString("utf8"));
      const codec = chooseCodec(offer.video, high);
      const plain = plainOffer(offer, { codec, ssrc: 7, playoutDelayId: undefined });
      assert.ok(plain.split("\r\n").length <= 19, plain);
    } catch (error) {
      assert.ok(GatehouseError.find(error), String(error));
    }
  }
});
