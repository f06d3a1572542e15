import type { DoctorCheck } from "../../../client/source/generated.ts";
import type { OnlyNamesOf } from "../../../src/base/core/catalog.ts";
import type { SentenceCode } from "../../../src/system/doctor/sentences.ts";

/** A language's sentence for each code of the doctor; its English ones come with the answer. */
export type Findings = Readonly<Record<SentenceCode, string>>;

const translation = <Own extends Findings>({
  default: own,
}: {
  default: Own & OnlyNamesOf<Findings, Own>;
}): Findings => own;

/** Loaded by the doctor's view only: they are as long as all other words together. */
const loaders = {
  en: async () => undefined,
  fr: async () => translation(await import("./findings/fr.json", { with: { type: "json" } })),
  de: async () => translation(await import("./findings/de.json", { with: { type: "json" } })),
  es: async () => translation(await import("./findings/es.json", { with: { type: "json" } })),
  ar: async () => translation(await import("./findings/ar.json", { with: { type: "json" } })),
  zh: async () => translation(await import("./findings/zh.json", { with: { type: "json" } })),
} as const satisfies Record<string, () => Promise<Findings | undefined>>;

/** The doctor's sentences in a language; undefined for English. */
export function loadFindings(language: keyof typeof loaders): Promise<Findings | undefined> {
  return loaders[language]();
}

/** The texts of a finding in one language. */
export interface FindingTexts {
  title: string;
  reason: string;
  fix: string | null;
  /** True for the box's English texts: the language lacks a sentence for one of the codes. */
  isEnglish: boolean;
}

/** The direction of a language, and how it fills in values. */
interface Filling {
  dir: "ltr" | "rtl";
  fill(sentence: string, values: DoctorCheck["values"]): string;
}

/** A finding in a language. Values stay in their own direction within a text from right to left. */
export function localizeFinding(
  check: DoctorCheck,
  findings: Findings | undefined,
  { dir, fill }: Filling,
): FindingTexts {
  const { title, reason, fix, reason_code: reasonCode, fix_code: fixCode } = check;
  const known: Readonly<Record<string, string>> = findings ?? {};
  const own = {
    title: known[check.check],
    reason: known[reasonCode],
    fix: fixCode === null ? null : known[fixCode],
  };
  if (own.title === undefined || own.reason === undefined || own.fix === undefined) {
    return { title, reason, fix, isEnglish: true };
  }
  const values = dir === "rtl" ? isolated(check.values) : check.values;
  return {
    title: own.title,
    reason: fill(own.reason, values),
    fix: own.fix === null ? null : fill(own.fix, values),
    isEnglish: false,
  };
}

/** First strong isolate and its end (Unicode TR9). */
const isolate = { begin: "\u2068", end: "\u2069" } as const;

function isolated(values: DoctorCheck["values"]): DoctorCheck["values"] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? isolate.begin + value + isolate.end : value,
    ]),
  );
}
