import assert from "node:assert/strict";
import { test } from "node:test";
import { pickMetadata } from "../../../../src/adapters/rtsp-relay/metadata/metadata-sdp.ts";
import { pickVideo, resolveControl } from "../../../../src/adapters/rtsp-relay/sdp.ts";
import { pickSound } from "../../../../src/adapters/rtsp-relay/sound-sdp.ts";
import { pickLoudspeaker } from "../../../../src/adapters/rtsp-relay/talk-sdp.ts";
import { isLong } from "../../../support/box/long-form.ts";
import { numbers } from "../../../support/box/numbers.ts";

const descriptions = isLong ? 100_000 : 3000;

/** A camera with a microphone, two loudspeakers and metadata, as Profiles T and M describe them. */
const sample = [
  "v=0",
  "o=- 0 0 IN IP4 127.0.0.1",
  "s=camera",
  "a=control:rtsp://127.0.0.1/cam",
  "m=video 0 RTP/AVP 96",
  "a=rtpmap:96 H264/90000",
  "a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z0LAHtkDxWhAAAADAEAAAAwDxYuS,aMuMsg==",
  "a=control:video",
  "m=audio 0 RTP/AVP 97",
  "a=rtpmap:97 MPEG4-GENERIC/16000/1",
  "a=fmtp:97 mode=AAC-hbr;config=1408;sizelength=13;indexlength=3;indexdeltalength=3",
  "a=control:mic",
  "m=audio 0 RTP/AVP 8 0",
  "a=rtpmap:8 PCMA/8000",
  "a=rtpmap:0 PCMU/8000/1",
  "a=control:speaker?x=1&y=2",
  "a=sendonly",
  "m=audio 0 RTP/AVP 110",
  "a=rtpmap:110 pcmu/8000",
  "a=control:rtsp://127.0.0.1/cam/speaker",
  "a=sendonly",
  "m=application 0 RTP/AVP 107",
  "a=rtpmap:107 vnd.onvif.metadata/90000",
  "a=control:metadata",
  "",
].join("\r\n");

/** Changes bytes, and takes out, doubles, moves or cuts lines. */
function mutate(random: () => number): string {
  const lines = sample.split("\r\n");
  const at = (): number => Math.floor(random() * lines.length);
  for (let changes = Math.floor(random() * 4); changes > 0; changes -= 1) {
    const [line = ""] = lines.splice(at(), 1);
    const kind = random();
    if (kind < 0.5) lines.splice(at(), 0, line);
    if (kind < 0.2) lines.splice(at(), 0, line.repeat(1 + Math.floor(random() * 50)));
  }
  const bytes = Buffer.from(lines.join(random() < 0.1 ? "\n" : "\r\n"));
  for (let changes = Math.floor(random() * 8); changes > 0; changes -= 1) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  }
  const end = random() < 0.1 ? Math.floor(random() * bytes.length) : bytes.length;
  return bytes.toString("utf8", 0, end);
}

test(`${descriptions} mutated descriptions give a loudspeaker, a microphone, metadata and a video that can be used, or none`, () => {
  const random = numbers(41);
  const found = new Map<string, number>();
  const count = (what: string): void => void found.set(what, (found.get(what) ?? 0) + 1);
  const assertUsable = (control: string): void =>
    assert.doesNotMatch(resolveControl("rtsp://127.0.0.1/cam", control), /\n/);
  for (let each = 0; each < descriptions; each += 1) {
    const text = mutate(random);
    const speaker = pickLoudspeaker(text);
    count("lack" in speaker ? `speaker ${speaker.lack}` : speaker.codec);
    if (!("lack" in speaker)) {
      assert.ok(speaker.payloadType >= 0 && speaker.payloadType < 128, text);
      assertUsable(speaker.control);
    }
    const sound = pickSound(text);
    count("lack" in sound ? `sound ${sound.lack}` : sound.offer.codec);
    if (!("lack" in sound)) {
      const { rateHz, channels, codec, aac } = sound.offer;
      assert.ok(rateHz >= 8000 && rateHz <= 48_000 && [1, 2].includes(channels), text);
      assert.equal(codec === "aac", aac !== undefined);
      assertUsable(sound.control);
    }
    const metadata = pickMetadata(text);
    count("lack" in metadata ? `metadata ${metadata.lack}` : "metadata");
    if (!("lack" in metadata)) {
      assert.ok(metadata.rateHz > 0 && metadata.rateHz <= 1e6, text);
      assertUsable(metadata.control);
    }
    const video = pickVideo(text);
    count("refused" in video ? video.refused : video.codec);
    if (!("refused" in video)) assertUsable(video.control);
  }
  const expected = [
    "pcmu",
    "pcma",
    "speaker absent",
    "speaker unsupported",
    "aac",
    "h264",
    "metadata",
    "metadata absent",
  ];
  for (const what of expected) assert.ok(found.has(what), `never ${what}`);
});
