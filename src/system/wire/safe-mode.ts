import { Type } from "typebox";
import { orNull, unixTime } from "../../base/contract/answers.ts";

/** `data.safe_mode` of `GET /api/v1/system`, and the answer of leaving it. */
export const safeModeAnswer = Type.Object({
  active: Type.Boolean(),
  since: orNull(unixTime),
  reason: orNull(Type.String()),
});

/** Safe mode on the wire. */
export interface SafeModeWire {
  /** True while cameras and robots are paused after repeated crashes. */
  active: boolean;
  /** Unix seconds. */
  since: number | null;
  /** Reason and remedy, in English. */
  reason: string | null;
}
