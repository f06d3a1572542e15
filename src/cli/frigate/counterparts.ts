import type { ImportFindings } from "./findings.ts";
import type { FrigateSection } from "./section.ts";

/** A setting without counterpart: its steps below a camera or the file, and what to say about it. */
type Row = readonly [path: string, message: string];

const ofTracker = "is not needed: the box's tracker has no such setting. Nothing to do";

/** Settings of cameras, which the file may also set for all cameras. */
const ofCameras: readonly Row[] = [
  [
    "motion.mask",
    "has no counterpart: the box looks for motion in the whole picture. Lower motion.sensitivity if trees or a clock start the detector. Do not set a privacy mask in its place: it blackens the picture and the recordings",
  ],
  ...["threshold", "contour_area", "lightning_threshold", "skip_motion_threshold"].map(
    (key): Row => [
      `motion.${key}`,
      "is not imported, because the box measures motion on another scale. Set motion.sensitivity of the stream, from 0 to 1",
    ],
  ),
  ["detect.stationary", "is not needed: a standing object raises one incident. Nothing to do"],
  ["detect.min_initialized", ofTracker],
  ["detect.max_disappeared", ofTracker],
  ["snapshots.required_zones", "is not needed: every incident has a picture. Nothing to do"],
  [
    "audio",
    "has no counterpart: the box recognises alarms and loud sounds only. Set `audio` and a behavior such as `smoke_alarm`",
  ],
  ["audio_transcription", "has no counterpart: the box writes no speech down. Nothing replaces it"],
  ["face_recognition", "has no counterpart: the box recognises no faces. Nothing replaces it"],
  ["lpr", "has no counterpart: the box reads no number plates. Nothing replaces it"],
  [
    "genai",
    "is not imported, because pictures may leave the site only where the site file allows it. Connect a vision endpoint (docs/integration/uplink.md); it then describes incidents",
  ],
  ["objects.genai", "is not imported. See genai in docs/cameras/frigate.md"],
  ["review.genai", "is not imported. See genai in docs/cameras/frigate.md"],
  [
    "semantic_search",
    "has no counterpart: the box searches incidents by camera, class, zone and time. Use the filters of the list",
  ],
  [
    "onvif.autotracking",
    "is not imported: its presets and its calibration are the camera's. Turn autotracking on in Move camera on the camera's page",
  ],
];

/** Settings of single cameras. */
const ofOneCamera: readonly Row[] = [
  [
    "mqtt",
    "is not imported. Set mqtt.picture_seconds in the site file for pictures of all cameras over MQTT",
  ],
  [
    "profiles",
    "is not imported. Set `modes` or `schedule` of the behaviors: the site's mode is armed, home or disarmed",
  ],
  ["triggers", "has no counterpart: the box has no semantic search. Nothing replaces it"],
  ["notifications", "is not imported. Each person chooses cameras and severities on the page"],
];

/** Settings of the whole file. */
const ofFile: readonly Row[] = [
  [
    "birdseye",
    "has no counterpart as one picture. The page's wall shows all cameras, and docs/cameras/restream.md each camera by RTSP",
  ],
  [
    "detectors",
    "is not imported: the box chooses the processor or the GPU by itself. Run `gatehouse models bench` to see its speed",
  ],
  [
    "model",
    "is not imported. Install a detector with `gatehouse models` (docs/install/models.md); Frigate+ models run only in Frigate",
  ],
  [
    "classification",
    "has no counterpart: the box does not sort objects further. Nothing replaces it",
  ],
  ["auth", "is not imported. Create accounts on the page, or keys with `gatehouse keys create`"],
  [
    "proxy",
    "is not imported. Set server.public_url or sign_in.provider (docs/operations/security.md)",
  ],
  ["tls", "is not imported. The box has its own certificate (docs/install/configuration.md)"],
  ["networking", "is not imported. Set server.host and server.port in the site file"],
  [
    "profiles",
    "is not imported. Use the site's mode (armed, home, disarmed) and `modes` of behaviors",
  ],
  [
    "go2rtc.rtsp",
    "is not imported. To serve the cameras by RTSP, set rtsp.enabled in the site file (docs/cameras/restream.md)",
  ],
  ["go2rtc.webrtc", "has no counterpart: the box serves WebRTC without settings. Nothing to do"],
];

/** Settings whose absence nobody notices, and those that the import reads. */
const fileKeys = wordsOf(
  "cameras mqtt notifications go2rtc ui version environment_vars logger database telemetry ffmpeg",
  "live timestamp_style safe_mode rtmp active_profile camera_groups",
).concat(sections(ofFile));
const cameraKeys = wordsOf(
  "enabled name friendly_name ffmpeg zones review record detect objects motion snapshots onvif",
  "birdseye live ui timestamp_style best_image_timeout webui_url type rtmp enabled_in_config",
).concat(sections(ofOneCamera), sections(ofCameras));

function wordsOf(...lines: string[]): string[] {
  return lines.flatMap((line) => line.split(" "));
}

function sections(rows: readonly Row[]): string[] {
  return rows.map(([path]) => path.split(".")[0]!);
}

/** Lists the settings of the file without counterpart, and those that nobody knows. */
export function noteFile(root: FrigateSection, findings: ImportFindings): void {
  note(ofFile, root, findings);
  noteUnknown(root, [...fileKeys, ...cameraKeys], findings);
}

/** Lists the settings of a camera without counterpart; `camera` holds the global ones below its own. */
export function noteCamera(
  { camera, own }: { camera: FrigateSection; own: FrigateSection },
  findings: ImportFindings,
): void {
  note(ofCameras, camera, findings);
  note(ofOneCamera, own, findings);
  noteUnknown(own, cameraKeys, findings);
  if (own.text("type") === "lpr") {
    const message = "is lpr, and the box reads no number plates. The camera becomes a usual one";
    findings.difference(own.at("type"), message);
  }
}

function note(rows: readonly Row[], root: FrigateSection, findings: ImportFindings): void {
  for (const [path, message] of rows) {
    const steps = path.split(".");
    const last = steps.pop()!;
    let parent = root;
    for (const step of steps) parent = parent.section(step);
    if (parent.has(last) && isOn(parent, last)) findings.difference(parent.at(last), message);
  }
}

/** False for a section that is switched off. */
function isOn(parent: FrigateSection, key: string): boolean {
  const value = parent.raw(key);
  if (typeof value !== "object" || Array.isArray(value)) return true;
  return parent.section(key).flag("enabled") !== false;
}

function noteUnknown(
  section: FrigateSection,
  known: readonly string[],
  findings: ImportFindings,
): void {
  for (const key of section.keys().filter((each) => !known.includes(each))) {
    const message = "is not a setting that this command knows. Check whether you need it";
    findings.difference(section.at(key), message);
  }
}
