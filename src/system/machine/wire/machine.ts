import { type Static, Type } from "typebox";
import { named, orNull, unixTime } from "../../../base/contract/answers.ts";

const count = Type.Integer({ minimum: 0 });
const bytes = Type.Integer({ minimum: 0, description: "Number of bytes" });

/** `data.machine` of `GET /api/v1/system`; null where the operating system has no such reading. */
export const machineAnswer = named(
  "Machine",
  Type.Object({
    disk: orNull(Type.Object({ free_bytes: bytes, total_bytes: bytes })),
    memory: orNull(Type.Object({ available_bytes: bytes, total_bytes: bytes })),
    load: Type.Array(Type.Number({ minimum: 0 }), {
      description: "Load averages over 1, 5 and 15 minutes",
    }),
    cpus: count,
    temperature: orNull(Type.Object({ sensor: Type.String(), celsius: Type.Number() })),
    throttled: orNull(Type.Boolean()),
    clock_synchronised: orNull(Type.Boolean()),
  }),
);

const figures = Type.Array(orNull(Type.Number()));

/** `data.machine` of `GET /api/v1/system`. */
export type MachineWire = Static<typeof machineAnswer>;

/** `data` of `GET /api/v1/system/history`: one column per figure, one entry per minute, oldest first. */
export const systemHistoryAnswer = named(
  "SystemHistory",
  Type.Object({
    at: Type.Array(unixTime),
    disk_free_bytes: figures,
    memory_available_bytes: figures,
    load: figures,
    celsius: figures,
    cameras_online: figures,
    jobs_queued: figures,
  }),
);

/** `data` of `GET /api/v1/system/history`. */
export type SystemHistoryWire = Static<typeof systemHistoryAnswer>;
