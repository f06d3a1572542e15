import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { InterleavedSplitter } from "../../../../src/adapters/rtsp-relay/interleaved-splitter.ts";
import { TrackClock } from "../../../../src/adapters/rtsp-relay/track-clock.ts";
import { pickSound } from "../../../../src/adapters/rtsp-relay/sound-sdp.ts";

suite("sound in a camera's description", () => {
  const video = "v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n";

  test("AAC, Opus and G.711 are taken, with their parameters", () => {
    const aac = pickSound(
      `${video}m=audio 0 RTP/AVP 97\r\na=rtpmap:97 MPEG4-GENERIC/16000/1\r\na=control:t2\r\n` +
        "a=fmtp:97 streamtype=5;mode=AAC-hbr;config=1408;SizeLength=13;IndexLength=3;IndexDeltaLength=3\r\n",
    );
    assert.deepEqual(aac, {
      control: "t2",
      offer: {
        codec: "aac",
        rateHz: 16_000,
        channels: 1,
        aac: { config: Buffer.from("1408", "hex"), sizeBits: 13, indexBits: 3, deltaBits: 3 },
      },
    });
    const opus = pickSound("m=audio 0 RTP/AVP 98\na=rtpmap:98 opus/48000/2\n");
    assert.deepEqual("offer" in opus && opus.offer, { codec: "opus", rateHz: 48_000, channels: 2 });
    const law = pickSound("m=audio 0 RTP/AVP 8\n");
    assert.deepEqual("offer" in law && law.offer, { codec: "pcma", rateHz: 8000, channels: 1 });
  });

  test("a loudspeaker is no microphone", () => {
    const sdp = `${video}m=audio 0 RTP/AVP 0\r\na=sendonly\r\na=control:back\r\n`;
    assert.deepEqual(pickSound(sdp), { lack: "absent" });
  });

  test("another codec, or a description that lacks what AAC needs, is unsupported", () => {
    const speex = pickSound("m=audio 0 RTP/AVP 97\na=rtpmap:97 SPEEX/16000\n");
    assert.deepEqual(speex, { lack: "unsupported" });
    const bare = pickSound("m=audio 0 RTP/AVP 97\na=rtpmap:97 MPEG4-GENERIC/16000/1\n");
    assert.deepEqual(bare, { lack: "unsupported" });
  });
});

suite("interleaved sound", () => {
  const frameOf = (channel: number, text: string): Buffer =>
    Buffer.concat([Buffer.from([0x24, channel, 0, text.length]), Buffer.from(text)]);

  test("is cut out whatever the pieces; the rest stays byte for byte", () => {
    const parts = [
      frameOf(0, "video one"),
      frameOf(2, "sound"),
      frameOf(1, "report"),
      frameOf(3, "r"),
    ];
    const all = Buffer.concat([...parts, frameOf(0, "v".repeat(60))]);
    for (let size = 1; size < 40; size += 1) {
      const sound: string[] = [];
      const heads: string[] = [];
      const splitter = new InterleavedSplitter(2, {
        onTaken: (channel, packet) => sound.push(`${channel}:${packet.toString()}`),
        onOther: (channel, head) => heads.push(`${channel}:${head.toString()}`),
      });
      const rest: Buffer[] = [];
      for (let at = 0; at < all.length; at += size) {
        rest.push(splitter.push(all.subarray(at, at + size)));
      }
      const kept = Buffer.concat([parts[0]!, parts[2]!, all.subarray(-64)]);
      assert.deepEqual(Buffer.concat(rest), kept);
      assert.deepEqual(sound, ["2:sound", "3:r"]);
      assert.deepEqual(heads, ["0:video one", "1:report", `0:${"v".repeat(20)}`]);
    }
  });
});

suite("the time of sound on the video's time line", () => {
  test("comes from the reports of both tracks, across a wrap of either", () => {
    const clock = new TrackClock(16_000);
    const wrap = 2 ** 32;
    clock.onVideo(wrap - 45_000, 0);
    clock.onVideoReport({ ntpSec: 1000, rtpTime: wrap - 45_000 });
    clock.onReport({ ntpSec: 1000.25, rtpTime: wrap - 8000 });
    // Video at 0.5 s, sound reported 0.25 s after the first frame.
    clock.onVideo(0, 500);
    assert.equal(clock.mediaSec(0, 500), 0.75);
  });

  test("is corrected by the first reports, however little, and later only by 50 ms", () => {
    const clock = new TrackClock(8000);
    clock.onVideo(0, 0);
    const near = (sec: number | undefined, expected: number): void =>
      assert.ok(Math.abs(sec! - expected) < 1e-9, `${sec}`);
    near(clock.mediaSec(0, 44), 0.044);
    clock.onVideoReport({ ntpSec: 1000, rtpTime: 0 });
    clock.onReport({ ntpSec: 1000, rtpTime: 0 });
    near(clock.mediaSec(160, 64), 0.02);
    clock.onReport({ ntpSec: 1000.04, rtpTime: 0 });
    near(clock.mediaSec(320, 84), 0.04);
    clock.onReport({ ntpSec: 1000.06, rtpTime: 0 });
    near(clock.mediaSec(480, 104), 0.12);
  });

  test("comes from the arrival before the reports, and where they are wrong", () => {
    const clock = new TrackClock(8000);
    assert.equal(clock.mediaSec(77, 0), undefined, "no video yet");
    clock.onVideo(90_000, 100);
    assert.ok(Math.abs(clock.mediaSec(4000, 150)! - 0.05) < 1e-9);
    assert.ok(
      Math.abs(clock.mediaSec(4160, 260)! - 0.07) < 1e-9,
      "jitter of the network moves nothing",
    );
    clock.onVideoReport({ ntpSec: 5_000_000, rtpTime: 90_000 });
    clock.onReport({ ntpSec: 1, rtpTime: 4000 });
    assert.ok(Math.abs(clock.mediaSec(4320, 200)! - 0.09) < 1e-9);
  });
});
