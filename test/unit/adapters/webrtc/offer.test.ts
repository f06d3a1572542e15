import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseCodec, chooseSoundCodec } from "../../../../src/adapters/webrtc/choose-codec.ts";
import { type Offer, readOffer } from "../../../../src/adapters/webrtc/offer.ts";
import {
  answerText,
  plainOffer,
  playoutDelayUri,
  type SentVideo,
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

/** What the box sends for an offer. */
function sentOf(offer: Offer, { hasSound = false } = {}): SentVideo {
  const { sound: media } = offer;
  const opus = media && chooseSoundCodec(media);
  const sound = hasSound && opus ? { media, codec: opus, ssrc: 8 } : undefined;
  return { codec: chooseCodec(offer.video, high), ssrc: 7, playoutDelayId: 5, sound };
}

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
  const plain = plainOffer(offer, sentOf(offer, { hasSound: true }));
  assert.doesNotMatch(plain, /candidate|\.local|VP8|PCMU/);
  assert.match(plain, /^m=video 9 UDP\/TLS\/RTP\/SAVPF 112\r$/m);
  assert.match(plain, /^m=audio 9 UDP\/TLS\/RTP\/SAVPF 111\r$/m);
});

test("the sound is that of the video's connection, in Opus", () => {
  const { sound } = readOffer(browserOffer());
  assert.equal(sound!.mid, "1");
  assert.equal(chooseSoundCodec(sound!)!.payloadType, 111);
  const without = [
    browserOffer().replace("BUNDLE 0 1", "BUNDLE 0"),
    browserOffer().replace(/a=group:.*\r\n/, ""),
    browserOffer().replace("a=mid:1", "a=mid:0"),
    `${browserOffer()}a=inactive\r\n`,
  ];
  for (const text of without) assert.equal(readOffer(text).sound, undefined, text.slice(0, 120));
  const old = readOffer(browserOffer().replace("opus/48000", "ILBC/8000"));
  assert.equal(chooseSoundCodec(old.sound!), undefined);
});

test("the answer keeps the place of each section and refuses what the box does not send", () => {
  const offer = readOffer(browserOffer());
  const local = {
    ufrag: "abcd",
    password: "p".repeat(22),
    fingerprint: "sha-256 AA",
    setup: "active",
    candidates: ["1 1 UDP 2114977791 10.0.0.1 40511 typ host"],
  };
  const sectionsOf = (text: string): string[] =>
    [...text.matchAll(/^m=(\w+) (\d+)/gm)].map(([, kind, port]) => `${kind} ${port}`);
  const heard = answerText(offer, sentOf(offer, { hasSound: true }), local);
  assert.deepEqual(sectionsOf(heard), ["video 9", "audio 9"]);
  assert.match(heard, /^a=group:BUNDLE 0 1\r$/m);
  assert.match(heard, /^a=rtpmap:111 OPUS\/48000\/2\r$/m);
  const answer = answerText(offer, sentOf(offer), local);
  assert.deepEqual(sectionsOf(answer), ["video 9", "audio 9"]);
  assert.match(answer, /^m=audio 9 .*\r\n(?:.*\r\n)*a=inactive\r$/m);
  const withoutOpus = readOffer(browserOffer().replaceAll("opus/48000", "other/48000"));
  const mute = answerText(withoutOpus, sentOf(withoutOpus), local);
  assert.deepEqual(sectionsOf(mute), ["video 9", "audio 0"]);
  assert.match(mute, /^a=group:BUNDLE 0\r$/m);
  const onlyOpen = readOffer(
    browserOffer().replaceAll("packetization-mode=1;", "").replaceAll("packetization-mode=0;", ""),
  );
  assert.doesNotMatch(sentOf(onlyOpen).codec.parameters, /packetization-mode/);
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
      const plain = plainOffer(offer, sentOf(offer, { hasSound: true }));
      assert.ok(plain.split("\r\n").length <= 30, plain);
    } catch (error) {
      assert.ok(GatehouseError.find(error), String(error));
    }
  }
});
