import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";

const bytes = Type.Integer({ minimum: 0 });

const video = {
  from: unixTime,
  to: unixTime,
  codec: Type.String({ description: "`h264` or `hevc`, as the camera sent it" }),
  mime_type: Type.String({
    description: "MIME type, with the RFC 6381 names of the codecs if they are known",
  }),
  sound: Type.Boolean({ description: "True if a part of the video has sound" }),
  width: bytes,
  height: bytes,
  size_bytes: bytes,
  masked: Type.Boolean({
    description: "True if the video has privacy masks. The box then encoded it again",
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
    url: Type.String({
      description:
        "Address that plays the recording, relative to the box. It needs the caller's key",
    }),
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
    protected: Type.Boolean({
      description:
        "True while somebody protects it: the box then does not delete it, whatever its age and the free space",
    }),
    snapshot_url: orNull(Type.String()),
    plain_snapshot_url: orNull(
      Type.String({ description: "Address of the picture without bounding boxes and zones" }),
    ),
    clip: orNull(
      Type.Object({
        state: oneOfValues(["recording", "complete", "gone"]),
        url: orNull(Type.String()),
        from: unixTime,
        to: orNull(unixTime),
        note: orNull(Type.String({ description: "A hint for players" })),
        parts: Type.Array(
          Type.Object({ ...video, duration_seconds: Type.Number({ minimum: 0 }) }),
          {
            description:
              "Parts of the video, one for each format of the camera. `?part=2` plays the second",
          },
        ),
      }),
    ),
  }),
);

/** The video part of the evidence. */
export type ClipWire = NonNullable<EvidenceWire["clip"]>;

/** Evidence on the wire. */
export type EvidenceWire = Static<typeof evidenceAnswer>;
