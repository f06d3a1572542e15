import type { RobotRequest } from "../contract/robot-settings.ts";
import type { StreamRequest } from "../contract/surveillance.ts";

/**
 * `context.site` of the drawn scene's stream. The page says that pictures are synthetic wherever a
 * stream has this site.
 */
export const syntheticSite = "Demo yard (synthetic scene)";

/** What the demo watches. */
export interface DemoStreamsOptions {
  /** Address of the demo camera. */
  cameraUrl: string;
  /** The visitor's own camera instead of it; credentials may stand in the address. */
  ownCameraUrl?: string;
}

type Zones = NonNullable<NonNullable<StreamRequest["context"]>["zones"]>;

/** Places of the drawn scene as fractions of its frame. */
const sceneZones: Zones = {
  storage: {
    polygon: [
      [0.592, 0.538],
      [0.88, 0.538],
      [1, 0.677],
      [1, 0.714],
      [0.629, 0.714],
    ],
  },
  parking: {
    polygon: [
      [0.2, 0.62],
      [0.4, 0.62],
      [0.36, 0.86],
      [0.08, 0.86],
    ],
  },
  gate: {
    line: [
      [0.255, 0.515],
      [0.49, 0.515],
    ],
  },
};

/** People only. Where no model can tell them from the rest, whatever moves counts as anything. */
const people = { classes: ["person"] };

function sceneStream(cameraUrl: string): StreamRequest {
  return {
    stream_id: "demo-yard",
    source: { type: "rtsp", url: cameraUrl, fps_cap: 10 },
    context: { site: syntheticSite, zones: sceneZones },
    behaviors: [
      { type: "intrusion", zone: "storage", seconds: 1, ...people },
      { type: "line_crossing", line: "gate", direction: "any", ...people },
      { type: "loitering", zone: "storage", seconds: 6, ...people },
      { type: "loitering", zone: "parking", seconds: 6, ...people },
    ],
    alerts: { min_severity: "info", cooldown_seconds: 10, group_by: "zone" },
  };
}

function ownStream(url: string): StreamRequest {
  return {
    stream_id: "my-camera",
    source: { type: url.startsWith("rtsps:") ? "rtsps" : "rtsp", url, fps_cap: 5 },
    context: {
      site: "Your camera",
      zones: {
        picture: { xyxy: [0, 0, 1, 1] },
        middle: {
          line: [
            [0.5, 0],
            [0.5, 1],
          ],
        },
      },
    },
    behaviors: [
      { type: "intrusion", zone: "picture", seconds: 1, ...people },
      { type: "line_crossing", line: "middle", direction: "any", ...people },
      { type: "loitering", zone: "picture", seconds: 10, ...people },
    ],
    alerts: { min_severity: "info", cooldown_seconds: 10 },
  };
}

/** The demo's robot: simulated, with a yard around it and a shed to keep clear of. */
export function demoRobots(): { id: string; request: RobotRequest }[] {
  return [
    {
      id: "demo-rover",
      request: {
        name: "Rover (simulated)",
        driver: "sim",
        frames: ["map"],
        geofence: {
          frame: "map",
          polygon: [
            [-10, -10],
            [10, -10],
            [10, 10],
            [-10, 10],
          ],
        },
        max_speed_mps: 1.2,
        sim: {
          start: { frame: "map", x: 0, y: 0 },
          dock: { frame: "map", x: -8, y: -8, yaw: 0 },
          battery_percent: 80,
          obstacles: [
            [
              [3, 3],
              [5, 3],
              [5, 5],
              [3, 5],
            ],
          ],
        },
      },
    },
  ];
}

/**
 * Bodies of `POST /api/v1/surveillance/streams` for the demo: the drawn scene with zones and
 * behaviors that raise incidents of three kinds within 30 s, or the visitor's own camera with the
 * whole picture as its zone.
 */
export function demoStreams(options: DemoStreamsOptions): StreamRequest[] {
  const { cameraUrl, ownCameraUrl } = options;
  return [ownCameraUrl === undefined ? sceneStream(cameraUrl) : ownStream(ownCameraUrl)];
}
