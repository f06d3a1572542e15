import { fileURLToPath } from "node:url";
import { StreamIncidents } from "../../../src/perception/incidents/incidents.ts";
import type { IncidentRecord } from "../../../src/perception/incidents/incident-record.ts";
import type { FrameResult, Vision } from "../../../src/perception/core/vision-port.ts";
import { loadProfiles } from "../../../src/perception/profiles/profiles.ts";
import { resolveSettings } from "../../../src/perception/settings/resolve-settings.ts";
import { settingsOf } from "../../../src/perception/settings/stream-settings.ts";
import { StreamJudge } from "../../../src/perception/streams/stream-judge.ts";
import type { StreamRequest } from "../../../src/perception/wire/surveillance.ts";
import type { Clip } from "../../support/cameras/video-fragments.ts";
import { watchAll } from "../../support/perception/vision-watch.ts";
import type { Raised } from "./truth.ts";

/** Looks a second, as a new stream has it. */
export const fps = 5;
/** The site's default `perception.min_score`, and the share down to which boxes continue a track. */
const minScore = 0.4;
const weakShare = 0.6;

/** An incident with its type and where it was. */
export interface RaisedIncident extends Raised {
  type: string;
}

const profiles = await loadProfiles(
  fileURLToPath(new URL("../../../config/profiles", import.meta.url)),
);

/** What the vision process says of every sampled frame of `clip`. */
export async function look(vision: Vision, clip: Clip, model: string): Promise<FrameResult[]> {
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

/** The incidents that a stream with `request` raises; `aspect` is the picture's width over its height. */
export function judge(
  vision: Pick<Vision, "labelsOf" | "status">,
  request: StreamRequest,
  seen: { results: readonly FrameResult[]; aspect: number },
): RaisedIncident[] {
  const { results, aspect } = seen;
  const defaults = { fpsCap: fps, model: "motion" };
  const resolved = resolveSettings(settingsOf(request, defaults), { profiles, vision, defaults });
  const raised: RaisedIncident[] = [];
  let tSec = 0;
  const ports = {
    write: () => {},
    find: () => undefined,
    onOpened: ({ type, lastBoxNorm }: IncidentRecord) =>
      raised.push({ type, tSec, boxNorm: lastBoxNorm ?? [0, 0, 1, 1] }),
  };
  const owner = { org: "default", streamId: "bench", jobId: "bench" };
  const incidents = new StreamIncidents(owner, ports, { policy: resolved.policy, prior: [] });
  const streamJudge = new StreamJudge("bench", { incidents, minScore }, resolved);
  streamJudge.setAspect(aspect, 1);
  for (const result of results) {
    tSec = result.ptsSec;
    streamJudge.timeline.note({ ...result, wallMs: 1_790_000_000_000 + tSec * 1000 });
    streamJudge.judge(result);
  }
  return raised;
}
