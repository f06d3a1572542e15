import { createHash } from "node:crypto";
import type { RestreamPath } from "../restream/restream-port.ts";
import type { AudioFormat, DeviceStream, VideoFormat } from "./onvif-device-port.ts";

/** A camera as a video source, with its one configuration, which all its profiles share. */
export interface DeviceVideoSource {
  /** Token of the source and of its configuration; at most 64 characters (`ReferenceToken`). */
  token: string;
  name: string;
  /** Format of its largest video; null before the first picture. */
  format: VideoFormat | null;
  /** Profiles that show it. */
  useCount: number;
}

/** One of a camera's two videos as a media profile. */
export interface DeviceProfile {
  /** Token of the profile and of its encoder; at most 64 characters. */
  token: string;
  name: string;
  source: DeviceVideoSource;
  path: RestreamPath;
  format: VideoFormat | null;
  /** The sound beside the video; null without any. */
  sound: AudioFormat | null;
}

/** Longest id that is its own token, with room for the ending of the sub-stream. */
const maxIdChars = 60;
/** No stream id has this character. */
const subEnding = "~sub";

/** Returns the profiles of the streams, two for a camera with a sub-stream, in the streams' order. */
export function profilesOf(streams: readonly DeviceStream[]): DeviceProfile[] {
  return streams.flatMap(({ streamId, name, main, sub, sound = null }) => {
    const token = sourceTokenOf(streamId);
    const useCount = sub === undefined ? 1 : 2;
    const source = { token, name, format: main ?? sub ?? null, useCount };
    const path = { streamId, track: "main" } as const;
    const first: DeviceProfile = { token, name, source, path, format: main, sound };
    if (sub === undefined) return [first];
    const second: DeviceProfile = {
      token: `${token}${subEnding}`,
      name: `${name} (sub)`,
      source,
      path: { streamId, track: "sub" },
      format: sub,
      sound: null,
    };
    return [first, second];
  });
}

/** Returns the token of a stream's video source. */
export function sourceTokenOf(streamId: string): string {
  if (streamId.length <= maxIdChars) return streamId;
  return `${streamId.slice(0, 19)}~${createHash("sha1").update(streamId).digest("hex")}`;
}
