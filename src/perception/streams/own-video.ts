import type { CameraLease, Cameras } from "../../cameras/camera.ts";
import {
  type InitSegment,
  type InitSound,
  sizeOf,
  soundOf,
  type SourceSpec,
} from "../../cameras/source.ts";
import { silentFragment } from "../../cameras/extra-tracks.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { OpenVideo, VideoSink } from "../../base/core/own-video.ts";
import type { LiveTranscodes, TranscodeRequest } from "./live-transcodes.ts";

/** The video that a viewer requests. */
export interface VideoRequest {
  source: SourceSpec;
  track: "main" | "sub";
  /** Codecs that the viewer plays: `h264`, or whatever browsers know. */
  codecs: "h264" | "any";
  /** True for the camera's sound too, where it is on. */
  audio?: boolean;
}

/**
 * Sends a camera's video to `sink`, from the newest key frame on. All viewers share the camera's one
 * connection. Throws `stream_not_ready` while no picture arrives, and `codec_not_playable` with the remedy.
 */
export function openVideo(cameras: Cameras, request: VideoRequest, sink: VideoSink): OpenVideo {
  let generation: number | undefined;
  let sound: InitSound | undefined;
  let isClosed = false;
  const end = (): void => {
    if (isClosed) return;
    isClosed = true;
    sink.onEnd();
  };
  const lease = cameras.acquire(request.source, {
    onInit: (init) => {
      if (init.generation !== generation) end();
    },
    onFragment: (fragment) => {
      if (isClosed || fragment.generation !== generation) return;
      sink.onFragment(sound ? fragment : silentFragment(fragment));
    },
    onStatus: ({ state }) => {
      if (state === "ended") end();
    },
  });
  try {
    const init = readyInit(lease);
    const mimeCodec = playable(init, request.codecs);
    generation = init.generation;
    sound = request.audio ? soundOf(init) : undefined;
    const gop = lease.ring.latestGop()?.fragments ?? [];
    const burstBytes = gop.reduce((sum, each) => sum + sizeOf(each), 0);
    const close = (): void => {
      isClosed = true;
      void lease.release();
    };
    const origin = { track: request.track, generation };
    const video = { origin, header: init.bytes, mimeCodec, burstBytes, close };
    if (!sound) return video;
    const { header } = sound;
    return { ...video, header, sound, mimeCodec: `${mimeCodec}, ${sound.mimeCodec}` };
  } catch (error) {
    void lease.release();
    throw error;
  }
}

/** What a viewer may see of a stream: its own video, or what the box encodes of it. */
export interface ShownRequest {
  /** By preference: the later ones replace the first for its codec. */
  requests: readonly VideoRequest[];
  /** Areas that no viewer may see, as fractions of the frame. */
  masks: TranscodeRequest["masks"];
  sink: VideoSink;
}

/**
 * Sends the video of a stream to `sink`: the camera's own, or one that the box encodes where the viewer cannot play
 * that, or where privacy masks hide part of it. Throws as `openVideo` and `LiveTranscodes.open`, and `conflict` for a
 * masked stream where the site does not let the box encode.
 */
export function openShown(
  { cameras, transcodes }: { cameras: Cameras; transcodes: LiveTranscodes },
  { requests, masks, sink }: ShownRequest,
): OpenVideo {
  const [first] = requests;
  if (masks.length > 0) {
    if (transcodes.isAllowed) return transcodes.open({ ...first!, masks }, sink);
    const message =
      "stream: has privacy masks, which its own video does not apply. Use live.mjpeg, or set perception.live_transcodes";
    throw fail("conflict", message);
  }
  try {
    return openFirst(cameras, requests, sink);
  } catch (error) {
    if (!isCodecRefusal(error) || !transcodes.isAllowed) throw error;
    // The smallest picture costs least.
    return transcodes.open({ ...requests.at(-1)!, masks }, sink);
  }
}

/**
 * As `openVideo` for the first request that the viewer can play; later ones replace the first for its codec
 * only, not for an unreachable camera. Throws the error of the first.
 */
function openFirst(
  cameras: Cameras,
  requests: readonly VideoRequest[],
  sink: VideoSink,
): OpenVideo {
  const [request, ...others] = requests;
  try {
    return openVideo(cameras, request!, sink);
  } catch (error) {
    if (!isCodecRefusal(error) || others.length === 0) throw error;
    return openFirst(cameras, others, sink);
  }
}

function isCodecRefusal(error: unknown): boolean {
  return GatehouseError.find(error)?.code === "codec_not_playable";
}

function readyInit(lease: CameraLease): InitSegment {
  const { state, problem } = lease.status();
  const init = lease.ring.init();
  if (state === "online" && init !== undefined) return init;
  throw fail("stream_not_ready", problem?.message ?? "the stream has no picture yet", {
    retryAfterSec: 1,
  });
}

function playable({ mimeCodec, codec }: InitSegment, codecs: VideoRequest["codecs"]): string {
  if (mimeCodec !== null && (codec === "h264" || codecs === "any")) return mimeCodec;
  const advice =
    "Set it to H.264, give the stream a sub-stream in H.264 (source.sub_url), or use live.mjpeg";
  const what = codec === "hevc" ? "H.265, which this viewer does not play" : codec.toUpperCase();
  throw fail("codec_not_playable", `stream: the camera sends ${what}. ${advice}`);
}
