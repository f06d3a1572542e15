import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DoctorCheck } from "../../../client/source/generated.ts";
import {
  type Findings,
  loadFindings,
  localizeFinding,
} from "../../../console/source/words/findings.ts";
import { allChecks } from "../../../src/system/doctor/doctor.ts";
import { sentences } from "../../../src/system/doctor/sentences.ts";

const languages = ["ar", "de", "es", "fr", "zh"] as const;
/** Of sentences with as many letters beside their values no two languages have the same. */
const longLetters = 14;

const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted();
const lettersOf = (text: string): number => text.replaceAll(/\{\w+\}|[^\p{L}]/gu, "").length;
/** Commands, settings and file names, which are typed as they are in every language. */
const typed = (text: string): string[] =>
  [...text.matchAll(/gatehouse [a-z-]+(?: [a-z]+)?|\/[a-z.]+\/\S+|[a-z_]+\.[a-z_]+|[A-Z]\w+=\S+/g)]
    .map(([found]) => found.replaceAll(/[.,;)]+$/g, ""))
    .filter((found) => !found.startsWith("gatehouse for"));

const fill = (sentence: string, values: DoctorCheck["values"]): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
const fromLeft = { dir: "ltr", fill } as const;

const finding: DoctorCheck = {
  check: "disk_free",
  title: "free disk",
  subject: null,
  status: "warn",
  reason: "2 GB of 30 GB are free",
  reason_code: "disk_free.is",
  fix: "Free space, or lower the retention of recordings and pictures.",
  fix_code: "disk_free.fix",
  values: { free: "2 GB", total: "30 GB" },
};

describe("what the doctor finds, in the page's languages", () => {
  it("every check has a title", () => {
    const without = allChecks.filter(({ id }) => !Object.hasOwn(sentences, id));
    assert.deepEqual(without, []);
  });

  for (const language of languages) {
    it(`has every sentence in ${language}, with its values and what is typed`, async () => {
      const own = (await loadFindings(language)) as Findings;
      assert.deepEqual(Object.keys(own).toSorted(), Object.keys(sentences).toSorted());
      for (const [code, source] of Object.entries(sentences)) {
        const text = own[code as keyof Findings];
        // A value alone is a sentence of others; the page may say more about it.
        assert.deepEqual(namesIn(text), namesIn(source), code);
        for (const word of typed(source)) assert.ok(text.includes(word), `${code}: ${word}`);
        if (lettersOf(source) >= longLetters) assert.notEqual(text, source, code);
      }
    });
  }

  it("says a finding in the language, and one that it does not know in English", async () => {
    const german = await loadFindings("de");
    assert.deepEqual(localizeFinding(finding, german, fromLeft), {
      title: "freier Platz auf der Platte",
      reason: "2 GB von 30 GB sind frei",
      fix: "Platz schaffen oder Aufnahmen und Bilder kürzer aufbewahren.",
      isEnglish: false,
    });
    const newer = { ...finding, reason_code: "disk_free.of_tomorrow" };
    const { title, reason, fix } = finding;
    assert.deepEqual(localizeFinding(newer, german, fromLeft), {
      title,
      reason,
      fix,
      isEnglish: true,
    });
    assert.equal(await loadFindings("en"), undefined);
  });

  it("keeps names and sizes in their own direction within Arabic", async () => {
    const { reason } = localizeFinding(finding, await loadFindings("ar"), { dir: "rtl", fill });
    assert.ok(reason.includes("\u20682 GB\u2069"), reason);
  });
});
