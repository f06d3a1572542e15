import { useState } from "preact/hooks";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { nameOf } from "../../cameras/camera-name.ts";
import { may, session } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Notice, Problem } from "../../parts/notice.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import { Devices } from "./devices.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";
import { PasswordField } from "../../parts/password-field.tsx";

/** The user's own account: role, password, passkeys, notifications and sessions. */
export function View() {
  const { people: own } = words.value;
  const who = session.value;
  const isKey = typeof who === "object" && who.person === null;
  return <Page title={own.account}>{isKey ? <Empty>{own.keyOnly}</Empty> : <Account />}</Page>;
}

function Account() {
  const { people: own, keys, common } = words.value;
  const me = useLoad((signal) => box.people.getMe({ signal }), []);
  const person = me.data?.data;
  return (
    <>
      <Problem error={me.error} onRetry={me.reload} />
      {person && (
        <>
          <Section title={person.name}>
            <Facts
              entries={[
                [keys.preset, keys.presets[person.role]],
                [own.cameras, person.cameras?.map(nameOf).join(", ") ?? own.allCameras],
                [own.password, person.has_password ? "••••••••" : common.none],
              ]}
            />
          </Section>
          <ChangePassword hasPassword={person.has_password} onDone={me.reload} />
          <Passkeys person={person} onDone={me.reload} />
          {may("surveillance:read") && <Devices />}
          <Sessions />
        </>
      )}
    </>
  );
}

function ChangePassword({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const own = words.value.people;
  const { isRunning, error, run } = useAct();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [isChanged, setChanged] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setChanged(false);
    const body = { ...(hasPassword ? { current_password: current } : {}), password: next };
    if (!(await run(() => box.people.setPassword(body)))) return;
    setCurrent("");
    setNext("");
    setChanged(true);
    onDone();
  };
  return (
    <Section title={own.change}>
      <form data-draft class="stack" onSubmit={(event) => void submit(event)}>
        {hasPassword && (
          <PasswordField label={own.currentPassword} value={current} onChange={setCurrent} />
        )}
        <PasswordField
          label={own.nextPassword}
          value={next}
          onChange={setNext}
          isNew
          hint={own.passwordHint}
        />
        <Problem error={error} />
        <p role="status">{isChanged && <Notice tone="good">{own.changed}</Notice>}</p>
        <div class="row">
          <Button tone="main" isBusy={isRunning}>
            {own.change}
          </Button>
        </div>
      </form>
    </Section>
  );
}
