import assert from "node:assert/strict";
import { test } from "node:test";
import { packFrame, type RtpFrame } from "../../../../src/adapters/rtsp-server/rtp-frame.ts";
import type { SharedSound } from "../../../../src/adapters/rtsp-server/shared-sound.ts";
import { VideoFeed } from "../../../../src/adapters/webrtc/video-feed.ts";

function frameAt(rtpTime: number, isKey: boolean): RtpFrame {
  const numbers = { ssrc: 1, sequence: 0, rtpTime };
  return packFrame([Buffer.alloc(10, 0x65)], { codec: "h264", isKey }, numbers);
}

/** A feed to a process that takes frames while `hasRoom`. */
function startFeed() {
  const state = { hasRoom: true, dropped: 0, closed: 0 };
  const sent: string[] = [];
  const sound = {
    follow: () => sent.push("sound"),
    detach: () => sent.push("no sound"),
  };
  const video = {
    attach: () => undefined,
    detach: () => undefined,
    newest: { wallMs: 7000, atSec: 2 },
    sound: sound as unknown as SharedSound,
  };
  const feed = new VideoFeed({
    videoId: 3,
    video,
    child: {
      send: ({ type }) => sent.push(type) > 0,
      sendFrame({ type, frame: { rtpTime }, wallMs }) {
        const what = type === "soundFrame" ? `sound of ${wallMs}` : String(rtpTime);
        if (state.hasRoom) sent.push(what);
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

test("sound flows from the first viewer with sound to the last, at its wall time", () => {
  const { feed, sent } = startFeed();
  const viewers = [0, 1, 2].map(() => ({ close: () => undefined }));
  for (const viewer of viewers) feed.add(viewer);
  for (const viewer of viewers.slice(1)) feed.addListener(viewer);
  feed.onSound(frameAt(1, true), 2.25);
  feed.remove(viewers[1]!);
  feed.remove(viewers[2]!);
  feed.addListener(viewers[2]!);
  assert.deepEqual(sent, ["videoOpen", "sound", "sound of 7250", "no sound"]);
});
