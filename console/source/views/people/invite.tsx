import { useState } from "preact/hooks";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Problem } from "../../parts/notice.tsx";
import { words } from "../../words/words.ts";
import { Link } from "./link.tsx";
import { type Permissions, RoleFields } from "./role-fields.tsx";

/** Makes an invitation and shows its link this once. */
export function Invite({ onClose }: { onClose: () => void }) {
  const { people: own, common } = words.value;
  const { isRunning, error, run } = useAct();
  const [permissions, setPermissions] = useState<Permissions>({ role: "operator", cameras: null });
  const [url, setUrl] = useState<string | undefined>(undefined);
  const submit = (event: Event): void => {
    event.preventDefault();
    void run(async () => {
      setUrl((await box.people.createInvitation({ ...permissions })).data.url);
    });
  };
  if (url !== undefined) return <Link title={own.invite} url={url} onClose={onClose} />;
  return (
    <Dialog title={own.invite} onClose={onClose}>
      <form data-draft class="stack" onSubmit={submit}>
        <RoleFields value={permissions} onChange={setPermissions} />
        <p class="hint">{own.inviteHint}</p>
        <Problem error={error} />
        <div class="row">
          <Button tone="main" isBusy={isRunning}>
            {own.invite}
          </Button>
          <Button onPress={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
