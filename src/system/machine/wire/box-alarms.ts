import { Type } from "typebox";
import { named, oneOfValues } from "../../../base/contract/answers.ts";
import { boxAlarmCodes } from "../../../base/contract/box-alarms.ts";

/** One of `data.alarms` of `GET /api/v1/system`. */
export const boxAlarmAnswer = named(
  "Alarm",
  Type.Object({
    code: oneOfValues(boxAlarmCodes),
    severity: oneOfValues(["critical", "warning"]),
    message: Type.String({ description: "The fault, and what to do about it" }),
  }),
);
