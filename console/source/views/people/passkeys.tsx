import type { Person } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { createPasskey, hasPasskeys } from "../../app/passkey.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { Empty, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { dateTime } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** The passkeys of the own account. */
export function Passkeys({ person, onDone }: { person: Person; onDone: () => void }) {
  const { people: own, common } = words.value;
  const { isRunning, error, run } = useAct();
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    if (await run(work)) onDone();
  };
  const add = async (): Promise<void> => {
    const { data } = await box.people.createPasskeyChallenge();
    const name = `${own.passkeys} ${person.passkeys.length + 1}`;
    await box.people.createPasskey({ name, response: await createPasskey(data) });
  };
  return (
    <Section
      title={own.passkeys}
      actions={
        hasPasskeys() && (
          <Button icon="plus" isBusy={isRunning} onPress={() => void act(add)}>
            {own.addPasskey}
          </Button>
        )
      }
    >
      <Problem error={error} />
      {person.passkeys.length === 0 && <Empty>{common.none}</Empty>}
      <ul class="plain-list">
        {person.passkeys.map(({ id, name, created_at: createdAt }) => (
          <li key={id} class="row">
            <span>{name}</span> <span class="hint">{dateTime(createdAt)}</span>
            <ConfirmButton
              isBusy={isRunning}
              onPress={() => void act(() => box.people.deletePasskey({ passkey_id: id }))}
            >
              {own.remove}
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
