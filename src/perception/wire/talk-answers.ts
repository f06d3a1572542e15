import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull } from "../../base/contract/answers.ts";
import { talkCodecs, talkStates } from "../talk/talk-terms.ts";

/** The fields of a camera's loudspeaker. */
export const talkFields = {
  state: oneOfValues(talkStates),
  codec: orNull(oneOfValues(talkCodecs)),
  talker: orNull(
    Type.String({ description: "Name of the person or the key that talks to the camera now" }),
  ),
};

/** The answer about a camera's loudspeaker. */
export const loudspeakerAnswer = named(
  "Loudspeaker",
  Type.Object({
    object: kind("surveillance.loudspeaker"),
    stream_id: Type.String(),
    ...talkFields,
  }),
);

/** A camera's loudspeaker on the wire. */
export type LoudspeakerWire = Static<typeof loudspeakerAnswer>;

/** What the box sends on the WebSocket of a talk. */
export type TalkReply =
  | { type: "ready"; stream_id: string; codec: string; rate_hz: number; max_seconds: number }
  | { type: "ended"; reason: string; message: string };
