import { createReadStream } from "node:fs";
import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { fail } from "../../contract/fail.ts";
import type { AssetsFacade, SignedFile } from "../facades.ts";
import { byteRange } from "../byte-range.ts";
import { closedObject } from "../queries.ts";
import { type Route, route } from "../route.ts";

/** Files by signed address: pages and webhook receivers load them without a key. */
export function assetRoutes(assets: AssetsFacade): Route[] {
  return [
    route({
      method: "GET",
      path: "/api/v1/assets/:file",
      summary: "A picture or clip by its signed address",
      tag: "assets",
      access: "public",
      params: closedObject({
        file: Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}\\.[a-z0-9]{1,8}$" }),
      }),
      query: closedObject({
        exp: Type.Optional(Type.String({ maxLength: 20 })),
        sig: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      answers: {
        200: { description: "The file", contentType: "application/octet-stream" },
        206: {
          description: "The part that Range asks for",
          contentType: "application/octet-stream",
        },
      },
      errors: ["range_not_satisfiable"],
      async handle({ params, query, request, reply }) {
        const [id = "", extension = ""] = params.file.split(".");
        const { exp = "", sig = "" } = query;
        const file = await assets.openSigned({ id, extension, exp, sig });
        // One answer for wrong, expired and gone: an address cannot be used to probe for files.
        if (!file) throw fail("not_found", "There is no such file, or its address has expired");
        const range = byteRange(request.headers.range, file.sizeBytes);
        reply.headers({
          "content-type": file.contentType,
          "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
          "cross-origin-resource-policy": "cross-origin",
          "cache-control": "private, max-age=3600, immutable",
          "accept-ranges": "bytes",
        });
        if (range === "unsatisfiable") {
          reply.header("content-range", `bytes */${file.sizeBytes}`);
          throw fail("range_not_satisfiable", "The file is shorter than the range asked for");
        }
        await reply.send(body(file, range, reply));
        return undefined;
      },
    }),
  ];
}

function body(
  file: SignedFile,
  range: { start: number; end: number } | undefined,
  reply: FastifyReply,
) {
  const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end}/${file.sizeBytes}`);
  reply.header("content-length", String(end - start + 1));
  return file.sizeBytes === 0 ? "" : createReadStream(file.path, { start, end });
}
