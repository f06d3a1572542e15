import type { TestContext } from "node:test";
import {
  RtspServer,
  type RtspServerOptions,
} from "../../../src/adapters/rtsp-server/rtsp-server.ts";
import { fail } from "../../../src/base/contract/fail.ts";
import { type Clock, systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { OpenVideo, VideoSink } from "../../../src/base/core/own-video.ts";
import { keyDigests, provesKey } from "../../../src/base/keys/digest.ts";
import type { RestreamSource } from "../../../src/cameras/restream/restream-port.ts";
import { LiveClip } from "./live-clip.ts";
import { type Login, RtspClient } from "./rtsp-client.ts";
import { withTone } from "./sound.ts";
import { type ClipOptions, makeClip } from "./video-fragments.ts";

/** The one key of the rig. */
export const login: Login = { username: "wall", password: "svk_secret" };
const digests = keyDigests({ id: "abcdefghijkl", name: login.username, token: login.password });

/** The streams `yard` (live), `masked`, and `away` (no picture yet). */
export interface RtspRig {
  server: RtspServer;
  live: LiveClip;
  /** Says whether the key is still valid. */
  key: { isValid: boolean };
  /** Address of a stream, without credentials. */
  url(path: string): string;
  /** Address with the rig's key. */
  signedUrl(path: string): string;
  /** A client for the stream, with the rig's key unless another is given. */
  client(path: string, as?: Login): RtspClient;
}

/** Starts a server on a clip that plays in real time; it stops after the test. */
export async function startRtspRig(
  t: Pick<TestContext, "after">,
  options: {
    clip?: ClipOptions;
    /** Adds a tone to the clip. */
    hasTone?: boolean;
    clock?: Clock;
    /** Replaces the clip by another source of `yard`. */
    open?: (sink: VideoSink) => OpenVideo;
    server?: Partial<RtspServerOptions>;
  } = {},
): Promise<RtspRig> {
  const silent = await makeClip({ seconds: 4, fps: 10, gop: 20, ...options.clip });
  const clip = options.hasTone ? await withTone(silent) : silent;
  const live = new LiveClip(clip, "avc1.64001f", options.clip?.fps ?? 10);
  const key = { isValid: true };
  const server = new RtspServer({
    source: sourceOf(options.open ?? ((sink) => live.open(sink)), key),
    clock: options.clock ?? systemClock,
    log: silentLogger,
    host: "127.0.0.1",
    plainPort: 0,
    maxReaders: 50,
    ...options.server,
  });
  await server.start();
  t.after(async () => {
    await server.stop();
    live.stop();
  });
  const { rtsp, rtsps } = server.ports();
  const scheme = rtsp === undefined ? "rtsps" : "rtsp";
  const at = `127.0.0.1:${rtsp ?? rtsps}`;
  const url = (path: string): string => `${scheme}://${at}/${path}`;
  return {
    server,
    live,
    key,
    url,
    signedUrl: (path) => `${scheme}://${login.username}:${login.password}@${at}/${path}`,
    client: (path, as = login) => new RtspClient(url(path), as),
  };
}

function sourceOf(open: (sink: VideoSink) => OpenVideo, key: { isValid: boolean }): RestreamSource {
  return {
    admit(answer) {
      if (provesKey(answer, digests)) return { org: "default", keyId: "abcdefghijkl" };
      throw fail("invalid_api_key", "API key: is not valid. Check the key");
    },
    isAdmitted: () => key.isValid,
    open(_org, { streamId }, sink) {
      if (streamId === "masked") throw fail("conflict", "stream: has privacy masks");
      if (streamId === "away") throw fail("stream_not_ready", "stream: has no picture yet");
      return streamId === "yard" ? open(sink) : undefined;
    },
  };
}
