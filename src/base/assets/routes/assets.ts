import { createReadStream } from "node:fs";
import { Type } from "typebox";
import { fail } from "../../contract/fail.ts";
import { closedObject } from "../../../http/queries.ts";
import { sendRanged } from "../../../http/answers/ranged-answer.ts";
import { type Route, route } from "../../../http/route.ts";

/**
 * A file behind a signed address: on the disk, decrypted, or video that is cut while the client
 * reads it.
 */
type SignedFile =
  | { path: string; sizeBytes: number; contentType: string }
  | (ReadableFile & {
      /**
       * Organisation whose health data the file holds: its audit log records each reading, and no
       * cache keeps a copy.
       */
      auditedOrg: string;
    })
  | (ReadableFile & {
      /** True when the file no longer grows. */
      isFinal: boolean;
    });

interface ReadableFile {
  contentType: string;
  sizeBytes: number;
  /** Bytes from `start` to `end`, both inclusive. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** Files that clients read by signed address, without a key. */
export interface SignedFiles {
  /** Undefined for a wrong signature, an address past its expiry, and a removed file. */
  openSigned(address: {
    id: string;
    extension: string;
    exp: string;
    sig: string;
  }): Promise<SignedFile | undefined>;
}

/** Files by signed address: pages and webhook receivers load them without a key. */
export function assetRoutes(assets: SignedFiles): Route[] {
  return [
    route({
      method: "GET",
      path: "/api/v1/assets/:file",
      summary: "Get a stored file by its signed address",
      tag: "assets",
      access: "public",
      params: closedObject({
        file: Type.String({ pattern: "^[A-Za-z0-9_-]{1,80}\\.[a-z0-9]{1,8}$" }),
      }),
      query: closedObject({
        exp: Type.Optional(Type.String({ maxLength: 20 })),
        sig: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      answers: {
        200: { description: "The file", contentType: "application/octet-stream" },
        206: {
          description: "The part of the file that the header Range requests",
          contentType: "application/octet-stream",
        },
      },
      errors: ["range_not_satisfiable"],
      async handle({ params, query, request, reply }) {
        const [id = "", extension = ""] = params.file.split(".");
        const { exp = "", sig = "" } = query;
        const file = await assets.openSigned({ id, extension, exp, sig });
        // One answer for wrong, expired and removed: nobody can use an address to probe for files.
        if (!file)
          throw fail("not_found", "address: has expired or names no file. Request a new address");
        if ("auditedOrg" in file) {
          request.readsHealth = true;
          request.auditedOrg = file.auditedOrg;
        }
        reply.headers({
          "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
          "cross-origin-resource-policy": "cross-origin",
          "cache-control": isPassing(file) ? "no-store" : "private, max-age=3600, immutable",
        });
        await sendRanged(
          request,
          reply,
          "path" in file ? { ...file, read: reader(file.path) } : file,
        );
        return undefined;
      },
    }),
  ];
}

/** True when a copy would soon be wrong, or must not be kept. */
function isPassing(file: SignedFile): boolean {
  return "auditedOrg" in file || ("isFinal" in file && !file.isFinal);
}

function reader(path: string) {
  return (start: number, end: number) => createReadStream(path, { start, end });
}
