import assert from "node:assert/strict";
import { describe, it } from "node:test";
import ar from "../../../console/source/words/ar.json" with { type: "json" };
import de from "../../../console/source/words/de.json" with { type: "json" };
import en from "../../../console/source/words/en.json" with { type: "json" };
import es from "../../../console/source/words/es.json" with { type: "json" };
import fr from "../../../console/source/words/fr.json" with { type: "json" };
import zh from "../../../console/source/words/zh.json" with { type: "json" };
import type { OnlyNamesOf, Translation } from "../../../src/base/core/catalog.ts";
import { incidentTypes } from "../../../src/perception/behaviors/registry.ts";
import { faultsOf, formsOf, sentences } from "../../support/page/catalogs.ts";

const others = { ar, de, es, fr, zh } as const;
/** Of sentences with as many letters beside their values no two languages have the same. */
const longLetters = 14;

function lettersOf(text: string): number {
  return text.replaceAll(/\{\w+\}|[^\p{L}]/gu, "").length;
}

const source = new Map(sentences(en));

describe("words of the page", () => {
  for (const [code, words] of Object.entries(others)) {
    const own = new Map(sentences(words));

    it(`has every sentence in ${code}, none of them empty, each with English's values`, () => {
      assert.deepEqual(faultsOf(en, words), []);
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
    assert.deepEqual(Object.keys(en.behaviors.types).toSorted(), [...incidentTypes].toSorted());
  });
});

describe("the check of translations", () => {
  const english = {
    shell: { hello: "Hello {name}", cars: { one: "{count} car", other: "{count} cars" } },
  };
  const german = {
    shell: { hello: "Hallo {name}", cars: { one: "ein Auto", other: "{count} Autos" } },
  };
  const { cars, hello } = german.shell;

  it("finds a missing, an unknown and an empty sentence, and a lost and an unknown value", () => {
    const faults = (shell: object): string[] => faultsOf(english, { shell: { ...shell } as never });
    assert.deepEqual(faults({ hello, cars }), []);
    assert.deepEqual(faults({ cars }), [".shell.hello"]);
    assert.deepEqual(faults({ hello, cars, bye: "Tschüs" }), [".shell.bye"]);
    assert.deepEqual(faults({ hello: " ", cars }), [".shell.hello"]);
    assert.deepEqual(faults({ hello: "Hallo", cars }), [".shell.hello"]);
    assert.deepEqual(faults({ hello, cars: { other: "{number} Autos" } }), [".shell.cars"]);
  });

  it("stops the compiler at a missing and at an unknown sentence", () => {
    type English = Translation<typeof english>;
    const checked = <Own extends English>(own: Own & OnlyNamesOf<English, Own>): English => own;
    const missing = { shell: { cars } };
    const unknown = { shell: { hello, cars, bye: "Tschüs" } };
    checked(german);
    // @ts-expect-error `hello` is missing.
    checked(missing);
    // @ts-expect-error English has no `bye`.
    checked(unknown);
  });
});
