import { createHash } from "node:crypto";
import type { RestreamPath } from "../restream/restream-port.ts";
import type { DeviceStream, VideoFormat } from "./onvif-device-port.ts";

/** One of a camera's two videos as a media profile. */
export interface DeviceProfile {
  /** Token of the profile and of its encoder; at most 64 characters (`ReferenceToken`). */
  token: string;
  /** Token of the video source and of its configuration: the same for both videos of a camera. */
  sourceToken: string;
  name: string;
  path: RestreamPath;
  format: VideoFormat | null;
}

/** Longest id that is its own token, with room for the ending of the sub-stream. */
const maxIdChars = 60;
/** No stream id has this character. */
const subEnding = "~sub";

/** Returns the profiles of the streams, two for a camera with a sub-stream, in the streams' order. */
export function profilesOf(streams: readonly DeviceStream[]): DeviceProfile[] {
  return streams.flatMap(({ streamId, name, main, sub }) => {
    const token = sourceTokenOf(streamId);
    const profile = { sourceToken: token };
    const path = { streamId, track: "main" } as const;
    const first: DeviceProfile = { ...profile, token, name, path, format: main };
    if (sub === undefined) return [first];
    const second: DeviceProfile = {
      ...profile,
      token: `${token}${subEnding}`,
      name: `${name} (sub)`,
      path: { streamId, track: "sub" },
      format: sub,
    };
    return [first, second];
  });
}

/** Returns the token of a stream's video source. */
export function sourceTokenOf(streamId: string): string {
  if (streamId.length <= maxIdChars) return streamId;
  return `${streamId.slice(0, 19)}~${createHash("sha1").update(streamId).digest("hex")}`;
}
