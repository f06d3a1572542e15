import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FfmpegIngest } from "../../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import type { IncidentWire } from "../../../../src/perception/wire/incident.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import {
  installSharedModel,
  noSharedModels,
  sharedDir,
} from "../../../support/inference/shared-models.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { startVision } from "../../../support/perception/vision-watch.ts";

const clip = (name: string): string => join(sharedDir, "video/gmdcsa24", `${name}.mp4`);
const skip = noSharedModels || (existsSync(clip("s1_Fall_15")) ? false : "the clips are not there");

/** Clips with the seconds in which somebody falls, by the data set; null for none. */
const clips: [name: string, fromSec: number | null][] = [
  ["s1_Fall_15", 1.8],
  ["s3_Fall_20", 2.3],
  ["s3_ADL_19", null],
];

// The vision process gives way to all others: on a busy machine it takes minutes.
const timeout = 280_000;

test("recorded falls are found, and picking something up is none", { skip, timeout }, async (t) => {
  const dir = await tempDir(t);
  const model = installSharedModel(dir, "nanodetplus_m_416");
  const { vision, stop } = await startVision([dir]);
  t.after(stop);
  const relay = {
    open: () => Promise.reject(fail("internal_error", "this test has no camera")),
    answers: () => Promise.resolve(false),
  };
  const ingest = new FfmpegIngest({ relay, log: silentLogger });
  const rig = await PerceptionRig.make(t, { vision, ingest });
  for (const [name, fromSec] of clips) {
    const job = await rig.submit({
      source: { url: clip(name), type: "file", fps_cap: 10 },
      model,
      motion: { mode: "always" },
      behaviors: [{ type: "fall" }],
    });
    const output = (await job.outcome).payload!["output"] as Record<string, unknown>;
    const incidents = output["incidents"] as IncidentWire[];
    assert.deepEqual(
      incidents.map(({ type }) => type),
      fromSec === null ? [] : ["fall"],
      name,
    );
    if (fromSec === null) continue;
    // Times of a file start with its analysis, and the rig's clock stands still.
    const atSec = incidents[0]!.started_at - rig.clock.wallMs() / 1000;
    assert.ok(atSec >= fromSec && atSec <= fromSec + 1.5, `${name}: at ${atSec} s`);
  }
});
