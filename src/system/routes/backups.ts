import type { Readable } from "node:stream";
import { Type } from "typebox";
import type { Answer } from "../../http/answers/envelope-wire.ts";
import { closedObject } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import type { Backups } from "../backup/backups.ts";
import {
  backupDetailAnswer,
  backupsAnswer,
  newBackupSchema,
  restoreSchema,
} from "../backup/wire/backups.ts";
import { backupDetailWire, backupsWire } from "../backup/backups-wire.ts";

const base = "/api/v1/system/backups";
const fileName = Type.String({ pattern: "^[A-Za-z0-9._-]{1,255}$" });
const params = closedObject({ name: fileName });
const whole = Type.Integer({ minimum: 0, maximum: 1e15 });
const admin = { tag: "system", access: "system:admin" } as const;
const found = { 200: { description: "The backups of the box", schema: backupsAnswer } };
const begun = {
  202: { description: "It has begun; `work` says how far it is", schema: backupsAnswer },
};

/** Query of an uploaded part of a file. */
export const partQuery = closedObject({
  name: Type.String({ pattern: "^[A-Za-z0-9._-]{1,100}$" }),
  offset: whole,
  size: Type.Integer({ minimum: 1, maximum: 1e15 }),
});

/** Backups as the routes need them. */
export type BackupRouteParts = Pick<
  Backups,
  | "list"
  | "describe"
  | "make"
  | "verify"
  | "receive"
  | "read"
  | "remove"
  | "removeFormer"
  | "restore"
>;

/** Backups of the whole box, for keys of the site's organisation. */
export function backupRoutes(backups: BackupRouteParts): Route[] {
  return [
    ...readRoutes(backups),
    ...workRoutes(backups),
    ...fileRoutes(backups),
    ...removalRoutes(backups),
  ];
}

function readRoutes(backups: BackupRouteParts): Route[] {
  return [
    route({
      ...admin,
      isTool: true,
      method: "GET",
      path: base,
      summary: "The backups that the box finds, and the work on them",
      answers: found,
      handle: ({ caller }) => answerOf(backups, caller.org),
    }),
    route({
      ...admin,
      isTool: true,
      method: "GET",
      path: `${base}/:name`,
      summary: "A backup, and what the box would lose by restoring it",
      params,
      answers: { 200: { description: "The backup", schema: backupDetailAnswer } },
      handle: async ({ caller, params: { name } }) => ({
        object: "system.backup",
        status: "ok",
        data: backupDetailWire(await backups.describe(caller.org, name)),
      }),
    }),
  ];
}

function workRoutes(backups: BackupRouteParts): Route[] {
  return [
    route({
      ...admin,
      isTool: true,
      method: "POST",
      path: base,
      summary: "Make and check a backup while the box runs",
      body: newBackupSchema,
      answers: begun,
      errors: ["conflict", "storage_full"],
      async handle({ caller, body, reply }) {
        await backups.make(caller.org, body);
        reply.code(202);
        return await answerOf(backups, caller.org);
      },
    }),
    route({
      ...admin,
      isTool: true,
      method: "POST",
      path: `${base}/:name/verify`,
      summary: "Read a backup from end to end and compare it with its checksums",
      params,
      answers: begun,
      errors: ["conflict"],
      async handle({ caller, params: { name }, reply }) {
        await backups.verify(caller.org, name);
        reply.code(202);
        return await answerOf(backups, caller.org);
      },
    }),
    route({
      ...admin,
      isTool: true,
      method: "POST",
      path: `${base}/:name/restore`,
      summary: "Check a backup, then restart the box with its data; the former data is set aside",
      params,
      body: restoreSchema,
      answers: begun,
      errors: ["conflict", "storage_full"],
      async handle({ caller, params: { name }, body, reply }) {
        const { site_name: siteName, passphrase } = body;
        await backups.restore(caller, name, { siteName, passphrase });
        reply.code(202);
        return await answerOf(backups, caller.org);
      },
    }),
  ];
}

function fileRoutes(backups: BackupRouteParts): Route[] {
  return [
    route({
      ...admin,
      method: "GET",
      path: `${base}/:name/file`,
      summary: "Download a backup",
      params,
      answers: { 200: { description: "A tar archive", contentType: "application/x-tar" } },
      async handle({ caller, params: { name }, reply }) {
        const { bytes, sizeBytes } = await backups.read(caller, name);
        await reply
          .type("application/x-tar")
          .header("content-length", sizeBytes)
          .header("content-disposition", `attachment; filename="${name}"`)
          .send(bytes);
        return undefined;
      },
    }),
    route({
      ...admin,
      method: "PUT",
      path: `${base}/upload`,
      summary: "Send a part of a backup, which is the body; the last part begins its check",
      query: partQuery,
      streamsBody: true,
      bodyLimitBytes: 1e15,
      answers: begun,
      errors: ["conflict", "request_too_large", "storage_full"],
      // The client package sends JSON alone.
      hidden: true,
      async handle({ caller, query: { name, offset, size }, body, reply }) {
        await backups.receive(caller.org, body as Readable, { name, offset, sizeBytes: size });
        reply.code(202);
        return await answerOf(backups, caller.org);
      },
    }),
  ];
}

function removalRoutes(backups: BackupRouteParts): Route[] {
  return [
    route({
      ...admin,
      isTool: true,
      method: "DELETE",
      path: `${base}/:name`,
      summary: "Remove a backup from the box's own folder",
      params,
      answers: found,
      errors: ["conflict"],
      async handle({ caller, params: { name } }) {
        await backups.remove(caller.org, name);
        return await answerOf(backups, caller.org);
      },
    }),
    route({
      ...admin,
      isTool: true,
      method: "DELETE",
      path: `${base}/former/:name`,
      summary: "Remove the data that a restore has set aside",
      params,
      answers: found,
      async handle({ caller, params: { name } }) {
        await backups.removeFormer(caller.org, name);
        return await answerOf(backups, caller.org);
      },
    }),
  ];
}

async function answerOf(backups: BackupRouteParts, org: string): Promise<Answer> {
  const data = backupsWire(await backups.list(org));
  return { object: data.object, status: data.work?.state ?? "ready", data };
}
