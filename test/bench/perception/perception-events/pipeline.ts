import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { StreamIncidents } from "../../../../src/perception/incidents/incidents.ts";
import type { IncidentRecord } from "../../../../src/perception/incidents/incident-record.ts";
import type { FrameResult, Vision } from "../../../../src/perception/core/vision-port.ts";
import { loadProfiles } from "../../../../src/perception/profiles/profiles.ts";
import { resolveSettings } from "../../../../src/perception/settings/resolve-settings.ts";
import { settingsOf } from "../../../../src/perception/settings/stream-settings.ts";
import { StreamJudge } from "../../../../src/perception/streams/stream-judge.ts";
import type { StreamRequest } from "../../../../src/perception/settings/stream-document.ts";
import type { Clip } from "../../../support/cameras/video-fragments.ts";
import { watchAll } from "../../../support/perception/vision-watch.ts";
import type { Raised, TrackedMoment } from "./truth.ts";

/** Looks a second, as a new stream has it. */
const defaultFps = 5;
/** The site's default `perception.min_score`, and the share down to which boxes continue a track. */
const minScore = 0.4;
const weakShare = 0.6;

/** An incident with its type and where it was. */
export interface RaisedIncident extends Raised {
  type: string;
}

const profiles = await loadProfiles(
  fileURLToPath(new URL("../../../../config/profiles", import.meta.url)),
);

/** What the vision process says of a clip's sampled frames, and the picture's width over its height. */
export interface Looks {
  results: readonly FrameResult[];
  aspect: number;
}

/** A clip, the model that looks at it, and how often a second. */
interface LooksSource {
  name: string;
  model: string;
  fps?: number;
  clip: () => Promise<Clip>;
}

/**
 * The looks of `model` at a clip. With `PERCEPTION_LOOKS` set to a folder they are stored there under
 * `name`, so that what comes after the detector is measured again in seconds.
 */
export async function looksOf(vision: Vision, source: LooksSource): Promise<Looks> {
  const { PERCEPTION_LOOKS: dir } = process.env;
  const file = dir && join(dir, `${source.name.replaceAll("/", "-")}.${source.model}.looks`);
  if (file && existsSync(file)) return deserialize(readFileSync(file)) as Looks;
  const clip = await source.clip();
  const results = await look(vision, clip, source);
  const looks = { results, aspect: clip.init.widthPx / clip.init.heightPx };
  if (file) writeFileSync(file, serialize(looks));
  return looks;
}

async function look(
  vision: Vision,
  clip: Clip,
  { model, fps = defaultFps }: LooksSource,
): Promise<FrameResult[]> {
  const { results, problems, models } = await watchAll(vision, clip, {
    model,
    fpsCap: fps,
    minScore: minScore * weakShare,
    motion: { mode: "auto", sensitivity: 0.5 },
    scene: true,
  });
  const used = models.at(-1)?.used;
  if (problems[0] || used !== model) throw new Error(problems[0]?.message ?? `${used} was used`);
  return results;
}

/** What the pipeline made of a clip. */
export interface Judged {
  raised: readonly RaisedIncident[];
  /** What was followed in each frame. */
  frames: readonly TrackedMoment[];
}

/** The incidents that a stream with `request` raises with these looks, and what it followed. */
export function judge(
  vision: Pick<Vision, "labelsOf" | "status">,
  request: StreamRequest,
  { results, aspect }: Looks,
): Judged {
  const defaults = { fpsCap: defaultFps, model: "motion" };
  const resolved = resolveSettings(settingsOf(request, defaults), { profiles, vision, defaults });
  const raised: RaisedIncident[] = [];
  const frames: TrackedMoment[] = [];
  let tSec = 0;
  const ports = {
    write: () => {},
    find: () => undefined,
    onOpened: ({ type, lastBoxNorm }: IncidentRecord) =>
      raised.push({ type, tSec, boxNorm: lastBoxNorm ?? [0, 0, 1, 1] }),
  };
  const owner = { org: "default", streamId: "bench", jobId: "bench" };
  const incidents = new StreamIncidents(owner, ports, { alerts: resolved.alerts, prior: [] });
  const streamJudge = new StreamJudge("bench", { incidents, minScore: () => minScore }, resolved);
  streamJudge.setAspect(aspect, 1);
  for (const result of results) {
    tSec = result.ptsSec;
    streamJudge.timeline.note({ ...result, wallMs: 1_790_000_000_000 + tSec * 1000 });
    streamJudge.judge(result);
    frames.push({ tSec, tracks: streamJudge.tracks });
  }
  return { raised, frames };
}
