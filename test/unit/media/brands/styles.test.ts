import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "cheerio";
import { styledPage } from "../../../../src/adapters/compute/brand-page/cascade.ts";
import { calculated } from "../../../../src/adapters/compute/brand-page/css-calc.ts";
import { colorOf, colorsIn } from "../../../../src/adapters/compute/brand-page/css-color.ts";
import { mediaHolds } from "../../../../src/adapters/compute/brand-page/media-query.ts";
import { SheetRules } from "../../../../src/adapters/compute/brand-page/stylesheet.ts";

const context = { currentColor: () => ({ hex: "#112233", alpha: 1 }), isDark: false };

describe("colours of style sheets", () => {
  const cases: [string, string | null][] = [
    ["#B5361C", "#b5361c"],
    ["rebeccapurple", "#663399"],
    ["rgb(181 54 28 / 50%)", "#b5361c"],
    ["hsla(11deg, 73%, calc(41% - 1%), 1)", "#b0371c"],
    ["oklch(63.723% 0.18385 36.478)", "#e4572e"],
    ["color-mix(in srgb, #ff0000 25%, #0000ff)", "#4000bf"],
    ["color-mix(in srgb, #ff0000 40%, transparent)", "#ff0000"],
    ["light-dark(#ffffff, #000000)", "#ffffff"],
    ["rgb(from #b5361c r g 0)", "#b53600"],
    ["hsl(from #b5361c h s 50%)", "#dd4222"],
    ["currentColor", "#112233"],
    ["transparent", null],
    ["rgba(0, 0, 0, 0.01)", null],
    ["var(--none)", null],
    ["calc(1px", null],
    ["color-mix(in srgb)", null],
  ];
  for (const [text, hex] of cases) {
    test(text, () => assert.equal(colorOf(text, context)?.hex ?? null, hex));
  }

  test("a background gives the colours of its gradients, and none for pictures", () => {
    const hexes = (value: string) => colorsIn(value, context).map(({ hex }) => hex);
    assert.deepEqual(hexes("linear-gradient(90deg, #b5361c 0%, rgb(0,0,255))"), [
      "#b5361c",
      "#0000ff",
    ]);
    assert.deepEqual(hexes("url(red.png) no-repeat center / cover"), []);
    assert.deepEqual(hexes("#fff url('a,b.png')"), ["#ffffff"]);
  });

  test("sums are worked out, and what is none stays as it is", () => {
    assert.equal(calculated("calc(2 * (3px + 1px))"), "8px");
    assert.equal(calculated("clamp(1rem, 5rem, 3rem)"), "3rem");
    assert.equal(calculated("min(10px, 4px) solid"), "4px solid");
    assert.equal(calculated("calc(1px + )"), "calc(1px + )");
    assert.equal(calculated(`calc(${"(".repeat(300)}`), `calc(${"(".repeat(300)}`);
  });
});

describe("media queries on a laptop in light colours", () => {
  const cases: [string, boolean][] = [
    ["", true],
    ["screen", true],
    ["print", false],
    ["not print", true],
    ["screen and (min-width: 48em)", true],
    ["(max-width: 767px)", false],
    ["(width >= 80rem)", true],
    ["(400px <= width < 900px)", false],
    ["(prefers-color-scheme: dark)", false],
    ["print, (min-width: 1px)", true],
    ["(hover: hover)", true],
  ];
  for (const [query, holds] of cases) {
    test(`"${query}" ${holds ? "holds" : "does not"}`, () =>
      assert.equal(mediaHolds(query), holds));
  }
});

describe("the cascade", () => {
  const colorOfP = (css: string, body = '<p class="a" id="i">x</p>'): string | undefined => {
    const $ = load(`<html><body>${body}</body></html>`);
    const rules = new SheetRules();
    rules.add(css, { base: "https://a.example/css/site.css" });
    return styledPage($, rules)
      .find(({ element }) => element.name === "p")!
      .inherited("color");
  };
  const cases: [what: string, css: string, color: string | undefined][] = [
    ["the later of equals wins", "p{color:red}p{color:blue}", "blue"],
    [
      "a class beats a tag, an id beats a class",
      "#i{color:red}.a{color:blue}p{color:green}",
      "red",
    ],
    ["!important beats all", "p{color:red!important}#i{color:blue}", "red"],
    ["what is in no layer beats layers", "p{color:red}@layer b{#i{color:blue}}", "red"],
    [
      "layers count in the order of their mention",
      "@layer x,y;@layer y{p{color:red}}@layer x{p{color:blue}}",
      "red",
    ],
    ["nested rules mean what they stand in", "body{& .a{color:red} .b{color:blue}}", "red"],
    ["ink is inherited", "body{color:red}", "red"],
    ["variables are inherited, with fallbacks", "body{--c:red}p{color:var(--d,var(--c))}", "red"],
    [
      "a circle of variables says nothing",
      "p{--a:var(--b);--b:var(--a);color:var(--a)}",
      undefined,
    ],
    [
      "states that nobody is in do not hold",
      "p{color:red}p:hover{color:blue}p::before{color:green}",
      "red",
    ],
    ["harmless exceptions hold", "p:not(:hover){color:red}", "red"],
    ["broken rules are skipped", "p{color:red} } p{{color:blue} .x", "red"],
    ["selectors that nobody knows are skipped", "p{color:red} p:frobnicate{color:blue}", "red"],
  ];
  for (const [what, css, color] of cases) {
    test(what, () => assert.equal(colorOfP(css), color));
  }

  test("addresses in a sheet count from the sheet", () => {
    const $ = load("<html><body><p></p></body></html>");
    const rules = new SheetRules();
    rules.add("p{background:url(../logo.svg)}", { base: "https://a.example/css/site.css" });
    const [, , p] = styledPage($, rules);
    assert.equal(p!.own("background"), 'url("https://a.example/logo.svg")');
  });
});
