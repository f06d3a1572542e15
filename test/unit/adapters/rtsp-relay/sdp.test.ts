import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { pickVideo, resolveControl } from "../../../../src/adapters/rtsp-relay/sdp.ts";

const sdp = [
  "v=0",
  "o=- 1 1 IN IP4 10.0.0.5",
  "s=Cam",
  "a=control:rtsp://10.0.0.5/cam/",
  "a=range:npt=0-",
  "m=audio 0 RTP/AVP 0",
  "a=control:rtsp://10.0.0.5/cam/audio",
  "m=application 0 RTP/AVP 107",
  "m=video 0 RTP/AVP 96",
  "a=rtpmap:96 H264/90000",
  "a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z0,aO4=",
  "a=control:rtsp://10.0.0.5/cam/video",
  "",
].join("\r\n");

suite("session descriptions", () => {
  test("keeps one video track and nothing that names the camera's own addresses", () => {
    const picked = pickVideo(sdp);
    assert.ok("sdp" in picked);
    assert.equal(picked.codec, "h264");
    assert.equal(picked.control, "rtsp://10.0.0.5/cam/video");
    assert.equal(picked.sessionControl, "rtsp://10.0.0.5/cam/");
    assert.doesNotMatch(picked.sdp, /audio|application|rtsp:|range/);
    assert.match(picked.sdp, /sprop-parameter-sets=Z0,aO4=/);
    assert.match(picked.sdp, /a=control:track\r\n$/);
  });

  test("says what is missing", () => {
    assert.deepEqual(pickVideo("v=0\r\nm=audio 0 RTP/AVP 0\r\n"), { refused: "no_video" });
    assert.deepEqual(pickVideo(""), { refused: "no_video" });
    assert.deepEqual(pickVideo("v=0\nm=video 0 RTP/AVP 97\na=rtpmap:97 VP8/90000\n"), {
      refused: "codec",
      codec: "VP8",
    });
  });

  test("knows JPEG by its static payload type and prefers a track that it can copy", () => {
    const jpeg = pickVideo("v=0\nm=video 0 RTP/AVP 26\n");
    assert.ok("sdp" in jpeg && jpeg.codec === "mjpeg");
    const two = pickVideo(
      "v=0\nm=video 0 RTP/AVP 97\na=rtpmap:97 VP8/90000\na=control:a\nm=video 0 RTP/AVP 98\na=rtpmap:98 h265/90000\na=control:b\n",
    );
    assert.ok("sdp" in two && two.codec === "hevc" && two.control === "b");
  });

  test("control URIs are appended to the base, also behind a query", () => {
    assert.equal(resolveControl("rtsp://c/live", "track1"), "rtsp://c/live/track1");
    assert.equal(resolveControl("rtsp://c/live/", "track1"), "rtsp://c/live/track1");
    assert.equal(resolveControl("rtsp://c/l?ch=1", "t"), "rtsp://c/l?ch=1/t");
    assert.equal(resolveControl("rtsp://c/l", "RTSP://d/x"), "RTSP://d/x");
    assert.equal(resolveControl("rtsp://c/l", "*"), "rtsp://c/l");
  });
});
