import { useState } from "preact/hooks";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { words } from "../../words/words.ts";
import { Link } from "./link.tsx";
import { type Permissions, RoleFields } from "./role-fields.tsx";

/** Makes an invitation and shows its link this once. */
export function Invite({ onClose }: { onClose: () => void }) {
  const { people: own } = words.value;
  const { isRunning, error, run } = useAct();
  const [permissions, setPermissions] = useState<Permissions>({ role: "operator", cameras: null });
  const [url, setUrl] = useState<string | undefined>(undefined);
  const submit = (): void => {
    void run(async () => {
      setUrl((await box.people.createInvitation({ ...permissions })).data.url);
    });
  };
  if (url !== undefined) return <Link title={own.invite} url={url} onClose={onClose} />;
  return (
    <FormDialog
      title={own.invite}
      onClose={onClose}
      error={error}
      isBusy={isRunning}
      submitLabel={own.invite}
      onSubmit={submit}
    >
      <RoleFields value={permissions} onChange={setPermissions} />
      <p class="hint">{own.inviteHint}</p>
    </FormDialog>
  );
}
