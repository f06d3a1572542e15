import { useRef, useState } from "preact/hooks";
import { TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/words.ts";

/** Earlier years are half typed. */
const firstYear = 2000;

/** The time of the playhead; a time that is typed is gone to with Enter, or when the field is left. */
export function GoTo({ at, onGo }: { at: number; onGo: (at: number) => void }) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  // Enter may follow before the next drawing.
  const newest = useRef<string | undefined>(undefined);
  const type = (text: string | undefined): void => {
    newest.current = text;
    setDraft(text);
  };
  const go = (): void => {
    const typed = newest.current === undefined ? undefined : new Date(newest.current);
    type(undefined);
    if (typed && typed.getFullYear() >= firstYear) onGo(typed.getTime() / 1000);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
      onKeyDown={(event) => {
        // In a field of times, Enter does not submit in every browser.
        if (event.key !== "Enter") return;
        event.preventDefault();
        go();
      }}
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) go();
      }}
    >
      <TextField
        label={words.value.timeline.goTo}
        type="datetime-local"
        step="1"
        value={draft ?? localTime(at)}
        onChange={type}
      />
    </form>
  );
}

/** Unix seconds as the value of the field: `2026-11-23T14:00:00` of the reader's time zone. */
function localTime(at: number): string {
  const offsetSec = new Date(at * 1000).getTimezoneOffset() * 60;
  return new Date((at - offsetSec) * 1000).toISOString().slice(0, 19);
}
