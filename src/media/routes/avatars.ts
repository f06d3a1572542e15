import { listOf } from "../../base/contract/answers.ts";
import { fail } from "../../base/contract/fail.ts";
import { avatarSaveSchema } from "../wire/media.ts";
import { avatarAnswer, avatarDeletedAnswer } from "../wire/media-answers.ts";
import { type Answer, listAnswer } from "../../http/answers/envelope-wire.ts";
import { avatarOrder, avatarWire } from "../avatar-wire.ts";
import type { Avatars, SavedAvatar } from "../avatars.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  sliceById,
  uuidParameter,
} from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";

const base = "/api/v1/avatars";
const params = closedObject({ avatar_id: uuidParameter });

type SavedAvatars = Pick<Avatars, "save" | "list" | "get" | "remove">;

/** Saved avatars (contract section 4.6). */
export function avatarRoutes(avatars: SavedAvatars): Route[] {
  return [save(avatars), list(avatars), one(avatars), remove(avatars)];
}

function save(avatars: SavedAvatars): Route {
  return route({
    method: "POST",
    path: `${base}/save`,
    summary: "Save the picture of a completed avatar job under a label",
    tag: "avatars",
    access: "avatars:write",
    isTool: true,
    body: avatarSaveSchema,
    replayable: true,
    answers: { 201: { description: "The avatar", schema: avatarAnswer } },
    errors: [
      "not_found",
      "job_expired",
      "job_not_an_avatar",
      "source_job_not_completed",
      "conflict",
    ],
    async handle({ caller, body, reply }, keep) {
      reply.code(201);
      const saved = await avatars.save(caller.org, avatarOrder(body), (tx, avatar) =>
        keep(tx, answerOf(avatar)),
      );
      return answerOf(saved);
    },
  });
}

function list(avatars: SavedAvatars): Route {
  return route({
    method: "GET",
    path: base,
    summary: "List saved avatars, newest first",
    tag: "avatars",
    access: "avatars:read",
    isTool: true,
    query: closedObject(pageParameters),
    answers: { 200: { description: "A page of avatars", schema: listOf(avatarAnswer) } },
    handle: ({ caller, query }) =>
      listAnswer(
        sliceById(avatars.list(caller.org).map(avatarWire), pageOf(query), "newest first"),
      ),
  });
}

function one(avatars: SavedAvatars): Route {
  return route({
    method: "GET",
    path: `${base}/:avatar_id`,
    summary: "Get one saved avatar",
    tag: "avatars",
    access: "avatars:read",
    isTool: true,
    params,
    answers: { 200: { description: "The avatar", schema: avatarAnswer } },
    handle: ({ caller, params: { avatar_id: id } }) => answerOf(avatars.get(caller.org, id)),
  });
}

function remove(avatars: SavedAvatars): Route {
  return route({
    method: "DELETE",
    path: `${base}/:avatar_id`,
    summary: "Delete a saved avatar with its picture",
    tag: "avatars",
    access: "avatars:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The deleted object", schema: avatarDeletedAnswer } },
    async handle({ caller, params: { avatar_id: id } }) {
      if (!(await avatars.remove(caller.org, id))) throw unknown();
      const data = { id, object: "avatar", deleted: true };
      return { object: "avatar", status: "deleted", data };
    },
  });
}

function answerOf(saved: SavedAvatar | undefined): Answer {
  if (!saved) throw unknown();
  const avatar = avatarWire(saved);
  return { object: "avatar", status: "ok", createdAt: avatar.created_at, data: avatar };
}

function unknown() {
  return fail("not_found", "avatar_id: there is no such avatar. List the avatars");
}
