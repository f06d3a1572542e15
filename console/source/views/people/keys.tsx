import { useState } from "preact/hooks";
import type { Key } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { usePages } from "../../api/pages.ts";
import { session } from "../../app/session.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { Badge, Problem, type Tone } from "../../parts/notice.tsx";
import { Paged, Table } from "../../parts/paged.tsx";
import { Section } from "../../parts/page.tsx";
import { SecretOnce } from "../../parts/secret.tsx";
import { dateTime, time } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { NewKey } from "./new-key.tsx";

/** The keys of programs. */
export function Keys() {
  const { keys: own, people, common } = words.value;
  const [isAdding, setAdding] = useState(false);
  const keys = usePages((after, signal) => box.keys.listKeys(after, { signal }), []);
  return (
    <Section
      title={people.keys}
      actions={
        <Button icon="plus" onPress={() => setAdding(true)}>
          {own.add}
        </Button>
      }
    >
      <Paged pages={keys} none={common.none}>
        {(items) => <KeyTable keys={items} onDone={keys.reload} />}
      </Paged>
      {isAdding && (
        <NewKey
          onClose={() => {
            setAdding(false);
            keys.reload();
          }}
        />
      )}
    </Section>
  );
}

const tones: Readonly<Record<Key["state"], Tone>> = {
  active: "good",
  expired: "warning",
  revoked: "neutral",
};

function KeyTable({ keys, onDone }: { keys: readonly Key[]; onDone: () => void }) {
  const { keys: own, people, common } = words.value;
  const { isRunning, error, run } = useAct();
  const [rolled, setRolled] = useState<string | undefined>(undefined);
  const end = async (key: Key): Promise<void> => {
    if (await run(() => box.keys.deleteKey({ key_id: key.id }))) onDone();
  };
  const roll = async (key: Key): Promise<void> => {
    const isDone = await run(async () => {
      setRolled((await box.keys.rollKey({ key_id: key.id }, {})).data.key);
    });
    if (isDone) onDone();
  };
  return (
    <>
      <Problem error={error} />
      {rolled !== undefined && (
        <SecretOnce text={`${own.secretOnce} ${own.rollHint}`} secret={rolled} />
      )}
      <Table
        label={people.keys}
        head={[common.name, own.preset, common.state, own.expires, own.lastUsed, common.actions]}
      >
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            of={key}
            isBusy={isRunning}
            onRoll={() => void roll(key)}
            onEnd={() => void end(key)}
          />
        ))}
      </Table>
    </>
  );
}

function KeyRow(props: { of: Key; isBusy: boolean; onRoll: () => void; onEnd: () => void }) {
  const { keys: own, common } = words.value;
  const { of: key } = props;
  const who = session.value;
  const ownId = typeof who === "object" ? who.key_id : undefined;
  return (
    <tr>
      <td>
        {key.name} {key.id === ownId && <Badge tone="info">{own.thisOne}</Badge>}
        <p class="hint">
          <code>{key.id}</code> {key.networks.join(", ")}
        </p>
      </td>
      <td>
        {key.preset === null ? (
          <span dir="ltr">{key.scopes.join(", ")}</span>
        ) : (
          <>
            <span dir="ltr">{key.preset}</span>
            <p class="hint">{own.presets[key.preset]}</p>
          </>
        )}
      </td>
      <td>
        <Badge tone={tones[key.state]}>{own.states[key.state]}</Badge>
      </td>
      <td>{key.expires_at === null ? common.never : dateTime(key.expires_at)}</td>
      <td>{key.last_used_at === null ? common.never : time(key.last_used_at)}</td>
      <td>
        {key.state === "active" && (
          <span class="row">
            <ConfirmButton isBusy={props.isBusy} onPress={props.onRoll}>
              {own.roll}
            </ConfirmButton>
            <ConfirmButton isBusy={props.isBusy} onPress={props.onEnd}>
              {own.revoke}
            </ConfirmButton>
          </span>
        )}
      </td>
    </tr>
  );
}
