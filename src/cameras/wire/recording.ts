import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";

const bytes = Type.Integer({ minimum: 0 });

const video = {
  from: unixTime,
  to: unixTime,
  codec: Type.String({ description: "`h264` or `hevc`, as the camera sent it" }),
  mime_type: Type.String({ description: "With the codec's RFC 6381 name where it is known" }),
  width: bytes,
  height: bytes,
  size_bytes: bytes,
  masked: Type.Boolean({
    description: "True when privacy masks are painted in, so that the video was encoded again",
  }),
};

/** Recorded video of one format without a hole. */
export const recordingAnswer = named(
  "Recording",
  Type.Object({
    object: kind("surveillance.recording"),
    stream_id: Type.String(),
    ...video,
    duration_seconds: Type.Number({ minimum: 0 }),
    url: Type.String({ description: "Plays it; relative to the box, with the caller's key" }),
  }),
);

/** A recording on the wire. */
export type RecordingWire = Static<typeof recordingAnswer>;

/** The stored evidence of an incident, and its protection. */
export const evidenceAnswer = named(
  "Evidence",
  Type.Object({
    object: kind("surveillance.evidence"),
    incident_id: Type.String(),
    stream_id: Type.String(),
    protected: Type.Boolean({ description: "True while it is kept whatever its age and the disk" }),
    snapshot_url: orNull(Type.String()),
    plain_snapshot_url: orNull(Type.String({ description: "Without boxes and zones" })),
    clip: orNull(
      Type.Object({
        state: oneOfValues(["recording", "complete", "gone"]),
        url: orNull(Type.String()),
        from: unixTime,
        to: orNull(unixTime),
        note: orNull(Type.String({ description: "A hint for players" })),
        parts: Type.Array(
          Type.Object({ ...video, duration_seconds: Type.Number({ minimum: 0 }) }),
          { description: "One for each format that the camera had; `?part=2` plays the second" },
        ),
      }),
    ),
  }),
);

/** The video part of the evidence. */
export type ClipWire = NonNullable<EvidenceWire["clip"]>;

/** Evidence on the wire. */
export type EvidenceWire = Static<typeof evidenceAnswer>;
