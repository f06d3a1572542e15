import { type Static, Type } from "typebox";
import { kind, named, unixTime } from "../../base/contract/answers.ts";

const count = Type.Integer({ minimum: 0 });
const outcome = Type.Object({
  real_found: count,
  false_raised: count,
  misses_found: count,
});

/** The lessons from the site's marks. */
export const learntAnswer = named(
  "LearntLessons",
  Type.Object({
    learnt_at: unixTime,
    model: Type.String(),
    cameras: Type.Array(
      Type.Object({
        stream_id: Type.String(),
        changed: Type.Boolean(),
        veto: Type.Array(Type.String(), {
          description: "Classes whose false alarms the box drops",
        }),
        min_scores: Type.Unsafe<Record<string, number>>({
          type: "object",
          additionalProperties: { type: "number" },
          description:
            "For each class, the score that counts as `perception.min_score` of the site",
        }),
        marked: Type.Object({ real: count, false_alarms: count, misses: count }),
        before: outcome,
        after: outcome,
        sentence: Type.String(),
      }),
    ),
  }),
);

/** The lessons on the wire. */
export type LearntWire = Static<typeof learntAnswer>;

/** A box as fractions of the picture: left, top, right, bottom. */
const box = Type.Array(Type.Number({ minimum: 0, maximum: 1 }), { minItems: 4, maxItems: 4 });

/** Body of `POST …/mark-missed-object`. */
export const missSchema = Type.Object(
  {
    label: Type.String({ pattern: "^[a-z0-9 _-]{1,64}$" }),
    box,
    at: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e11,
        description:
          "Unix seconds of a recorded moment: the picture is the recorded key frame at or before it. Default: the newest picture",
      }),
    ),
    picture_id: Type.Optional(
      Type.String({
        pattern: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
        description: "A picture that `hold-picture` holds, instead of `at`",
      }),
    ),
  },
  { additionalProperties: false, title: "MissedObject" },
);

/** Body of `POST …/hold-picture`. */
export const holdSchema = Type.Object(
  {
    frame: Type.Optional(
      Type.Union(
        [
          Type.Object(
            {
              track: Type.Unsafe<"main" | "sub">({ type: "string", enum: ["main", "sub"] }),
              generation: Type.Integer({ minimum: 0 }),
              media_time: Type.Number({
                minimum: 0,
                maximum: 1e11,
                description: "`currentTime` of a Media Source player, in seconds",
              }),
            },
            { additionalProperties: false },
          ),
          Type.Object(
            {
              session_id: Type.String({
                maxLength: 64,
                description: "The WHEP session that shows the frame",
              }),
              rtp_timestamp: Type.Integer({
                minimum: 0,
                maximum: 2 ** 32 - 1,
                description: "`rtpTimestamp` of `requestVideoFrameCallback`",
              }),
            },
            { additionalProperties: false },
          ),
        ],
        {
          description:
            "A frame of the live video. `live-video.mp4` sends `track` and `generation` over a WebSocket. Default: the newest picture",
        },
      ),
    ),
  },
  { additionalProperties: false, title: "HoldPicture" },
);

/** An object that the detector should have reported. */
export const missAnswer = named(
  "Miss",
  Type.Object({
    id: Type.String(),
    object: kind("surveillance.miss"),
    stream_id: Type.String(),
    label: Type.String(),
    box: Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
    created_at: unixTime,
    created_by: Type.String(),
  }),
);

/** A miss on the wire. */
export type MissWire = Static<typeof missAnswer>;
