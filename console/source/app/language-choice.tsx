import { type Language, language, languages, speak, words } from "../words/words.ts";

/** The choice of the page's language; each is written in itself. */
export function LanguageChoice({ onChosen }: { onChosen?: () => void }) {
  return (
    <select
      class="language"
      aria-label={words.value.shell.language}
      value={language.value}
      onChange={(event) => {
        void speak(event.currentTarget.value as Language);
        onChosen?.();
      }}
    >
      {Object.entries(languages).map(([code, { name }]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
