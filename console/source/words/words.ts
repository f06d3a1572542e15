import { signal } from "@preact/signals";
import type { OnlyNamesOf, Translation } from "../../../src/base/core/catalog.ts";
import type en from "./en.json";

/** The page's sentences in one language, by area; English is the source. */
export type Words = Translation<typeof en>;

const translation = <Own extends Words>({
  default: own,
}: {
  default: Own & OnlyNamesOf<Words, Own>;
}): Words => own;

/** The page's languages with their own names. */
export const languages = {
  en: {
    name: "English",
    dir: "ltr",
    load: async () => translation(await import("./en.json", { with: { type: "json" } })),
  },
  fr: {
    name: "Français",
    dir: "ltr",
    load: async () => translation(await import("./fr.json", { with: { type: "json" } })),
  },
  de: {
    name: "Deutsch",
    dir: "ltr",
    load: async () => translation(await import("./de.json", { with: { type: "json" } })),
  },
  es: {
    name: "Español",
    dir: "ltr",
    load: async () => translation(await import("./es.json", { with: { type: "json" } })),
  },
  ar: {
    name: "العربية",
    dir: "rtl",
    load: async () => translation(await import("./ar.json", { with: { type: "json" } })),
  },
  zh: {
    name: "中文",
    dir: "ltr",
    load: async () => translation(await import("./zh.json", { with: { type: "json" } })),
  },
} as const satisfies Record<
  string,
  { name: string; dir: "ltr" | "rtl"; load: () => Promise<Words> }
>;

/** One of the page's languages. */
export type Language = keyof typeof languages;

const storageKey = "gatehouse.language";

/** The language that is shown. */
export const language = signal<Language>(preferred());
const loaded = signal<Words | undefined>(undefined);

/** What the page says, in the language that is shown; only after `loadWords`. */
export const words = {
  get value(): Words {
    return loaded.value!;
  },
};

/** Loads the words of the language at hand; to be awaited before anything is shown. */
export async function loadWords(): Promise<void> {
  loaded.value = await languages[language.value].load();
  const { documentElement } = document;
  documentElement.lang = language.value;
  documentElement.dir = languages[language.value].dir;
}

/** Changes the language, also for the next visit with this browser. */
export async function speak(chosen: Language): Promise<void> {
  localStorage.setItem(storageKey, chosen);
  language.value = chosen;
  await loadWords();
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}

function preferred(): Language {
  const chosen = localStorage.getItem(storageKey);
  const wished = [...(chosen === null ? [] : [chosen]), ...navigator.languages];
  return wished.map((tag) => tag.toLowerCase().split("-")[0]!).find(isLanguage) ?? "en";
}
