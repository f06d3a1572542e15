import { doctorAnswer } from "../doctor/wire/doctor.ts";
import type { Examinations } from "../doctor/examinations.ts";
import { type Route, route } from "../../http/route.ts";

const path = "/api/v1/system/doctor";

/** Routes of the doctor, which finds faults of the box and their remedies, without a terminal. */
export function doctorRoutes(doctor: Pick<Examinations, "describe" | "begin">): Route[] {
  return [
    route({
      method: "GET",
      path,
      summary:
        "Get the doctor's current or last examination since the start: the faults, and what to do",
      tag: "system",
      access: "system:admin",
      isTool: true,
      answers: { 200: { description: "The results so far", schema: doctorAnswer } },
      handle: ({ caller }) => {
        const data = doctor.describe(caller.org);
        return { object: data.object, status: data.state, data: { ...data } };
      },
    }),
    route({
      method: "POST",
      path: `${path}/run`,
      summary: "Start an examination of the box, unless one is running",
      tag: "system",
      access: "system:admin",
      isTool: true,
      answers: {
        200: {
          description: "The examination is running. Read it until its state is `done`",
          schema: doctorAnswer,
        },
      },
      errors: ["overloaded"],
      handle: ({ caller }) => {
        const data = doctor.begin(caller.org);
        return { object: data.object, status: data.state, data: { ...data } };
      },
    }),
  ];
}
