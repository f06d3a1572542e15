import { modeAnswer as modeData } from "../wire/policy-answers.ts";
import { modeSchema } from "../policies/mode-document.ts";
import { authorOf } from "../../base/contract/person.ts";
import type { Answer } from "../../http/answers/envelope-wire.ts";
import { modeWire } from "../policies/mode-wire.ts";
import type { SiteModes, SiteModeState } from "../policies/site-mode.ts";
import { type Route, route } from "../../http/route.ts";

const path = "/api/v1/system/mode";

/** The mode of the organisation's site; the audit log names the caller who sets it. */
export function modeRoutes(modes: Pick<SiteModes, "describe" | "set">): Route[] {
  return [
    route({
      method: "GET",
      path,
      cameras: "none",
      summary: "Get the site mode (armed, home or disarmed) and its next change",
      tag: "surveillance",
      access: "surveillance:read",
      isTool: true,
      answers: { 200: { description: "The site mode", schema: modeData } },
      handle: ({ caller }) => modeAnswer(modes.describe(caller.org)),
    }),
    route({
      method: "PUT",
      path,
      cameras: "none",
      summary: "Set the site mode, or give it a schedule",
      tag: "surveillance",
      access: "surveillance:write",
      isTool: true,
      body: modeSchema,
      replayable: true,
      answers: { 200: { description: "The site mode", schema: modeData } },
      handle: async ({ caller, body }) =>
        modeAnswer(await modes.set(caller.org, body, authorOf(caller))),
    }),
  ];
}

function modeAnswer(state: SiteModeState): Answer {
  return { object: "system.mode", status: state.mode, data: modeWire(state) };
}
