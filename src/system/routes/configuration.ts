import {
  configurationAnswer,
  configurationCheckAnswer,
  configurationCheckSchema,
} from "../config/wire/configuration.ts";
import type { SiteSettings } from "../config/effective.ts";
import { type Route, route } from "../../http/route.ts";

const path = "/api/v1/system/configuration";

/** Routes that read the configuration in force and check a new one. */
export function configurationRoutes(
  configuration: Pick<SiteSettings, "describe" | "check">,
): Route[] {
  return [
    route({
      method: "GET",
      path,
      summary: "Every setting with its value, its default and where it comes from, without secrets",
      tag: "system",
      access: "system:admin",
      answers: { 200: { description: "What holds now", schema: configurationAnswer } },
      handle: ({ caller }) => ({
        object: "configuration",
        status: "ok",
        data: { ...configuration.describe(caller.org) },
      }),
    }),
    route({
      method: "POST",
      path: `${path}/check`,
      summary: "Every problem of a configuration file with its line; changes nothing",
      tag: "system",
      access: "system:admin",
      body: configurationCheckSchema,
      answers: {
        200: { description: "The problems of the text", schema: configurationCheckAnswer },
      },
      errors: ["overloaded"],
      handle: async ({ body }) => ({
        object: "configuration.check",
        status: "ok",
        data: { ...(await configuration.check(body.yaml)) },
      }),
    }),
  ];
}
