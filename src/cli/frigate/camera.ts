import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { StreamRequest } from "../../perception/settings/stream-document.ts";
import { sourceOf, type StreamSource } from "./camera-source.ts";
import { behaviorsOf } from "./behaviors.ts";
import type { FrameSize } from "./coordinates.ts";
import { noteCamera } from "./counterparts.ts";
import type { ImportFindings } from "./findings.ts";
import { classesOf, noteFilters, trackedOf } from "./objects.ts";
import { type FrigateRecording, recordingsOf } from "./recordings.ts";
import type { FrigateSection } from "./section.ts";
import type { FrigateSources } from "./sources.ts";
import { type Units, zonesOf } from "./zones.ts";
import { streamIdPattern } from "../../perception/core/stream-terms.ts";

/** A camera of Frigate as a stream of the box. */
export interface PlannedCamera {
  name: string;
  /** The request that creates the stream, with the camera's password. */
  request: StreamRequest & { stream_id: string; source: StreamSource };
  recordings: FrigateRecording;
}

/** What all cameras of a file share. */
export interface CameraContext {
  root: FrigateSection;
  sources: FrigateSources;
  units: Units;
  /** Frigate's default for `detect.enabled`, which changed with 0.16. */
  isDetecting: boolean;
  /** True if the file names a model of its own, with its own labels. */
  isOwnModel: boolean;
  findings: ImportFindings;
}

/** Frigate's default for `detect.fps`. */
const defaultFps = 5;

/** Returns the stream of a camera; undefined, with the reason among the findings, without a usable source. */
export function cameraOf(name: string, context: CameraContext): PlannedCamera | undefined {
  const { root, sources, findings } = context;
  const cameras = root.section("cameras");
  const own = cameras.section(name);
  if (own.flag("enabled") === false) {
    const message =
      "is off in Frigate, and the box has no cameras that are off. Add it when needed";
    findings.difference(own.at("enabled"), message);
    return undefined;
  }
  const camera = own.over(root);
  if (!new RegExp(streamIdPattern).test(name)) {
    const message = "is no id of a stream. Use at most 128 letters, digits, `_`, `-`, `.` and `:`";
    findings.problem(cameras.at(name), message);
  }
  const fps = camera.section("detect").number("fps");
  const source = sourceOf({ own, fps, sources, findings });
  const perception = perceptionOf(camera, own, { ...context, name });
  noteCamera({ camera, own }, findings);
  if (!source) return undefined;
  const recordings = recordingsOf(camera.section("record"), findings);
  const displayName = own.text("friendly_name");
  const request = omitUndefined({
    stream_id: name,
    display_name: displayName,
    source,
    ...perception,
    recording: recordings.request,
  });
  return { name, request, recordings };
}

/** Returns zones, classes and behaviors; only motion if detection is off. */
function perceptionOf(
  camera: FrigateSection,
  own: FrigateSection,
  { root, name, isDetecting, isOwnModel, units, findings }: CameraContext & { name: string },
): Pick<StreamRequest, "behaviors" | "detect" | "model" | "context"> {
  const detect = camera.section("detect");
  const objects = camera.section("objects");
  const frame: FrameSize = { width: detect.number("width"), height: detect.number("height") };
  const zones = zonesOf(own.section("zones"), { frame, units, findings });
  const wire = Object.fromEntries(zones.map((each) => [each.name, each.zone]));
  const site = groupOf(name, root.section("camera_groups"), findings);
  const context =
    zones.length === 0 && site === undefined
      ? {}
      : { context: omitUndefined({ site, zones: zones.length === 0 ? undefined : wire }) };
  const tracked = trackedOf(objects, findings);
  if (!(detect.flag("enabled") ?? isDetecting)) {
    const message =
      "is off: the box only looks for motion here and raises no incidents. Choose a detector and behaviors on the page to change this";
    findings.difference(detect.at("enabled"), message);
    return { behaviors: [], model: "motion", ...context };
  }
  noteFilters(objects, findings);
  const behaviors = behaviorsOf({
    review: camera.section("review"),
    events: camera.section("record").section("events"),
    filters: objects.section("filters"),
    tracked,
    zones,
    frame,
    fps: detect.number("fps") ?? defaultFps,
    isOwnModel,
    findings,
  });
  const classes = classesOf(tracked, isOwnModel);
  return { behaviors, ...(classes.length === 0 ? {} : { detect: classes }), ...context };
}

/** Returns the group of a camera, which becomes the `site` by which the page groups cameras. */
function groupOf(
  name: string,
  groups: FrigateSection,
  findings: ImportFindings,
): string | undefined {
  const found = groups
    .keys()
    .filter((group) => groups.section(group).texts("cameras")?.includes(name));
  if (found.length > 1) {
    const message = `shares the camera ${name} with ${found[0]}, and a camera has one group on the page. It joins ${found[0]}: change \`context.site\` of the stream to move it`;
    findings.difference(groups.at(found[1]!), message);
  }
  return found[0];
}
