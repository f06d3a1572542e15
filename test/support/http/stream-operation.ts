import { Type } from "typebox";
import type { Operation } from "../../../src/base/jobs/operation.ts";

/** An operation with a blob field and an alias, whose jobs end when a test says so. */
export const operation: Operation = {
  namespace: "surveillance",
  method: "analyze",
  summary: "Watch a stream",
  scope: "surveillance:write",
  isTool: true,
  jobType: "surveillance.stream",
  path: "/surveillance/streams",
  aliases: ["/surveillance/analyze"],
  inputSchema: Type.Object(
    {
      stream_id: Type.String({ minLength: 1 }),
      source: Type.Optional(
        Type.Object(
          { url: Type.String(), fps_cap: Type.Optional(Type.Number()) },
          { additionalProperties: false },
        ),
      ),
      input: Type.Optional(Type.Object({ data: Type.String({ maxLength: 21_000_000 }) })),
    },
    { additionalProperties: false },
  ),
  bodyLimitBytes: 24 * 1024 * 1024,
  blobFields: ["input.data"],
  prepare: (input: { stream_id: string; input?: { data: string } }, _caller, blobs) => ({
    inputEcho: { stream_id: input.stream_id },
    input: { data: input.input?.data ?? "" },
    blobIds: [blobs?.of(input.input?.data ?? "")].flatMap((blob) => (blob ? [blob.id] : [])),
    tags: { streamId: input.stream_id },
  }),
} as Operation;
