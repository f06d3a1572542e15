import { useState } from "preact/hooks";
import { TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/words.ts";

/** Earlier years are half typed. */
const firstYear = 2000;

/** The time of the playhead; a time that is typed is gone to with Enter, or when the field is left. */
export function GoTo({ at, onGo }: { at: number; onGo: (at: number) => void }) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const go = (): void => {
    const typed = draft === undefined ? undefined : new Date(draft);
    setDraft(undefined);
    if (typed && typed.getFullYear() >= firstYear) onGo(typed.getTime() / 1000);
  };
  return (
    <form
      onSubmit={(event) => {
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
        onChange={setDraft}
      />
    </form>
  );
}

/** Unix seconds as the value of the field: `2026-11-23T14:00:00` of the reader's time zone. */
function localTime(at: number): string {
  const offsetSec = new Date(at * 1000).getTimezoneOffset() * 60;
  return new Date((at - offsetSec) * 1000).toISOString().slice(0, 19);
}
