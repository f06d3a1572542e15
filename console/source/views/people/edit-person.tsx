import { useState } from "preact/hooks";
import type { Person } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { words } from "../../words/words.ts";
import { type Permissions, RoleFields } from "./role-fields.tsx";

/** Changes an account's name, role and cameras. */
export function EditPerson(props: { person: Person; onClose: (isChanged: boolean) => void }) {
  const { person, onClose } = props;
  const { common } = words.value;
  const { isRunning, error, run } = useAct();
  const [name, setName] = useState(person.name);
  const [permissions, setPermissions] = useState<Permissions>(person);
  const submit = async (): Promise<void> => {
    const { role, cameras } = permissions;
    const change = { name: name.trim(), role, cameras };
    const isDone = await run(() => box.people.updatePerson({ person_id: person.id }, change));
    if (isDone) onClose(true);
  };
  return (
    <FormDialog
      title={person.name}
      onClose={() => onClose(false)}
      error={error}
      isBusy={isRunning}
      submitLabel={common.save}
      onSubmit={submit}
    >
      <TextField label={common.name} value={name} onChange={setName} maxLength={100} required />
      <RoleFields value={permissions} onChange={setPermissions} />
    </FormDialog>
  );
}
