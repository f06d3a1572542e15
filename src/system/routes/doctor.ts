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
        "The examination that runs, or the last one since the start: what is wrong, and what to do",
      tag: "system",
      access: "system:admin",
      answers: { 200: { description: "What was found so far", schema: doctorAnswer } },
      handle: ({ caller }) => {
        const data = doctor.describe(caller.org);
        return { object: data.object, status: data.state, data: { ...data } };
      },
    }),
    route({
      method: "POST",
      path: `${path}/run`,
      summary: "Examine the box; one that runs already goes on",
      tag: "system",
      access: "system:admin",
      answers: { 200: { description: "It runs; read it until it is done", schema: doctorAnswer } },
      errors: ["overloaded"],
      handle: ({ caller }) => {
        const data = doctor.begin(caller.org);
        return { object: data.object, status: data.state, data: { ...data } };
      },
    }),
  ];
}
