import assert from "node:assert/strict";
import { test } from "node:test";
import { packFrame, type RtpFrame } from "../../../../src/adapters/rtsp-server/rtp-frame.ts";
import type { SharedVideo } from "../../../../src/adapters/rtsp-server/shared-video.ts";
import { VideoFeed } from "../../../../src/adapters/webrtc/video-feed.ts";

function frameAt(rtpTime: number, isKey: boolean): RtpFrame {
  const numbers = { ssrc: 1, sequence: 0, rtpTime };
  return packFrame([Buffer.alloc(10, 0x65)], { codec: "h264", isKey }, numbers);
}

/** A feed to a process that takes frames while `hasRoom`. */
function startFeed() {
  const state = { hasRoom: true, dropped: 0, closed: 0 };
  const sent: string[] = [];
  const video: Pick<SharedVideo, "attach" | "detach" | "newest"> = {
    attach: () => undefined,
    detach: () => undefined,
    newest: { wallMs: 7, atSec: 0 },
  };
  const feed = new VideoFeed({
    videoId: 3,
    video,
    child: {
      send: ({ type }) => sent.push(type) > 0,
      sendFrame({ frame: { rtpTime } }) {
        if (state.hasRoom) sent.push(String(rtpTime));
        else state.dropped += 1;
        return state.hasRoom;
      },
      noteDropped: () => void (state.dropped += 1),
    },
    onClosed: () => void (state.closed += 1),
  });
  feed.start();
  return { feed, sent, state };
}

test("a feed begins at a key frame, and after a frame that found no room it goes on at the next one", () => {
  const { feed, sent, state } = startFeed();
  feed.onFrame(frameAt(1, false));
  feed.onFrame(frameAt(2, true));
  feed.onFrame(frameAt(3, false));
  state.hasRoom = false;
  feed.onFrame(frameAt(4, false));
  state.hasRoom = true;
  feed.onFrame(frameAt(5, false));
  feed.onFrame(frameAt(6, true));
  feed.onFrame(frameAt(7, false));
  assert.deepEqual(sent, ["videoOpen", "2", "3", "6", "7"]);
  assert.equal(state.dropped, 3);
});

test("the video closes in the process with its last viewer", () => {
  const { feed, sent, state } = startFeed();
  const viewers = [{ close: () => undefined }, { close: () => undefined }];
  for (const viewer of viewers) feed.add(viewer);
  feed.remove(viewers[0]!);
  assert.equal(state.closed, 0);
  feed.remove(viewers[1]!);
  feed.remove(viewers[1]!);
  assert.equal(state.closed, 1);
  assert.deepEqual(sent, ["videoOpen", "videoClose"]);
});
