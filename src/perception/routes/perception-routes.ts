import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Route } from "../../http/route.ts";
import type { HttpServices } from "../../http/services.ts";
import { type RecordedVideo, recordingRoutes } from "./recordings.ts";
import type { EvidenceUrls } from "../incidents/evidence-port.ts";
import { type Talks, talkRoutes } from "./camera-talk.ts";
import { StreamSlots } from "../../http/streaming/stream-slots.ts";
import { talkLimits } from "../talk/talk-terms.ts";
import { cameraRoutes } from "./surveillance-cameras.ts";
import { coverageRoutes } from "./surveillance-coverage.ts";
import { type Learning, learningRoutes } from "./surveillance-learning.ts";
import { type Incidents, incidentRoutes } from "./surveillance-incidents.ts";
import { modeRoutes } from "./surveillance-mode.ts";
import { modelRoutes, type Models } from "./surveillance-models.ts";
import { policyRoutes } from "./surveillance-policies.ts";
import { timelineRoutes } from "./timeline.ts";
import { streamRoutes, type Streams } from "./surveillance-streams.ts";

/** The parts of the surveillance routes. */
export interface PerceptionRouteParts {
  clock: Clock;
  streams: Streams;
  incidents: Incidents;
  evidence: EvidenceUrls;
  coverage: Parameters<typeof coverageRoutes>[0];
  policies: Parameters<typeof policyRoutes>[0];
  replay: Parameters<typeof policyRoutes>[1];
  fieldCameras: Parameters<typeof cameraRoutes>[0];
  talks: Talks;
  /** For the names of those who talk. */
  keys: ApiKeys;
  modes: Parameters<typeof modeRoutes>[0];
  recordings: RecordedVideo & Parameters<typeof timelineRoutes>[1];
  timeline: Parameters<typeof timelineRoutes>[0];
  detectors: Models;
  learning: Learning;
}

/** Streams, incidents, coverage, policies, cameras, modes and recordings. */
export function perceptionRoutes(parts: PerceptionRouteParts, http: HttpServices): Route[] {
  const { sockets, access } = http;
  return [
    ...streamRoutes(parts.streams, http),
    ...incidentRoutes(parts.incidents, parts.evidence, http.events),
    ...coverageRoutes(parts.coverage),
    ...policyRoutes(parts.policies, parts.replay),
    ...cameraRoutes(parts.fieldCameras, parts.keys),
    ...talkRoutes({ ...parts, sockets, access, slots: talkSlots() }),
    ...modeRoutes(parts.modes),
    ...modelRoutes(parts.detectors, parts.learning.lessons),
    ...learningRoutes(parts.learning, parts.detectors),
    ...recordingRoutes(parts.recordings, () => parts.clock.wallMs()),
    ...timelineRoutes(parts.timeline, parts.recordings),
  ];
}

function talkSlots(): StreamSlots {
  const { perKey, perBox } = talkLimits;
  const message = `A key has at most ${perKey} talks to cameras, and the box ${perBox}`;
  return new StreamSlots({ perKey, perBox, message });
}
