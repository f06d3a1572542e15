import type { RestreamPath } from "../../cameras/restream/restream-port.ts";
import { trackName } from "./session-description.ts";

/**
 * Returns the video that an address names: `/<stream_id>` or `/<stream_id>/sub`, with or without the track's name at
 * the end; undefined for any other address.
 */
export function restreamPathOf(uri: string): RestreamPath | undefined {
  const match = /^rtsps?:\/\/[^/?#]*\/([^?#]*)/i.exec(uri);
  const parts = (match?.[1] ?? "").split("/").filter((part) => part !== "");
  if (parts.at(-1) === trackName) parts.pop();
  const [streamId, track, ...others] = parts;
  if (streamId === undefined || others.length > 0) return undefined;
  if (track !== undefined && track !== "sub") return undefined;
  if (!/^[A-Za-z0-9._:-]{1,128}$/.test(streamId)) return undefined;
  return { streamId, track: track ?? "main" };
}
