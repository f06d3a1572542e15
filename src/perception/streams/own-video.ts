import type { CameraLease, Cameras } from "../../cameras/camera.ts";
import type { InitSegment, SourceSpec } from "../../cameras/source.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { OpenVideo, VideoSink } from "../../base/core/own-video.ts";

/** What is wanted of a camera. */
export interface VideoWish {
  source: SourceSpec;
  /** Codecs that the viewer plays: `h264`, or whatever browsers know. */
  codecs: "h264" | "any";
}

/**
 * Follows a camera with `sink`, from the newest key frame on. The camera's one connection is shared
 * by all who watch it. Throws `stream_not_ready` while no picture arrives, and `codec_not_playable`
 * with what to do.
 */
export function openVideo(cameras: Cameras, wish: VideoWish, sink: VideoSink): OpenVideo {
  let generation: number | undefined;
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    sink.onEnd();
  };
  const lease = cameras.acquire(wish.source, {
    onInit: (init) => {
      if (init.generation !== generation) end();
    },
    onFragment: (fragment) => {
      if (!isOver && fragment.generation === generation) sink.onFragment(fragment);
    },
    onStatus: ({ state }) => {
      if (state === "ended") end();
    },
  });
  try {
    const init = readyInit(lease);
    const mimeCodec = playable(init, wish.codecs);
    generation = init.generation;
    const gop = lease.ring.latestGop()?.fragments ?? [];
    const burstBytes = gop.reduce((sum, each) => sum + each.bytes.byteLength, 0);
    const close = (): void => {
      isOver = true;
      void lease.release();
    };
    return { header: init.bytes, mimeCodec, burstBytes, close };
  } catch (error) {
    void lease.release();
    throw error;
  }
}

/**
 * As `openVideo` for the first wish that the viewer can play; the later ones stand in for codecs
 * only, not for a camera that is away. Throws what the first one has against it.
 */
export function openFirst(
  cameras: Cameras,
  wishes: readonly VideoWish[],
  sink: VideoSink,
): OpenVideo {
  const [wish, ...others] = wishes;
  try {
    return openVideo(cameras, wish!, sink);
  } catch (error) {
    const isCodec = GatehouseError.find(error)?.code === "codec_not_playable";
    if (!isCodec || others.length === 0) throw error;
    return openFirst(cameras, others, sink);
  }
}

function readyInit(lease: CameraLease): InitSegment {
  const { state, problem } = lease.status();
  const init = lease.ring.init();
  if (state === "online" && init !== undefined) return init;
  throw fail("stream_not_ready", problem?.message ?? "the stream has no picture yet", {
    retryAfterSec: 1,
  });
}

function playable({ mimeCodec, codec }: InitSegment, codecs: VideoWish["codecs"]): string {
  if (mimeCodec !== null && (codec === "h264" || codecs === "any")) return mimeCodec;
  const advice =
    "Set it to H.264, give the stream a sub-stream in H.264 (source.sub_url), or use live.mjpeg";
  const what = codec === "hevc" ? "H.265, which most browsers do not play" : codec.toUpperCase();
  throw fail("codec_not_playable", `The camera sends ${what}. ${advice}.`);
}
