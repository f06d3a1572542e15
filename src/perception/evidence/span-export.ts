import { fail } from "../../base/contract/fail.ts";
import { type ZipEntry, zipOf } from "../../cameras/recording/zip.ts";
import type { TimeLapse } from "../../cameras/recording/time-lapse.ts";
import { ArchiveSums, json } from "./archive-sums.ts";
import type { ExportParts } from "./evidence-export.ts";
import { fileName, spanManifest, type StreamFootage, videoName } from "./span-manifest-wire.ts";

/** A span of recorded video of several streams, as an archive. */
export interface SpanExport {
  streamIds: readonly string[];
  fromMs: number;
  toMs: number;
  /** Adds a time-lapse for each stream. */
  withTimeLapse: boolean;
}

interface CollectedStream extends StreamFootage {
  timeLapse: TimeLapse | undefined;
}

/**
 * An archive with the video of each stream, one file for each format, a manifest and SHA-256 sums. Made while
 * it is read. Rejects with `not_found` when none of the streams has a recording in the span.
 */
export async function exportSpan(
  parts: ExportParts,
  org: string,
  request: SpanExport,
): Promise<AsyncGenerator<Buffer>> {
  const streams: CollectedStream[] = [];
  for (const streamId of new Set(request.streamIds)) {
    const stream = { org, streamId };
    const footage = await parts.recordings.footage(stream, request);
    const isWanted = request.withTimeLapse && footage.length > 0;
    const timeLapse = isWanted ? await parts.recordings.timeLapse(stream, request) : undefined;
    streams.push({ streamId, footage, timeLapse });
  }
  if (streams.every(({ footage }) => footage.length === 0)) {
    throw fail("not_found", "from: nothing is recorded there. See the list of recordings");
  }
  return zipOf(entriesOf(parts, streams, request));
}

async function* entriesOf(
  parts: ExportParts,
  streams: readonly CollectedStream[],
  request: SpanExport,
): AsyncGenerator<ZipEntry> {
  const atMs = parts.clock.wallMs();
  const archive = new ArchiveSums(atMs);
  for (const { streamId, footage, timeLapse } of streams) {
    for (const [index, part] of footage.entries()) {
      yield archive.noted(videoName(streamId, index), part.read(0, part.sizeBytes - 1));
    }
    if (timeLapse) yield archive.noted(`${fileName(streamId)}-time-lapse.mp4`, timeLapse.read());
  }
  const manifest = spanManifest(request, {
    atMs,
    maker: parts.maker,
    streams: streams.map(({ streamId, footage }) => ({ streamId, footage })),
    files: archive.files(),
  });
  yield archive.noted("manifest.json", [json(manifest)]);
  yield archive.sums();
}
