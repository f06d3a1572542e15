import type { Footage } from "../../cameras/recording/footage.ts";
import type { ArchiveFile } from "./archive-sums.ts";

/** The recorded video of one stream. */
export interface StreamFootage {
  streamId: string;
  footage: readonly Footage[];
}

/** A file in a manifest. */
export function fileWire({ path, sha256, sizeBytes }: ArchiveFile) {
  return { path, sha256, size_bytes: sizeBytes };
}

/** The manifest of an export of a span: what its files cannot say. */
export function spanManifest(
  span: { fromMs: number; toMs: number },
  archive: {
    atMs: number;
    maker: { site: string; version: string };
    streams: readonly StreamFootage[];
    files: readonly ArchiveFile[];
  },
) {
  return {
    format: "gatehouse-recording/1",
    made_at: timeOf(archive.atMs),
    ...archive.maker,
    from: timeOf(span.fromMs),
    to: timeOf(span.toMs),
    streams: archive.streams.map(aboutStream),
    files: archive.files.map(fileWire),
  };
}

/** Which time the videos of a stream show, and whether masks are painted in. */
function aboutStream({ streamId, footage }: StreamFootage) {
  return {
    stream_id: streamId,
    videos: footage.map((part, index) => ({
      path: videoName(streamId, index),
      codec: part.codec,
      sound: part.hasSound,
      masked: part.isMasked,
      duration_seconds: Math.round(part.durationSec * 1000) / 1000,
      recorded: part.spans.map(({ startMs, endMs }) => ({
        from: timeOf(startMs),
        to: timeOf(endMs),
      })),
    })),
  };
}

/** The path of a stream's video; a camera that changed its format has several parts. */
export function videoName(streamId: string, index: number): string {
  const name = fileName(streamId);
  return index === 0 ? `${name}.mp4` : `${name}-part-${index + 1}.mp4`;
}

/** A stream's id as a file name. */
export function fileName(streamId: string): string {
  return streamId.replaceAll(/[^A-Za-z0-9._-]/g, "_");
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
