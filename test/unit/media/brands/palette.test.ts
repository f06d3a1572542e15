import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { brandColors } from "../../../../src/media/brands/brand-colors.ts";
import { guidanceOf, mediumOf } from "../../../../src/media/brands/guidance.ts";
import { contrast } from "../../../../src/media/brands/color-math.ts";
import type { ColorEvidence } from "../../../../src/media/brands/page-port.ts";
import { acceptLanguage } from "../../../../src/media/brands/place-language.ts";

const seen = (
  hex: string,
  use: ColorEvidence["use"],
  weight: number,
  named?: "primary",
): ColorEvidence => ({
  hex,
  use,
  weight,
  ...(named ? { named } : {}),
});

const roles = (evidence: ColorEvidence[]) =>
  Object.fromEntries(brandColors(evidence).map(({ role, hex }) => [role, hex]));

describe("the colours of a brand", () => {
  const paper = [seen("#ffffff", "canvas", 0.9), seen("#222222", "text", 0.9)];

  test("what buttons are painted with beats a variable that nothing is painted with", () => {
    const found = roles([
      ...paper,
      seen("#b5361c", "action", 2),
      seen("#0d6efd", "variable", 1, "primary"),
    ]);
    assert.equal(found["primary"], "#b5361c");
    assert.deepEqual([found["background"], found["text"]], ["#ffffff", "#222222"]);
  });

  test("a black brand is black, though its links are blue", () => {
    const ink = [
      seen("#111111", "action", 2),
      seen("#111111", "logo", 1),
      seen("#111111", "band", 0.2),
    ];
    assert.equal(roles([...paper, ...ink, seen("#0000ee", "link", 0.5)])["primary"], "#111111");
    assert.equal(roles([...paper, ...ink])["primary"], "#111111");
  });

  test("one colour in two spellings is one, and shares add up to one", () => {
    const colors = brandColors([
      ...paper,
      seen("#b5361c", "action", 1),
      seen("#b5371d", "link", 0.2),
    ]);
    assert.equal(colors.filter(({ hex }) => hex.startsWith("#b53")).length, 1);
    const total = colors.reduce((sum, { proportion }) => sum + proportion, 0);
    assert.ok(Math.abs(total - 1) < 0.01);
    assert.deepEqual(brandColors([]), []);
  });

  test("contrast is that of WCAG", () => {
    assert.equal(contrast("#ffffff", "#000000"), 21);
    assert.equal(Math.round(contrast("#777777", "#ffffff") * 100), 448);
  });
});

describe("a use of a brand", () => {
  const words: [string, string][] = [
    ["Email newsletter", "email"],
    ["Instagram story", "social"],
    ["a billboard by the road", "signage"],
    ["landing page", "web"],
    ["product packaging", "packaging"],
    ["anything", "general"],
  ];
  for (const [text, medium] of words) test(text, () => assert.equal(mediumOf(text), medium));

  test("a brand of which nothing is known still gets an answer", () => {
    const bare = {
      v: 1,
      id: "b",
      org: "o",
      name: "Bare",
      sourceUrl: null,
      logo: null,
      colors: [],
      typography: [],
      tone: null,
      identity: null,
      imageUrls: [],
      images: [],
      locale: null,
      createdAtMs: 0,
      updatedAtMs: 0,
    } as const;
    const guidance = guidanceOf(
      { ...bare, colors: [], typography: [], imageUrls: [], images: [] },
      "poster",
      null,
    );
    assert.deepEqual(
      [guidance.colors.main, guidance.colors.pairs, guidance.logo],
      [null, [], null],
    );
    assert.equal(guidance.prompt_fragment, "In the style of the brand Bare");
  });
});

describe("the language of a place", () => {
  const places: [string | null, RegExp][] = [
    [null, /^en;/],
    ["CH", /^de-CH, de;/],
    ["de", /^de, en;/],
    ["pt_BR", /^pt-BR, pt;/],
    ["Osaka, Japan", /^ja-JP, ja;/],
    ["zz", /^en;/],
    ["x".repeat(200), /^en;/],
  ];
  for (const [place, expected] of places) {
    test(`${place}`.slice(0, 20), () => assert.match(acceptLanguage(place), expected));
  }
});
