import {
  configurationAnswer,
  configurationCheckAnswer,
  configurationCheckSchema,
} from "../config/wire/configuration.ts";
import { siteFileAnswer, siteFileAppliedAnswer, siteFileSchema } from "../config/wire/site-file.ts";
import type { SiteFile } from "../config/site-file.ts";
import type { SiteSettings } from "../config/effective.ts";
import { type Route, route } from "../../http/route.ts";

const path = "/api/v1/system/configuration";

/** Routes that read the configuration in force, check a new one, and change the site file. */
export function configurationRoutes(
  configuration: Pick<SiteSettings, "describe">,
  siteFile: Pick<SiteFile, "read" | "check" | "apply" | "confirm">,
): Route[] {
  return [
    route({
      method: "GET",
      path,
      summary: "Get every setting with its value, default and origin, without secrets",
      tag: "system",
      access: "system:admin",
      isTool: true,
      answers: { 200: { description: "The present settings", schema: configurationAnswer } },
      handle: ({ caller }) => ({
        object: "configuration",
        status: "ok",
        data: { ...configuration.describe(caller.org) },
      }),
    }),
    route({
      method: "POST",
      path: `${path}/check`,
      summary:
        "Check the text of a site file: list every problem with its line, and the settings that it changes. This changes nothing",
      tag: "system",
      access: "system:admin",
      isTool: true,
      body: configurationCheckSchema,
      answers: {
        200: { description: "The problems of the text", schema: configurationCheckAnswer },
      },
      errors: ["overloaded"],
      handle: async ({ body }) => ({
        object: "configuration.check",
        status: "ok",
        data: { ...(await siteFile.check(body.yaml)) },
      }),
    }),
    ...siteFileRoutes(siteFile),
  ];
}

function siteFileRoutes(siteFile: Pick<SiteFile, "read" | "apply" | "confirm">): Route[] {
  const object = "configuration.file";
  const access = "system:admin";
  const found = { description: "The site file", schema: siteFileAnswer };
  return [
    route({
      method: "GET",
      path: `${path}/file`,
      summary: "Get the site file as written, with hidden secrets, and the state of a trial",
      tag: "system",
      access,
      isTool: true,
      answers: { 200: found },
      handle: async () => ({ object, status: "ok", data: await siteFile.read() }),
    }),
    route({
      method: "PUT",
      path: `${path}/file`,
      summary:
        "Put a site file on trial, with a restart where a setting needs one; without a confirmation within 60 s the former file returns",
      tag: "system",
      access,
      isTool: true,
      body: siteFileSchema,
      answers: {
        200: { description: "The file is on trial and in force", schema: siteFileAppliedAnswer },
        202: {
          description: "The file is on trial, and the box restarts",
          schema: siteFileAppliedAnswer,
        },
      },
      errors: ["conflict", "overloaded"],
      async handle({ body, reply }) {
        const data = await siteFile.apply(body);
        if (data.applied.waiting.length === 0) return { object, status: "ok", data };
        reply.code(202);
        return { object, status: "processing", data };
      },
    }),
    route({
      method: "POST",
      path: `${path}/confirm`,
      summary: "Keep the site file that is on trial",
      tag: "system",
      access,
      isTool: true,
      answers: { 200: found },
      errors: ["conflict"],
      handle: async () => ({ object, status: "ok", data: await siteFile.confirm() }),
    }),
  ];
}
