import { type Static, Type } from "typebox";
import { named, oneOfValues, orNull } from "../../base/contract/answers.ts";

const count = Type.Integer({ minimum: 0 });

/** One of `data.voice.speakers` of `GET /api/v1/system`. */
export const speakerAnswer = named(
  "Speaker",
  Type.Object({
    name: Type.String(),
    sink: oneOfValues(["alsa", "file"]),
    note: orNull(
      Type.String({ description: "Reason why the box cannot speak, with the folder of its files" }),
    ),
    is_speaking: Type.Boolean(),
    waiting: count,
    spoken: count,
    interrupted: count,
    refused: count,
    expired: count,
    failed: count,
    last_problem: orNull(Type.String()),
  }),
);

/** A loudspeaker on the wire. */
export type SpeakerWire = Static<typeof speakerAnswer>;
