import { type Route, route } from "../../http/route.ts";
import type { CapacityMeter } from "../capacity/capacity-meter.ts";
import { capacityWire } from "../capacity/capacity-wire.ts";
import { capacityAnswer } from "../capacity/wire/capacity.ts";

const path = "/api/v1/system/capacity";

/** Routes of the estimate of how many cameras the box carries. */
export function capacityRoutes(capacity: Pick<CapacityMeter, "describe" | "begin">): Route[] {
  const answer = () => {
    const data = capacityWire(capacity.describe());
    return { object: data.object, status: data.state, data };
  };
  return [
    route({
      method: "GET",
      path,
      summary: "Get the estimate of how many cameras the box carries, and how many more fit now",
      tag: "system",
      access: "system:read",
      answers: {
        200: { description: "The last measurement since the start", schema: capacityAnswer },
      },
      handle: answer,
    }),
    route({
      method: "POST",
      path: `${path}/run`,
      summary:
        "Measure what cameras cost the box, which takes about a minute, unless it measures now",
      tag: "system",
      access: "system:admin",
      answers: {
        200: {
          description: "The box measures. Read the capacity until its state is `done` or `failed`",
          schema: capacityAnswer,
        },
      },
      handle: () => {
        capacity.begin();
        return answer();
      },
    }),
  ];
}
