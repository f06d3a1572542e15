import { signal } from "@preact/signals";
import type { Words } from "./en/index.ts";

/** The page's languages with their own names. */
export const languages = {
  en: { name: "English", dir: "ltr", load: async () => (await import("./en/index.ts")).en },
  fr: { name: "Français", dir: "ltr", load: async () => (await import("./fr/index.ts")).fr },
  de: { name: "Deutsch", dir: "ltr", load: async () => (await import("./de/index.ts")).de },
  es: { name: "Español", dir: "ltr", load: async () => (await import("./es/index.ts")).es },
  ar: { name: "العربية", dir: "rtl", load: async () => (await import("./ar/index.ts")).ar },
  zh: { name: "中文", dir: "ltr", load: async () => (await import("./zh/index.ts")).zh },
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
