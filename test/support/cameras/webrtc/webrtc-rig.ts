import type { TestContext } from "node:test";
import { FfmpegOpusEncoder } from "../../../../src/adapters/ffmpeg/opus-encoder.ts";
import { PeerProcess } from "../../../../src/adapters/webrtc/peer-process.ts";
import { WebrtcPeers } from "../../../../src/adapters/webrtc/webrtc-peers.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import { type Clock, systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { OpenVideo, VideoSink } from "../../../../src/base/core/own-video.ts";
import type { OpusEncoder } from "../../../../src/cameras/sound/opus-port.ts";
import type { OpenViewer } from "../../../../src/cameras/restream/whep-port.ts";
import { until } from "../../box/wait.ts";
import { LiveClip } from "../live-clip.ts";
import { withTone } from "../sound.ts";
import { type ClipOptions, makeClip } from "../video-fragments.ts";
import { endViewerThreads, WebrtcViewer } from "./webrtc-viewer.ts";

/** The streams `yard` (live) and `masked`, sent by WebRTC. */
export interface WebrtcRig {
  peers: WebrtcPeers;
  /** The process with the connections. */
  child: PeerProcess;
  live: LiveClip;
  /** Viewers that have ended. */
  ended(): number;
  /** Answers an offer of a viewer on this machine. */
  open(offer: string, streamId?: string): Promise<OpenViewer>;
  /** A viewer that connects. */
  view(codec?: "H264" | "H265"): Promise<{ viewer: WebrtcViewer } & OpenViewer>;
}

/**
 * Starts a sender on a clip that plays in real time, two seconds after its key frame; it stops after the test. `clock`
 * is that of the sessions; the process of the connections has the system's.
 */
export async function startWebrtcRig(
  t: Pick<TestContext, "after">,
  options: {
    clip?: ClipOptions;
    /** Adds a tone to the clip. */
    hasTone?: boolean;
    /** Replaces the clip by another source of `yard`. */
    open?: (sink: VideoSink) => OpenVideo;
    opus?: OpusEncoder;
    clock?: Clock;
    port?: number;
  } = {},
): Promise<WebrtcRig> {
  const silent = await makeClip({ seconds: 4, fps: 10, gop: 20, ...options.clip });
  const clip = options.hasTone ? await withTone(silent) : silent;
  const live = new LiveClip(clip, "avc1.64001f", options.clip?.fps ?? 10);
  const { port = 0 } = options;
  const child = new PeerProcess({ clock: systemClock, log: silentLogger, port });
  const peers = new WebrtcPeers({
    source: {
      open(_org, { streamId }, sink) {
        if (streamId === "masked") throw fail("conflict", "stream: has privacy masks");
        return streamId === "yard" ? (options.open?.(sink) ?? live.open(sink)) : undefined;
      },
    },
    opus: options.opus ?? new FfmpegOpusEncoder(),
    clock: options.clock ?? systemClock,
    child,
    isOnePort: port !== 0,
  });
  await peers.start();
  let ended = 0;
  const viewers: WebrtcViewer[] = [];
  t.after(async () => {
    for (const viewer of viewers) viewer.close();
    await peers.stop();
    live.stop();
    await endViewerThreads();
  });
  const open = (offer: string, streamId = "yard"): Promise<OpenViewer> =>
    peers.open({
      org: "default",
      path: { streamId, track: "main" },
      offer,
      localAddress: "::ffff:127.0.0.1",
      onEnd: () => (ended += 1),
    });
  const view = async (codec?: "H264" | "H265") => {
    const viewer = new WebrtcViewer(codec);
    viewers.push(viewer);
    const opened = await open(await viewer.offer());
    viewer.accept(opened.answer);
    return { viewer, ...opened };
  };
  await until(() => live.sent > 15, { what: "a GOP" });
  return { peers, child, live, ended: () => ended, open, view };
}
