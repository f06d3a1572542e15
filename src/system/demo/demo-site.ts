import type { RobotRequest } from "../../robots/driver/robot-document.ts";
import type { RuleRequest } from "../../automation/rules/rule-document.ts";
import type { StreamRequest } from "../../perception/settings/stream-document.ts";
import { gateStream, gateStreamId } from "./gate-site.ts";

/**
 * `context.site` of the drawn scenes' streams. The page marks pictures as synthetic wherever a
 * stream has this site.
 */
export const syntheticSite = "Demo yard (synthetic scene)";

/** The cameras of the demo. */
export interface DemoStreamsOptions {
  /** Address of the yard's camera. */
  cameraUrl: string;
  /** Address of the gate's camera. */
  gateUrl: string;
  /** The visitor's own camera in their place; credentials may stand in the address. */
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

/** People only. Without a model that recognises them, anything that moves counts. */
const people = { classes: ["person"] };

const sceneStreamId = "demo-yard";

function sceneStream(cameraUrl: string): StreamRequest {
  return {
    stream_id: sceneStreamId,
    display_name: "Yard",
    source: { type: "rtsp", url: cameraUrl, fps_cap: 10 },
    context: { site: syntheticSite, zones: sceneZones },
    behaviors: [
      { type: "intrusion", zone: "storage", seconds: 1, ...people },
      { type: "line_crossing", line: "gate", direction: "any", ...people },
      { type: "loitering", zone: "storage", seconds: 6, ...people },
      { type: "loitering", zone: "parking", seconds: 6, ...people },
    ],
    calibration: sceneCalibration,
    recording: { mode: "continuous" },
    alerts: { min_severity: "info", cooldown_seconds: 10, group_by: "zone" },
  };
}

function ownStream(url: string): StreamRequest {
  return {
    stream_id: "my-camera",
    display_name: "Your camera",
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
    // Somebody's own camera: only what incidents need.
    recording: { mode: "incidents" },
    alerts: { min_severity: "info", cooldown_seconds: 10 },
  };
}

/**
 * The map of the drawn yard: metres, with its origin below the camera, x to the camera's right, y
 * away from it.
 */
export const yardFrame = "map";

/**
 * Points on the ground of the drawn scene, corners of the storage area and posts of the gate among
 * them, as the drawing's lens shows them (`scripts/demo-scene/view.ts`).
 */
export const sceneCalibration: NonNullable<StreamRequest["calibration"]> = {
  frame: yardFrame,
  points: [
    { image: [0.629, 0.7141], map: [1.6, 8.2] },
    { image: [0.8797, 0.5379], map: [6.6, 12] },
    { image: [0.592, 0.5379], map: [1.6, 12] },
    { image: [0.2741, 0.4907], map: [-4.4, 13.6] },
    { image: [0.4795, 0.4907], map: [-0.4, 13.6] },
    { image: [0.143, 0.9002], map: [-3.4, 6] },
    { image: [0.857, 0.9002], map: [3.4, 6] },
    { image: [0.982, 0.7557], map: [5.6, 7.6] },
    { image: [0.9906, 0.6661], map: [6.6, 9] },
    { image: [0.8745, 0.5071], map: [7, 13] },
    { image: [0.1255, 0.5071], map: [-7, 13] },
  ],
};

const geofence = { frame: yardFrame, polygon: rectangle([-8, 0.5], [7.2, 13.2]) };
/** The crates, the parked car and the fence of the yard. */
export const obstacles = [
  rectangle([5.1, 11.2], [6.3, 12.1]),
  rectangle([3.7, 11.4], [4.8, 12.2]),
  rectangle([7.4, 9.4], [9.9, 15]),
  rectangle([-6.6, 7.3], [-4.4, 12]),
];

/** A way round the open middle of the yard, for patrols; in metres of the map. */
export const obstacleFreeRound = rectangle([-3.5, 3], [3.5, 7]);

function rover(): RobotRequest {
  return {
    name: "Rover (simulated)",
    driver: "sim",
    frames: [yardFrame],
    geofence,
    max_speed_mps: 1.2,
    sim: {
      start: { frame: yardFrame, x: 0, y: 2, yaw: Math.PI / 2 },
      dock: { frame: yardFrame, x: -6, y: 2, yaw: Math.PI / 2 },
      battery_percent: 80,
      obstacles,
      people: [
        {
          way: [
            [2.2, 10.4],
            [4.8, 9.5],
            [3.1, 9],
            [4.9, 10.2],
          ],
          speed_mps: 0.6,
        },
      ],
      camera: {},
    },
  };
}

function scout(): RobotRequest {
  return {
    name: "Scout (simulated)",
    driver: "sim",
    frames: [yardFrame],
    geofence,
    max_speed_mps: 0.8,
    sim: {
      start: { frame: yardFrame, x: -3, y: 5, yaw: Math.PI / 2 },
      dock: { frame: yardFrame, x: -7, y: 4, yaw: 0 },
      battery_percent: 55,
      obstacles,
      camera: { height_m: 0.4, down_degrees: 0 },
    },
  };
}

/**
 * Returns the demo's robots: simulated, in the yard of the demo cameras, with its crates, its
 * parked car and its fence. Each has a camera of its own; a person walks in front of the rover's.
 */
export function demoRobots(): { id: string; request: RobotRequest }[] {
  return [
    { id: "demo-rover", request: rover() },
    { id: "demo-scout", request: scout() },
  ];
}

/**
 * Returns the demo's rules: the rover meets and addresses people who walk into the storage area,
 * and the scout looks at who waits outside the gate.
 */
export function demoRules(): { id: string; request: RuleRequest }[] {
  return [
    { id: "demo-meet-in-storage", request: meetInStorage() },
    { id: "demo-look-at-gate", request: lookAtGate() },
  ];
}

function meetInStorage(): RuleRequest {
  const robot = { robot_id: "demo-rover" } as const;
  return {
    name: "The rover meets people who walk into the storage area",
    on: { type: "intrusion", stream_ids: [sceneStreamId], zones: ["storage"] },
    do: [
      {
        type: "command",
        ...robot,
        command: { command: "move_to", max_speed_mps: 1.2 },
        target_from: "incident",
        standoff_m: 2,
      },
      {
        type: "command",
        ...robot,
        command: { command: "announce", message: "This is a storage area. Please leave it." },
      },
      { type: "alert", ...robot, severity: "warning" },
    ],
    cooldown_seconds: 60,
  };
}

function lookAtGate(): RuleRequest {
  return {
    name: "The scout looks at people who wait outside the gate",
    on: { type: "loitering", stream_ids: [gateStreamId], zones: ["outside"] },
    do: [
      {
        type: "command",
        robot_id: "demo-scout",
        command: { command: "move_to", max_speed_mps: 0.8 },
        target_from: "incident",
        standoff_m: 3,
      },
    ],
    cooldown_seconds: 120,
  };
}

function rectangle(low: [number, number], high: [number, number]): [number, number][] {
  return [low, [high[0], low[1]], high, [low[0], high[1]]];
}

/**
 * Returns bodies of `POST /api/v1/surveillance/streams` for the demo: the drawn scenes with zones
 * and behaviors that raise incidents of three kinds within 30 s, recorded continuously, or the
 * visitor's own camera with the whole picture as its zone, recorded around incidents.
 */
export function demoStreams(options: DemoStreamsOptions): StreamRequest[] {
  const { cameraUrl, gateUrl, ownCameraUrl } = options;
  if (ownCameraUrl !== undefined) return [ownStream(ownCameraUrl)];
  return [sceneStream(cameraUrl), gateStream(gateUrl, syntheticSite)];
}
