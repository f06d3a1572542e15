import { useState } from "preact/hooks";
import type { BackupDetail } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Loading, Notice, Problem } from "../../../parts/notice.tsx";
import { count, dateTime, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";

/** Says what a restore loses and asks for the site's name before it begins. */
export function RestoreDialog(props: {
  name: string;
  siteName: string;
  onClose: () => void;
  onBegun: () => void;
}) {
  const { name, siteName, onClose, onBegun } = props;
  const { backup: own, common } = words.value;
  const [typed, setTyped] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const { run, error: refused, isRunning } = useAct();
  const { data, error } = useLoad(
    async (signal) => (await box.system.getBackup({ name }, { signal })).data,
    [name],
  );
  const begin = async (): Promise<void> => {
    const body = { site_name: typed, ...(passphrase === "" ? {} : { passphrase }) };
    if (await run(() => box.system.restoreBackup({ name }, body))) onBegun();
  };
  const madeAt = data && dateTime(data.backup.made_at);
  return (
    <Dialog
      title={madeAt === undefined ? own.restore : say(own.restoreNamed, { time: madeAt })}
      onClose={onClose}
    >
      <Problem error={refused ?? error} />
      {!data && error === undefined && <Loading />}
      {data && (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void begin();
          }}
        >
          <Notice tone="warning">
            <Losses of={data} />
          </Notice>
          <p>{own.announce}</p>
          {data.backup.has_keys && (
            <TextField
              label={own.passphraseOf}
              type="password"
              autocomplete="off"
              value={passphrase}
              onChange={setPassphrase}
              hint={own.passphraseOfHint}
              dir="ltr"
            />
          )}
          <TextField
            label={say(own.typeName, { name: siteName })}
            value={typed}
            onChange={setTyped}
            dir="auto"
          />
          <div class="row">
            <Button tone="danger" isBusy={isRunning} isDisabled={typed.trim() !== siteName}>
              {own.begin}
            </Button>
            <Button onPress={onClose}>{common.cancel}</Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Losses({ of }: { of: BackupDetail }) {
  const { backup: own } = words.value;
  const { since, incidents, classes, keys } = of.loses;
  const missing = classes.map((each) => own.classes[each as keyof typeof own.classes]).join(", ");
  return (
    <ul class="stack">
      <li>{say(own.losesSince, { time: dateTime(since) })}</li>
      <li>{incidents === null ? own.losesManyIncidents : count(own.losesIncidents, incidents)}</li>
      {classes.length > 0 && <li>{say(own.losesClasses, { classes: missing })}</li>}
      <li>{keys ? own.keepsKeys : own.maybeKeys}</li>
    </ul>
  );
}
