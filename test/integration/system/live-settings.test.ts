import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { camelCased } from "../../../src/base/settings/camel-case.ts";
import { settings } from "../../../src/system/config/settings.ts";
import type { SiteConfig } from "../../../src/system/config/site-config.ts";
import { type InProcessAppliance, startInProcess } from "../../support/box/appliance-in-process.ts";

let box: InProcessAppliance;

before(async () => {
  box = await startInProcess({ yaml: "", onPuts: () => "keep" });
});

after(async () => await box?.stop());

type Tree = Record<string, unknown>;

/** Another value of the same kind. */
function another(value: unknown, kind: string): unknown {
  if (kind === "number") return ((value as number | undefined) ?? 1) + 1;
  if (kind === "flag") return value !== true;
  if (kind === "texts") return [...((value as string[] | undefined) ?? []), "another"];
  if (kind === "list") return [...((value as object[] | undefined) ?? []), { organisation: "x" }];
  return `${String(value)} another`;
}

/** The configuration with another value of one setting. */
function changed(config: SiteConfig, path: readonly string[], kind: string): SiteConfig {
  const names = path.map((name) => Object.keys(camelCased({ [name]: 0 }))[0]!);
  const next = structuredClone(config) as unknown as Tree;
  let at = next;
  for (const name of names.slice(0, -1)) at = (at[name] ??= {}) as Tree;
  const last = names.at(-1)!;
  at[last] = another(at[last], kind);
  return next as unknown as SiteConfig;
}

test("every setting that applies at once is one that a part of the running box follows", () => {
  // The process follows it, not the appliance: `site-file.test.ts` changes it.
  const elsewhere = new Set(["log.level"]);
  const live = settings.filter(({ applies }) => applies === "live");
  assert.ok(live.length > 100);
  const unheard = live
    .map(({ path, kind }) => ({ name: path.join("."), next: changed(box.config, path, kind) }))
    .filter(({ name, next }) => !elsewhere.has(name) && box.live.affected(next) === 0);
  assert.deepEqual(
    unheard.map(({ name }) => name),
    [],
  );
});
