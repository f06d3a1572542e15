/**
 * Sixteen live streams of 5 frames a second on one detector, with real decoders and a real model: the analysed frames
 * of each stream, the most divided by the fewest, and whether the box counts every frame that it did not analyse.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { benchModel } from "../../support/inference/bench-model.ts";
import { makeClip } from "../../support/cameras/video-fragments.ts";
import {
  feed,
  startVision,
  until,
  watch,
  type Watched,
} from "../../support/perception/vision-watch.ts";

const streams = 16;
const fps = 5;
const seconds = 25;
/** While decoders start, streams are not yet all there. */
const warmUpSec = 7;
const maxSpread = 1.2;

async function measure(dir: string, model: string): Promise<number> {
  const { vision, stop } = await startVision([dir, join(import.meta.dirname, "../../../models")]);
  await vision.prepareModel(model);
  const clip = await makeClip({ size: "640x360", fps, seconds, gop: fps });
  const look = { fpsCap: fps, model, minScore: 0.4 };
  const watched: Watched[] = [];
  const feeds: { stop(): void }[] = [];
  for (let at = 0; at < streams; at += 1) {
    const one = watch(vision, look);
    watched.push(one);
    feeds.push(feed(one.stream, clip));
  }
  await until("all streams looking", () => watched.every((one) => one.results.length > 0), 60_000);
  await pause(warmUpSec * 1000);
  const before = watched.map(countsOf);
  await pause((seconds - warmUpSec - 6) * 1000);
  const after = watched.map(countsOf);
  for (const one of feeds) one.stop();
  const rows = after.map((row, at) => ({
    looked: row.looked - before[at]!.looked,
    busy: row.busy - before[at]!.busy,
    other: row.other - before[at]!.other,
    sent: Math.round((row.lastSec - before[at]!.lastSec) * fps),
  }));
  await stop();
  const looked = rows.map((row) => row.looked);
  const unaccounted = rows.map((row) => Math.abs(row.sent - row.looked - row.busy));
  const busy = rows.reduce((sum, row) => sum + row.busy, 0);
  const other = rows.reduce((sum, row) => sum + row.other, 0);
  console.log(
    `model ${model}, ${streams} streams of ${fps} frames/s, ${availableParallelism()} cores`,
  );
  console.log(`looked at per stream: ${looked.join(" ")}`);
  console.log(`skipped because busy: ${busy}, frames that a decoder was behind with: ${other}`);
  console.log(`neither looked at nor counted, worst stream: ${Math.max(...unaccounted)}`);
  if (other === 0 && Math.max(...unaccounted) > 1) return Number.POSITIVE_INFINITY;
  return Math.max(...looked) / Math.min(...looked);
}

function countsOf({ stream, results }: Watched) {
  const drops = stream.drops();
  return {
    looked: results.filter((one) => one.detected).length,
    busy: drops.detector_busy,
    other: drops.decoder_behind + drops.vision_down,
    lastSec: results.at(-1)!.ptsSec,
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}

const dir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
const model = await benchModel(dir);
if (!model) {
  console.log("skipped: no model is installed");
} else {
  const spread = await measure(dir, model.manifest.name);
  console.log(`most to fewest ${spread.toFixed(3)}, must be at most ${maxSpread}`);
  process.exitCode = spread <= maxSpread ? 0 : 1;
}
rmSync(dir, { recursive: true });
