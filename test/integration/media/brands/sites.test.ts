import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  brands as known,
  setAside,
  type SiteName,
} from "../../../../scripts/brand-sites/brands.ts";
import { distance, toOklab } from "../../../../src/media/brands/color-math.ts";
import {
  type BrandRig,
  filesReply,
  makeBrandRig,
  siteFiles,
} from "../../../support/media/brand-rig.ts";

/** Where each site has its logo; null for one that is drawn in the page. */
const logos: Readonly<Record<SiteName, string | null>> = {
  bootstrap: "/img/talbach-logo.svg",
  bulma: "/img/logo.png",
  pico: null,
  tailwind: null,
  vitepress: "/parsnip-logo.svg",
  inline: "/bilder/firmenlogo.png",
  theme: "/assets/img/navbar-logo.svg",
  foundation: "/img/lindgren.svg",
  uikit: "/img/nachtwerk.png",
  daisyui: null,
  materialize: "/images/marchio.svg",
  semantic: "/static/harbour_logo_2023.svg",
  infima: "/img/quokka.svg",
};

/** The same to the eye: a colour that went through hsl() of whole numbers is off by one. */
const sameColor = 0.01;

describe("sites built differently", () => {
  let rig: BrandRig;
  const ends: (() => unknown)[] = [];
  before(async () => {
    rig = await makeBrandRig({ after: (end?: unknown) => void ends.push(end as () => unknown) });
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  for (const name of Object.keys(logos) as SiteName[]) {
    const kind = setAside.includes(name) ? " (built after the tuning)" : "";
    test(`${name}${kind}: main colour, typefaces and logo are those of the brand`, async () => {
      rig.site.reply = filesReply(siteFiles(name));
      const job = await rig.extract({ url: rig.site.url("/") });
      assert.equal(job.error, null);
      const brand = rig.brandOf(job);
      const { name: called, primary, heading, body, language } = known[name];
      const [main] = brand.colors;
      assert.equal(main?.role, "primary");
      const off = distance(toOklab(main.hex), toOklab(primary));
      assert.ok(off < sameColor, `${main.hex} for ${primary}`);
      const fontOf = (role: string) => brand.typography.find((each) => each.role === role)?.family;
      assert.deepEqual([fontOf("heading"), fontOf("body")], [heading, body]);
      const { logo_candidates: candidates } = job.payload as {
        logo_candidates: { url: string | null; kind: string; chosen: boolean }[];
      };
      const logo = logos[name];
      const chosen = candidates.find((each) => each.chosen);
      assert.equal(chosen?.url ?? null, logo === null ? null : rig.site.url(logo));
      assert.equal(chosen?.kind === "inline_svg", logo === null);
      assert.match(brand.logo_url!, /^https:\/\/box\.test\/api\/v1\/assets\/[0-9a-f-]{36}\.png\?/);
      assert.equal(brand.locale, name === "theme" ? "en" : language);
      if (name !== "theme") assert.equal(brand.name, called);
    });
  }
});
