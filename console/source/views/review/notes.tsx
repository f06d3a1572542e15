import { useEffect, useRef, useState } from "preact/hooks";
import type { Incident } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { authorName } from "../../app/author.ts";
import { Button } from "../../parts/button.tsx";
import { dateTime } from "../../words/say.ts";
import { words } from "../../words/words.ts";

const maxLength = 2000;

/** What people have written about an incident, and the field for more. */
export function Notes(props: {
  incident: Incident;
  isOpen: boolean;
  onClose: () => void;
  change: (work: () => Promise<{ data: Incident }>) => void;
}) {
  const { incident, isOpen, onClose, change } = props;
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const own = words.value.incidents;
  useEffect(() => {
    if (isOpen) field.current?.focus();
    else setText("");
  }, [isOpen]);
  const submit = (event: Event): void => {
    event.preventDefault();
    change(async () => {
      const answer = await box.surveillance.notesIncident({ incident_id: incident.id }, { text });
      onClose();
      return answer;
    });
  };
  return (
    <>
      {incident.notes?.length > 0 && (
        <ul class="notes" aria-label={own.notes}>
          {incident.notes.map((note) => (
            <li key={note.created_at}>
              <p>{note.text}</p>
              <p class="quiet-text">{`${dateTime(note.created_at)} · ${authorName(note.created_by)}`}</p>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <form data-draft class="stack" onSubmit={submit}>
          <div class="field">
            <label for="note">{own.note}</label>
            <textarea
              id="note"
              ref={field}
              rows={3}
              required
              maxLength={maxLength}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Escape") onClose();
              }}
            />
          </div>
          <div class="row">
            <Button tone="main">{words.value.common.save}</Button>
            <Button onPress={onClose}>{words.value.common.cancel}</Button>
          </div>
        </form>
      )}
    </>
  );
}
