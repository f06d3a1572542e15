/**
 * Builds the sites that brand extraction is proven on, from frameworks, themes and generators of
 * the npm registry, and packs them for the tests. Usage: brand-sites.ts FOLDER [SITE]…
 * The packages are installed in FOLDER, which is outside of the repository.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { SiteName } from "./brand-sites/brands.ts";
import {
  bootstrapSite,
  bulmaSite,
  daisySite,
  foundationSite,
  picoSite,
  tailwindSite,
  uikitSite,
} from "./brand-sites/frameworks.ts";
import { inlineSite, themeSite, vitepressSite } from "./brand-sites/generated.ts";
import { infimaSite, materializeSite, semanticSite } from "./brand-sites/later.ts";
import { type Files, type Workshop, workshopIn } from "./brand-sites/workshop.ts";

const packages = [
  "bootstrap@5.3",
  "bulma@1.0",
  "@picocss/pico@2",
  "tailwindcss@4",
  "@tailwindcss/cli@4",
  "foundation-sites@6.9",
  "sass@1",
  "vitepress@1.6",
  "startbootstrap-agency@7",
  "uikit@3",
  "daisyui@4",
  "tailwindcss3@npm:tailwindcss@3",
  "materialize-css@1",
  "semantic-ui-css@2",
  "infima@0.2.0-alpha.45",
];

const builders: Record<SiteName, (workshop: Workshop) => Files | Promise<Files>> = {
  bootstrap: bootstrapSite,
  bulma: bulmaSite,
  pico: picoSite,
  tailwind: tailwindSite,
  vitepress: vitepressSite,
  inline: inlineSite,
  theme: themeSite,
  foundation: foundationSite,
  uikit: uikitSite,
  daisyui: daisySite,
  materialize: materializeSite,
  semantic: semanticSite,
  infima: infimaSite,
};

const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: brand-sites.ts FOLDER [SITE]…");
  process.exit(2);
}
const dir = resolve(folder);
mkdirSync(dir, { recursive: true });
if (!existsSync(join(dir, "node_modules"))) {
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"];
  execFileSync("npm", ["install", "--prefix", dir, ...flags, ...packages], { stdio: "inherit" });
}
const out = join(import.meta.dirname, "../test/fixtures/brand-sites");
mkdirSync(out, { recursive: true });
for (const [name, build] of Object.entries(builders)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const files = await build(workshopIn(dir));
  const packed = Object.entries(files).map(([path, content]) => [
    path,
    Buffer.from(content).toString("base64"),
  ]);
  writeFileSync(
    join(out, `${name}.json.gz`),
    gzipSync(JSON.stringify(Object.fromEntries(packed)), { level: 9 }),
  );
  console.log(`${name}: ${Object.keys(files).length} files`);
}
