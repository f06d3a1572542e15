import { request as httpRequest } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { Type } from "typebox";
import type { Operation } from "../../../src/base/jobs/operation.ts";
import { readPicture } from "../../../src/perception/pictures/picture-input.ts";
import { Rig, type RigOptions } from "./rig.ts";

/** The route of `pictures`. */
export const path = "/api/v1/pictures";
/** The most bytes of a body of `pictures`. */
export const limitBytes = 4 * 1024 * 1024;

/** Takes one picture as the stream operation does, and numbers and free JSON beside it. */
const pictures: Operation = {
  namespace: "test",
  method: "picture",
  summary: "Take a picture",
  scope: "jobs:write",
  jobType: "image.generation",
  path: "/pictures",
  inputSchema: Type.Object(
    {
      input: Type.Object(
        {
          data: Type.String({ minLength: 1, maxLength: 4_000_000 }),
          mime_type: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
      n: Type.Optional(Type.Number({ maximum: 1e300 })),
      text: Type.Optional(Type.String({ maxLength: 20 })),
      free: Type.Optional(Type.Unknown()),
    },
    { additionalProperties: false },
  ),
  bodyLimitBytes: limitBytes,
  blobFields: ["input.data"],
  prepare: (wire: { input: { data: string }; n?: number; free?: unknown }, _caller, blobs) => {
    const { mimeType, sizeBytes, from } = readPicture(wire.input, blobs);
    const echo = {
      mimeType,
      sizeBytes,
      n: wire.n ?? null,
      free: JSON.stringify(wire.free ?? null),
    };
    return { inputEcho: echo, input: { ...from }, blobIds: "blobId" in from ? [from.blobId] : [] };
  },
} as Operation;

/** A started rig with the operation of pictures, which sums their bytes. */
export async function startPictureRig(options: RigOptions = {}): Promise<Rig> {
  const rig = new Rig({ ...options, quotas: { createsPerMinute: 100_000, ...options.quotas } });
  rig.jobs.operations.register(pictures);
  rig.jobs.register({
    type: "image.generation",
    concurrency: 4,
    run: async ({ input, blob }) => {
      const bytes =
        typeof input["blobId"] === "string"
          ? Buffer.from(await blob(input["blobId"]))
          : Buffer.from(String(input["base64"]), "base64");
      return { payload: { sum: bytes.reduce((sum, byte) => (sum + byte) % 65_521, 0) } };
    },
  });
  return await rig.start();
}

/** A JPEG head and `bytes` of anything: as far as the API looks. */
export function picture(bytes: number): Buffer {
  const content = Buffer.alloc(bytes, "gatehouse");
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]).copy(content);
  return content;
}

/** Arrays, `levels` deep. */
export function nest(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

/** Sends a body without a length, in two pieces. */
export function sendChunked(rig: Rig, text: string): Promise<{ status: number; json: unknown }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        port: rig.server.address()!.port,
        path,
        method: "POST",
        headers: { authorization: `Bearer ${rig.key}`, "content-type": "application/json" },
      },
      (response) => {
        const status = response.statusCode!;
        textOf(response).then((body) => resolve({ status, json: JSON.parse(body) }), reject);
      },
    );
    outgoing.on("error", reject);
    const half = Math.floor(text.length / 2);
    outgoing.write(text.slice(0, half));
    outgoing.end(text.slice(half));
  });
}
