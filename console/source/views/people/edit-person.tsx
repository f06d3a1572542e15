import { useState } from "preact/hooks";
import type { Person } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { words } from "../../words/words.ts";
import { type Permissions, RoleFields } from "./role-fields.tsx";

/** Changes an account's name, role and cameras. */
export function EditPerson(props: { person: Person; onClose: (isChanged: boolean) => void }) {
  const { person, onClose } = props;
  const { common } = words.value;
  const { isRunning, error, run } = useAct();
  const [name, setName] = useState(person.name);
  const [permissions, setPermissions] = useState<Permissions>(person);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { role, cameras } = permissions;
    const change = { name: name.trim(), role, cameras };
    const isDone = await run(() => box.people.updatePerson({ person_id: person.id }, change));
    if (isDone) onClose(true);
  };
  return (
    <Dialog title={person.name} onClose={() => onClose(false)}>
      <form data-draft class="stack" onSubmit={(event) => void submit(event)}>
        <TextField label={common.name} value={name} onChange={setName} maxLength={100} required />
        <RoleFields value={permissions} onChange={setPermissions} />
        <Problem error={error} />
        <div class="row">
          <Button tone="main" isBusy={isRunning}>
            {common.save}
          </Button>
          <Button onPress={() => onClose(false)}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
