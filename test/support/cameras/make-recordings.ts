import { join } from "node:path";
import type { TestContext } from "node:test";
import { FfmpegMaskTranscoder } from "../../../src/adapters/ffmpeg/mask-transcoder.ts";
import { type Clock, systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import { Recordings, type RecordingsParts } from "../../../src/cameras/recording/recordings.ts";
import { tempDir } from "../box/temp-dir.ts";

const dayMs = 24 * 3_600_000;

/** Started recordings on a new folder, unless `parts` says otherwise; stopped after the test. */
export async function makeRecordings(
  t: Pick<TestContext, "after">,
  parts: { store: Store; clock?: Clock } & Partial<RecordingsParts>,
): Promise<Recordings> {
  const recordings = new Recordings({
    dir: parts.dir ?? join(await tempDir(t), "recordings"),
    clock: systemClock,
    log: silentLogger,
    transcoder: new FfmpegMaskTranscoder(),
    troubles: { raise: () => {}, resolve: () => {} },
    retention: { continuousMs: 7 * dayMs, incidentMs: 30 * dayMs, freeBytes: 0 },
    ...parts,
  });
  await recordings.start();
  t.after(() => recordings.stop());
  return recordings;
}
