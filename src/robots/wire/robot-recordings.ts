import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { closed } from "../driver/command-document.ts";
import {
  recordingCauses,
  recordingLimits,
  recordingProblemKinds,
  recordingStates,
} from "../recordings/recording-terms.ts";

const text = Type.String();
const count = Type.Integer({ minimum: 0 });

/** A recording of a robot. */
export const robotRecordingAnswer = named(
  "RobotRecording",
  Type.Object({
    id: text,
    object: kind("robot.recording"),
    robot_id: text,
    state: oneOfValues(
      recordingStates,
      "A `ready` recording has a file; that of a `failed` one could not be written",
    ),
    problem: orNull(Type.String({ description: "Why the file could not be written" })),
    causes: Type.Array(
      Type.Object({
        kind: oneOfValues(
          recordingCauses,
          "`incident` is of the camera on the robot, `robot_incident` of the robot itself",
        ),
        incident_id: orNull(text),
        type: orNull(text),
        stream_id: orNull(text),
        at: unixTime,
      }),
    ),
    from: unixTime,
    to: unixTime,
    samples: count,
    scans: count,
    pictures: count,
    video_frames: Type.Integer({ minimum: 0, description: "Frames of encoded video" }),
    video_cut: Type.Boolean({
      description: "True when the video ends early because a file has at most 24 MiB of it",
    }),
    record_entries: count,
    size_bytes: orNull(count),
    url: orNull(
      Type.String({
        description: "A signed address of the MCAP file that needs no key. Null before the end",
      }),
    ),
  }),
);

/** A recording of a robot on the wire. */
export type RobotRecordingWire = Static<typeof robotRecordingAnswer>;

/** What is wrong with the recordings of robots. */
export const recordingProblemsAnswer = Type.Array(
  Type.Object({
    robot_id: text,
    kind: oneOfValues(
      recordingProblemKinds,
      "`failed`: the newest recording could not be written. `short`: the memory of the robot holds less than its recordings reach back. `no_pose`: the robot is connected and has sent no pose",
    ),
    reason: Type.String({ description: "Details in English. Empty where there are none" }),
  }),
  { description: "Robots of the caller's organisation whose recordings lack something now" },
);

/** What is wrong with the recordings of robots, on the wire. */
export type RecordingProblemsWire = Static<typeof recordingProblemsAnswer>;

/** Body of a request to record a robot. */
export const recordingRequestSchema = Type.Object(
  {
    before_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: recordingLimits.beforeMaxSec,
        default: recordingLimits.beforeDefaultSec,
        description: "How far the recording reaches back",
      }),
    ),
    after_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: recordingLimits.afterMaxSec,
        default: recordingLimits.afterDefaultSec,
        description: "How long the recording goes on",
      }),
    ),
  },
  { ...closed, title: "RobotRecordingRequest" },
);
