import type { Readable } from "node:stream";
import { Type } from "typebox";
import type { Answer } from "../../http/answers/envelope-wire.ts";
import { closedObject } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import { maxModelBytes } from "../models/install/received-model.ts";
import { modelsAnswer } from "../wire/models-answers.ts";
import type { LearningService } from "../learning/learning-service.ts";
import { learntWire } from "../learning/learning-wire.ts";
import type { ModelService } from "../models/service/model-service.ts";
import { modelListWire } from "../models/service/models-wire.ts";
import { oneOfValues } from "../../base/contract/answers.ts";

const base = "/api/v1/surveillance/models";
const name = Type.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,63}$" });
const params = closedObject({ name });
const labels = Type.String({
  minLength: 1,
  maxLength: 20_000,
  description: "Class names, separated by commas",
});
const description = {
  name: Type.Optional(name),
  head: Type.Optional(oneOfValues(["yolox", "nanodet", "picodet", "detr"])),
  labels: Type.Optional(labels),
  licence: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
};
const sha256 = Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" }));
const answers = { 200: { description: "The models of the box", schema: modelsAnswer } };
const begun = {
  202: { description: "The work has begun. `work` shows its progress", schema: modelsAnswer },
};
const admin = { tag: "surveillance", access: "system:admin" } as const;

/** Models as the routes need them. */
export type Models = Pick<
  ModelService,
  "list" | "pull" | "installFile" | "upload" | "bench" | "use" | "remove"
>;

/** The lessons of an organisation. */
export type Lessons = Pick<LearningService, "learnt">;

interface Parts {
  models: Models;
  lessons: Lessons;
}

/** The detectors of the box. All organisations share them, so a change affects each of them. */
export function modelRoutes(models: Models, lessons: Lessons): Route[] {
  const parts = { models, lessons };
  return [...useRoutes(parts), ...workRoutes(parts), ...installRoutes(parts)];
}

function useRoutes(parts: Parts): Route[] {
  return [
    route({
      method: "GET",
      path: base,
      summary: "List the detectors of the box and of its catalogue, with their cost on this box",
      tag: "surveillance",
      access: "surveillance:read",
      isTool: true,
      answers,
      handle: ({ caller }) => answerOf(parts, caller.org),
    }),
    route({
      ...admin,
      isTool: true,
      method: "PUT",
      path: "/api/v1/surveillance/default-model",
      summary: "Choose the model of streams that do not name a model",
      body: closedObject({ name: Type.Union([name, Type.Null()]) }),
      answers,
      async handle({ caller, body }) {
        await parts.models.use(body.name);
        return await answerOf(parts, caller.org);
      },
    }),
    route({
      ...admin,
      isTool: true,
      method: "DELETE",
      path: `${base}/:name`,
      summary: "Remove an installed model that nothing uses",
      params,
      answers,
      errors: ["conflict", "not_found"],
      async handle({ caller, params: { name: model } }) {
        await parts.models.remove(model);
        return await answerOf(parts, caller.org);
      },
    }),
  ];
}

function workRoutes(parts: Parts): Route[] {
  return [
    route({
      ...admin,
      isTool: true,
      method: "POST",
      path: `${base}/:name/pull`,
      summary: "Download and install a model of the catalogue",
      params,
      answers: begun,
      errors: ["conflict", "not_found"],
      async handle({ caller, params: { name: model }, reply }) {
        await parts.models.pull(model);
        reply.code(202);
        return await answerOf(parts, caller.org);
      },
    }),
    route({
      ...admin,
      isTool: true,
      method: "POST",
      path: `${base}/:name/bench`,
      summary: "Measure how fast an installed model runs on this box",
      params,
      answers: begun,
      errors: ["conflict", "not_found"],
      async handle({ caller, params: { name: model }, reply }) {
        await parts.models.bench(model);
        reply.code(202);
        return await answerOf(parts, caller.org);
      },
    }),
  ];
}

function installRoutes(parts: Parts): Route[] {
  return [
    route({
      ...admin,
      isTool: true,
      method: "POST",
      path: base,
      summary: "Install a model from a file of the box, such as a USB stick",
      body: closedObject({ path: Type.String({ minLength: 1, maxLength: 4096 }), ...description }),
      answers: begun,
      errors: ["conflict"],
      async handle({ caller, body: { path, ...flags }, reply }) {
        await parts.models.installFile(path, flagsOf(flags));
        reply.code(202);
        return await answerOf(parts, caller.org);
      },
    }),
    route({
      ...admin,
      method: "POST",
      path: `${base}/upload`,
      summary: "Install an ONNX file, which is the body",
      query: closedObject({ ...description, sha256 }),
      streamsBody: true,
      bodyLimitBytes: maxModelBytes,
      answers: begun,
      errors: ["conflict", "request_too_large"],
      // The client package sends JSON alone.
      hidden: true,
      async handle({ caller, query, body, reply }) {
        const { sha256: expected, ...flags } = query;
        const sum = expected === undefined ? {} : { sha256: expected };
        await parts.models.upload(body as Readable, { ...flagsOf(flags), ...sum });
        reply.code(202);
        return await answerOf(parts, caller.org);
      },
    }),
  ];
}

function flagsOf({
  labels: list,
  ...flags
}: {
  labels?: string;
  name?: string;
  head?: "yolox" | "nanodet" | "picodet" | "detr";
  licence?: string;
}) {
  return {
    ...flags,
    ...(list === undefined ? {} : { labels: list.split(",").map((one) => one.trim()) }),
  };
}

async function answerOf({ models, lessons }: Parts, org: string): Promise<Answer> {
  return await modelsAnswerOf(models, lessons, org);
}

/** Returns the models with the organisation's lessons as an answer. */
export async function modelsAnswerOf(
  models: Pick<Models, "list">,
  lessons: Lessons,
  org: string,
): Promise<Answer> {
  const learnt = lessons.learnt(org);
  const list = modelListWire(await models.list(org), learnt && learntWire(learnt));
  return { object: list.object, status: list.work?.state ?? "ready", data: list };
}
