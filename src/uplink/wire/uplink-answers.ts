import { type Static, Type } from "typebox";
import { kind, mapOf, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { capabilities, connectivities, dataClasses, endpointKinds } from "../uplink-terms.ts";

const count = Type.Integer({ minimum: 0 });
const bytes = Type.Integer({ minimum: 0, description: "Number of bytes" });

/** `data.uplink` of `GET /api/v1/system`. */
export const uplinkAnswer = named(
  "Uplink",
  Type.Object({
    endpoints: Type.Array(
      Type.Object({
        name: Type.String(),
        kind: oneOfValues(endpointKinds),
        host: Type.String(),
        state: oneOfValues(connectivities),
        reason: orNull(Type.String({ description: "Reason why the endpoint is not available" })),
        since: orNull(unixTime),
        last_success_at: orNull(unixTime),
        next_try_at: orNull(unixTime),
        submitting: count,
        in_line: count,
        data: Type.Array(oneOfValues(dataClasses), {
          description: "Data classes that the box may send to the endpoint",
        }),
      }),
    ),
    routes: mapOf(
      Type.Array(Type.String()),
      "For each kind of work, the entries `endpoint/model`, the preferred one first",
    ),
    usage: Type.Object(
      {
        requests: Type.Number({ minimum: 0 }),
        cost: Type.Number({ minimum: 0 }),
        requests_per_day: orNull(count),
        cost_per_day: orNull(Type.Number({ minimum: 0 })),
      },
      { description: "Use by the organisation today (UTC), and its limits. Null means no limit" },
    ),
  }),
);

/** The uplink in `GET /api/v1/system`; times are whole Unix seconds. */
export type UplinkWire = Static<typeof uplinkAnswer>;

/** An entry of the egress log. */
export const egressAnswer = named(
  "EgressEntry",
  Type.Object({
    id: Type.String(),
    object: kind("egress.entry"),
    created_at: unixTime,
    endpoint: Type.String(),
    host: Type.String(),
    model: orNull(Type.String()),
    capability: oneOfValues([...capabilities, "push"]),
    data_class: oneOfValues(dataClasses),
    job_id: Type.String({ description: "The job or incident for which the box sent the data" }),
    step: Type.String(),
    bytes_sent: bytes,
    bytes_received: orNull(bytes),
    cost: orNull(Type.Number()),
    outcome: Type.String({
      description: "Outcome of the transfer. It is `sent` until the answer arrives",
    }),
  }),
);

/** An entry of the egress log; `created_at` has fractions, and `outcome` stays `sent` when the box stopped meanwhile. */
export type EgressWire = Static<typeof egressAnswer>;
