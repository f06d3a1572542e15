import assert from "node:assert/strict";
import { test } from "node:test";
import * as library from "node-datachannel";
import type { FromWebrtcChild } from "../../../../src/adapters/webrtc/child/protocol.ts";
import { WebrtcWorker } from "../../../../src/adapters/webrtc/child/webrtc-worker.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { until } from "../../../support/box/wait.ts";
import { endViewerThreads, WebrtcViewer } from "../../../support/cameras/webrtc/webrtc-viewer.ts";

test("a viewer that reports nothing for fifteen seconds is gone", async (t) => {
  const clock = new FakeClock();
  const sent: FromWebrtcChild[] = [];
  const worker = new WebrtcWorker({
    clock,
    library,
    port: 0,
    send: (each) => sent.push(each),
    collect: () => undefined,
  });
  const viewer = new WebrtcViewer();
  t.after(async () => {
    viewer.close();
    worker.close();
    await endViewerThreads();
  });
  const message = async <T extends FromWebrtcChild["type"]>(type: T) => {
    const isIt = (each: FromWebrtcChild): each is Extract<FromWebrtcChild, { type: T }> =>
      each.type === type;
    await until(() => sent.some(isIt), { what: type });
    return sent.find(isIt)!;
  };
  worker.onMessage({ type: "videoOpen", videoId: 1 });
  const parameters = "packetization-mode=1;profile-level-id=42001f";
  worker.onMessage({
    type: "peerOpen",
    peerId: 2,
    spec: {
      videoId: 1,
      // The library never sees a viewer's candidates.
      offer: (await viewer.offer()).replaceAll(/^a=(end-of-)?candidate.*\r\n/gm, ""),
      mid: "0",
      codec: { name: "H264", parameters, payloadType: 102 },
      ssrc: 7,
      playoutDelayId: undefined,
      sound: undefined,
      bindAddress: "127.0.0.1",
    },
  });
  viewer.accept((await message("peerAnswer")).answer);
  await message("peerConnected");
  clock.advance(14_000);
  assert.ok(!sent.some(({ type }) => type === "peerEnded"));
  clock.advance(7000);
  assert.deepEqual(await message("peerEnded"), { type: "peerEnded", peerId: 2, refusal: null });
});
