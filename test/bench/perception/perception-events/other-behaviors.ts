import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Vision } from "../../../../src/perception/core/vision-port.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import { sharedDir } from "../../../support/inference/shared-models.ts";
import { judge, type Looks, looksOf } from "./pipeline.ts";

/** Behaviors over the whole picture. The clips are short, so abandoned objects are also looked for after 5 s. */
const others = [
  { type: "fall" },
  { type: "abandoned_object" },
  { type: "abandoned_object", seconds: 5 },
  { type: "removed_object" },
] as const;

/** The media times at which a behavior raised an incident, in seconds. */
function raisedSec(
  vision: Vision,
  looks: Looks,
  { model, behavior }: { model: string; behavior: (typeof others)[number] },
): number[] {
  const request = { stream_id: "bench", model, behaviors: [behavior] };
  return judge(vision, request as never, looks).raised.map(({ tSec }) => tSec);
}

/** Falls, and abandoned and removed objects, of a clip, as text. */
export function othersIn(vision: Vision, looks: Looks, model: string): string {
  const found = others.flatMap((behavior) =>
    raisedSec(vision, looks, { model, behavior }).map(
      (tSec) => `${JSON.stringify(behavior)} at ${tSec.toFixed(1)} s`,
    ),
  );
  return found.join(", ") || "none";
}

/** Recorded falls, and clips of daily life without one, of which `fall` raised an incident. */
export interface FallScore {
  falls: number;
  found: number;
  quiet: number;
  wrong: number;
}

/** Compares the incidents of `fall` with the names of the GMDCSA-24 clips. */
export async function scoreFalls(vision: Vision, model: string, fps: number): Promise<FallScore> {
  const dir = join(sharedDir, "video", "gmdcsa24");
  const score = { falls: 0, found: 0, quiet: 0, wrong: 0 };
  for (const file of readdirSync(dir).filter((name) => name.endsWith(".mp4"))) {
    const clip = () =>
      makeClip({ input: ["-i", join(dir, file)], seconds: 600, gop: 50, output: ["-crf", "18"] });
    const looks = await looksOf(vision, { name: `${fps}-${file}`, model, fps, clip });
    const isRaised = raisedSec(vision, looks, { model, behavior: others[0] }).length > 0;
    const isFall = file.includes("Fall");
    score[isFall ? "falls" : "quiet"] += 1;
    if (isRaised) score[isFall ? "found" : "wrong"] += 1;
  }
  return score;
}
