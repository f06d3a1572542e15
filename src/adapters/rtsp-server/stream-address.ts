import type { RestreamPath } from "../../cameras/restream/restream-port.ts";
import { type TrackKind, trackNames } from "./session-description.ts";

const names: readonly string[] = Object.values(trackNames);

/**
 * Returns the video that an address names: `/<stream_id>` or `/<stream_id>/sub`, with or without a track's name at
 * the end; undefined for any other address.
 */
export function restreamPathOf(uri: string): RestreamPath | undefined {
  const match = /^rtsps?:\/\/[^/?#]*\/([^?#]*)/i.exec(uri);
  const parts = (match?.[1] ?? "").split("/").filter((part) => part !== "");
  if (names.includes(parts.at(-1) ?? "")) parts.pop();
  const [streamId, track, ...others] = parts;
  if (streamId === undefined || others.length > 0) return undefined;
  if (track !== undefined && track !== "sub") return undefined;
  if (!/^[A-Za-z0-9._:-]{1,128}$/.test(streamId)) return undefined;
  return { streamId, track: track ?? "main" };
}

/** Returns the track that an address names; the video for the address of a stream. */
export function trackOf(uri: string): TrackKind {
  return lastPart(uri) === trackNames.sound ? "sound" : "video";
}

/** Returns the address of the stream, without a track's name and a slash at the end. */
export function streamAddress(uri: string): string {
  const bare = uri.replace(/\/+$/, "");
  const name = lastPart(bare);
  return names.includes(name) ? bare.slice(0, -name.length - 1) : bare;
}

function lastPart(uri: string): string {
  return uri.replace(/\/+$/, "").split("/").at(-1)!;
}
