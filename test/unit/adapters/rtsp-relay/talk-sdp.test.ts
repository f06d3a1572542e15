import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { pickLoudspeaker } from "../../../../src/adapters/rtsp-relay/talk-sdp.ts";

const head = "v=0\r\nm=video 0 RTP/AVP 96\r\na=control:video\r\na=sendonly\r\n";
const microphone = "m=audio 0 RTP/AVP 0\r\na=control:mic\r\na=recvonly\r\n";
const section = (types: string, ...lines: string[]): string =>
  [`m=audio 0 RTP/AVP ${types}`, "a=control:speaker", "a=sendonly ", ...lines, ""].join("\r\n");

suite("the loudspeaker in a session description", () => {
  test("it is the audio that the client sends, not the microphone", () => {
    assert.deepEqual(pickLoudspeaker(head + microphone + section("8")), {
      codec: "pcma",
      payloadType: 8,
      control: "speaker",
    });
    assert.deepEqual(pickLoudspeaker(head + microphone), { lack: "absent" });
    assert.deepEqual(pickLoudspeaker(""), { lack: "absent" });
  });

  test("µ-law comes before A-law, wherever the camera lists them", () => {
    const both = section("8 0", "a=rtpmap:8 PCMA/8000", "a=rtpmap:0 PCMU/8000/1");
    assert.equal((pickLoudspeaker(head + both) as { payloadType: number }).payloadType, 0);
    const dynamic = section("8") + section("110", "a=rtpmap:110 pcmu/8000");
    assert.deepEqual(pickLoudspeaker(head + dynamic), {
      codec: "pcmu",
      payloadType: 110,
      control: "speaker",
    });
  });

  test("a loudspeaker without G.711 at 8 kHz is of no use", () => {
    const others = section("97 2", "a=rtpmap:97 MPEG4-GENERIC/16000", "a=rtpmap:2 G726-32/8000");
    assert.deepEqual(pickLoudspeaker(head + others), { lack: "unsupported" });
    const wide = section("98", "a=rtpmap:98 PCMU/16000");
    assert.deepEqual(pickLoudspeaker(head + wide), { lack: "unsupported" });
    const strange = section("0", "a=rtpmap:0 OPUS/48000/2");
    assert.deepEqual(pickLoudspeaker(head + strange), { lack: "unsupported" });
  });
});
