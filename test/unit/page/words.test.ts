import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ar } from "../../../console/source/words/ar/index.ts";
import { de } from "../../../console/source/words/de/index.ts";
import { en } from "../../../console/source/words/en/index.ts";
import { es } from "../../../console/source/words/es/index.ts";
import { fr } from "../../../console/source/words/fr/index.ts";
import { zh } from "../../../console/source/words/zh/index.ts";
import { behaviors } from "../../../src/perception/behaviors/registry.ts";

type Node = string | { readonly [name: string]: Node };

const others = { ar, de, es, fr, zh } as const;
const rules = ["zero", "one", "two", "few", "many", "other"];
/** Of sentences with as many letters beside their values no two languages have the same. */
const longLetters = 14;

function isPlural(node: Node): node is Record<string, string> {
  return typeof node === "object" && "other" in node && Object.keys(node).every(isRule);
}

function isRule(name: string): boolean {
  return rules.includes(name);
}

/** Every sentence with its path; the forms of a plural are one entry. */
function* sentences(node: Node, path = ""): Generator<[string, string | Record<string, string>]> {
  if (typeof node === "string" || isPlural(node)) yield [path, node];
  else for (const [name, inner] of Object.entries(node)) yield* sentences(inner, `${path}.${name}`);
}

function formsOf(sentence: string | Record<string, string>): string[] {
  return typeof sentence === "string" ? [sentence] : Object.values(sentence);
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted();
}

function lettersOf(text: string): number {
  return text.replaceAll(/\{\w+\}|[^\p{L}]/gu, "").length;
}

const source = new Map(sentences(en));

describe("words of the page", () => {
  for (const [code, words] of Object.entries(others)) {
    const own = new Map(sentences(words));

    it(`has every sentence in ${code}, and none of them empty`, () => {
      assert.deepEqual([...own.keys()].toSorted(), [...source.keys()].toSorted());
      const empty = [...own].filter(([, one]) => formsOf(one).some((text) => text.trim() === ""));
      assert.deepEqual(empty, []);
    });

    it(`names the same values in ${code}; a form for one or two may leave the number out`, () => {
      for (const [path, sentence] of own) {
        const wanted = placeholders(formsOf(source.get(path)!).at(-1)!);
        if (typeof sentence === "string") assert.deepEqual(placeholders(sentence), wanted, path);
        else {
          assert.deepEqual(placeholders(sentence["other"]!), wanted, path);
          for (const text of Object.values(sentence)) {
            const named = placeholders(text);
            assert.deepEqual(
              named.filter((name) => !wanted.includes(name)),
              [],
              path,
            );
          }
        }
      }
    });

    it(`has the forms that plurals need in ${code}`, () => {
      const needed = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
      for (const [path, sentence] of own) {
        if (typeof sentence === "string") continue;
        const missing = needed.filter((rule) => sentence[rule] === undefined);
        // French and Spanish have `many` for millions only, and say `other` there.
        assert.deepEqual(
          missing.filter((rule) => code === "ar" || rule !== "many"),
          [],
          path,
        );
      }
    });

    it(`is translated in ${code}, not copied`, () => {
      const copied = [...own]
        .filter(([path, one]) => formsOf(one)[0] === formsOf(source.get(path)!)[0])
        .map(([path, one]) => [path, formsOf(one)[0]!] as const)
        .filter(([, text]) => lettersOf(text) >= longLetters);
      assert.deepEqual(copied, []);
    });
  }

  it("has a name for every type of incident that a behavior raises", () => {
    assert.deepEqual(Object.keys(en.behaviors.types).toSorted(), [...behaviors.keys()].toSorted());
  });
});
