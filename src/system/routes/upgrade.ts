import type { Readable } from "node:stream";
import type { Answer } from "../../http/answers/envelope-wire.ts";
import { type Route, route } from "../../http/route.ts";
import type { PageUpgrade } from "../upgrade/page-upgrade.ts";
import { installSchema, upgradeAnswer } from "../upgrade/wire/upgrade.ts";
import { partQuery } from "./backups.ts";
import { upgradeWire } from "../upgrade/upgrade-wire.ts";

const base = "/api/v1/system/upgrade";
const admin = { tag: "system", access: "system:admin" } as const;
const found = { 200: { description: "The releases of the box", schema: upgradeAnswer } };
const begun = {
  202: { description: "`check` or `request` says how far it is", schema: upgradeAnswer },
};

/** Upgrades as the routes need them. */
export type UpgradeRouteParts = Pick<
  PageUpgrade,
  "describe" | "receive" | "install" | "rollBack" | "discard"
>;

/** The releases of the box, for keys of the site's organisation. */
export function upgradeRoutes(upgrade: UpgradeRouteParts): Route[] {
  return [...bundleRoutes(upgrade), ...changeRoutes(upgrade)];
}

function bundleRoutes(upgrade: UpgradeRouteParts): Route[] {
  return [
    route({
      ...admin,
      isTool: true,
      method: "GET",
      path: base,
      summary: "The running release, the previous one, and the bundle that has arrived",
      answers: found,
      handle: ({ caller }) => answerOf(upgrade, caller.org),
    }),
    route({
      ...admin,
      method: "PUT",
      path: `${base}/upload`,
      summary: "Send a part of a bundle, which is the body; the last part begins its check",
      query: partQuery,
      streamsBody: true,
      bodyLimitBytes: 1e15,
      answers: begun,
      errors: ["conflict", "request_too_large", "storage_full"],
      // The client package sends JSON alone.
      hidden: true,
      async handle({ caller, query: { name, offset, size }, body, reply }) {
        await upgrade.receive(caller.org, body as Readable, { name, offset, sizeBytes: size });
        reply.code(202);
        return await answerOf(upgrade, caller.org);
      },
    }),
    route({
      ...admin,
      isTool: true,
      method: "DELETE",
      path: `${base}/bundle`,
      summary: "Remove the bundle that has arrived",
      answers: found,
      errors: ["conflict"],
      async handle({ caller }) {
        await upgrade.discard(caller.org);
        return await answerOf(upgrade, caller.org);
      },
    }),
  ];
}

function changeRoutes(upgrade: UpgradeRouteParts): Route[] {
  return [
    route({
      ...admin,
      isTool: true,
      method: "POST",
      path: `${base}/install`,
      summary: "Install the bundle that has arrived and restart; the old release returns by itself",
      body: installSchema,
      answers: begun,
      errors: ["conflict"],
      async handle({ caller, body, reply }) {
        const { version, allow_downgrade: allowDowngrade = false } = body;
        await upgrade.install(caller.org, { version, allowDowngrade });
        reply.code(202);
        return await answerOf(upgrade, caller.org);
      },
    }),
    route({
      ...admin,
      isTool: true,
      method: "POST",
      path: `${base}/rollback`,
      summary: "Return to the release before the last upgrade and restart",
      answers: begun,
      errors: ["conflict"],
      async handle({ caller, reply }) {
        await upgrade.rollBack(caller.org);
        reply.code(202);
        return await answerOf(upgrade, caller.org);
      },
    }),
  ];
}

async function answerOf(upgrade: UpgradeRouteParts, org: string): Promise<Answer> {
  const data = await upgradeWire(await upgrade.describe(org));
  return { object: data.object, status: data.request?.state ?? "ready", data };
}
