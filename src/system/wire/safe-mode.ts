import { type Static, Type } from "typebox";
import { orNull, unixTime } from "../../base/contract/answers.ts";

/** `data.safe_mode` of `GET /api/v1/system`, and the answer of leaving it. */
export const safeModeAnswer = Type.Object({
  active: Type.Boolean(),
  since: orNull(unixTime),
  reason: orNull(Type.String()),
});

/**
 * Safe mode on the wire: active while cameras and robots are paused after repeated crashes. `since` is in Unix seconds;
 * `reason` also has the remedy, in English.
 */
export type SafeModeWire = Static<typeof safeModeAnswer>;
