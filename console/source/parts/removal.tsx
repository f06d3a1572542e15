import { useState } from "preact/hooks";
import { useAct } from "../api/act.ts";
import { say } from "../words/say.ts";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Problem } from "./notice.tsx";

/** A button that removes something after it has said what goes with it and what stays. */
export function Removal(props: {
  name: string;
  goes: readonly string[];
  stays: readonly string[];
  remove: () => Promise<unknown>;
  onDone: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { run, error, isRunning } = useAct();
  const { removeCamera: own, removal, common } = words.value;
  const { name, goes, stays, remove, onDone } = props;
  return (
    <>
      <Button icon="trash" onPress={() => setOpen(true)}>
        {removal.open}
      </Button>
      {isOpen && (
        <Dialog title={say(own.title, { name })} onClose={() => setOpen(false)}>
          <div class="stack">
            <p>{own.goes}</p>
            <List of={goes} />
            {stays.length > 0 && <p>{own.stays}</p>}
            <List of={stays} />
            <Problem error={error} />
            <div class="row">
              <Button
                tone="danger"
                icon="trash"
                isBusy={isRunning}
                onPress={() => void run(remove).then((isDone) => isDone && onDone())}
              >
                {removal.confirm}
              </Button>
              <Button onPress={() => setOpen(false)}>{common.cancel}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

function List({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <ul>
      {of.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}
