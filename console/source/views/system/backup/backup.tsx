import { useEffect, useState } from "preact/hooks";
import type { Backups } from "../../../../../client/source/generated.ts";
import { type Act, useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { Badge, Empty, Loading, Notice, Problem } from "../../../parts/notice.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { Button, ConfirmButton } from "../../../parts/button.tsx";
import { bytes, dateTime, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { MakeBackup, ReceiveBackup } from "./make-backup.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";
import { Restarting, Work } from "./work.tsx";

/** How often running work is looked at, in milliseconds. */
const pollMs = 1000;

type Backup = Backups["backups"][number];

/** Backups of the box: make, check, download, receive and restore them. */
export function View() {
  const { backup: own, nav } = words.value;
  const { data, error, reload, put } = useLoad(
    async (signal) => (await box.system.getBackups({ signal })).data,
    [],
  );
  const act = useAct();
  const [chosen, setChosen] = useState<string>();
  const [restoring, setRestoring] = useState<string>();
  const isWorking = data?.work?.state === "running" || data?.work?.state === "restarting";
  useEffect(() => {
    if (!isWorking || restoring !== undefined) return;
    const timer = setTimeout(reload, pollMs);
    return () => clearTimeout(timer);
  }, [data, error, isWorking, reload, restoring]);
  const change = async (work: () => Promise<{ data: Backups }>): Promise<boolean> =>
    act.run(async () => put((await work()).data));
  return (
    <Page title={nav.backup}>
      <p class="hint">{own.hint}</p>
      <Problem error={act.error ?? (restoring === undefined ? error : undefined)} />
      {data === undefined && error === undefined && <Loading />}
      {restoring !== undefined && (
        <Restarting name={restoring} onFailed={() => setRestoring(undefined)} />
      )}
      {data && restoring === undefined && (
        <>
          <Restored of={data.restored} />
          <Work of={data.work} />
          <Section title={own.backups}>
            {data.backups.length === 0 && <Empty>{own.none}</Empty>}
            {data.backups.length > 0 && (
              <ul class="plain-list entries">
                {data.backups.map((each) => (
                  <Row
                    key={each.name}
                    backup={each}
                    isBusy={isWorking || act.isRunning}
                    change={change}
                    onRestore={() => setChosen(each.name)}
                  />
                ))}
              </ul>
            )}
          </Section>
          <MakeBackup
            room={data.room_bytes}
            isBusy={isWorking || act.isRunning}
            onMake={(body) => void change(() => box.system.createBackup(body))}
          />
          <ReceiveBackup
            isBusy={isWorking || act.isRunning}
            arrived={data.upload}
            onSent={reload}
          />
          <Former of={data.former} change={change} act={act} />
          {chosen !== undefined && (
            <RestoreDialog
              name={chosen}
              siteName={data.site_name}
              onClose={() => setChosen(undefined)}
              onBegun={() => {
                setChosen(undefined);
                setRestoring(chosen);
              }}
            />
          )}
        </>
      )}
    </Page>
  );
}

type Change = (work: () => Promise<{ data: Backups }>) => Promise<boolean>;

function Row(props: { backup: Backup; isBusy: boolean; change: Change; onRestore: () => void }) {
  const { backup, isBusy, change } = props;
  const { name, problem } = backup;
  const { backup: own } = words.value;
  const when = dateTime(backup.made_at);
  return (
    <li class="stack" data-backup={name}>
      <div class="row">
        <strong>{when}</strong>
        <span class="quiet-text">{bytes(backup.size_bytes)}</span>
        {backup.has_keys && <Badge tone="info">{own.withKeys}</Badge>}
        {problem !== null && <Badge tone="critical">{own.unusable}</Badge>}
      </div>
      {problem === null ? (
        <p>{["store", ...backup.classes].map((each) => own.classes[each as "store"]).join(", ")}</p>
      ) : (
        <p lang="en" dir="ltr">
          {problem}
        </p>
      )}
      <p class="hint">
        {backup.program !== null && `Gatehouse ${backup.program} · `}
        <code dir="ltr">{backup.folder}</code>
      </p>
      <div class="row">
        <Button
          isDisabled={isBusy || problem !== null}
          label={say(own.restoreNamed, { time: when })}
          onPress={props.onRestore}
        >
          {own.restore}
        </Button>
        <a
          class="button plain"
          href={`/api/v1/system/backups/${encodeURIComponent(name)}/file`}
          download={name}
          aria-label={say(own.downloadNamed, { time: when })}
        >
          {own.download}
        </a>
        <Button
          isDisabled={isBusy}
          label={say(own.verifyNamed, { time: when })}
          onPress={() => void change(() => box.system.verifyBackup({ name }))}
        >
          {own.verify}
        </Button>
        {backup.removable && (
          <ConfirmButton
            isDisabled={isBusy}
            label={say(own.removeNamed, { time: when })}
            onPress={() => void change(() => box.system.deleteBackup({ name }))}
          >
            {own.remove}
          </ConfirmButton>
        )}
      </div>
    </li>
  );
}

/** The last restore; it stays until the next. */
function Restored({ of }: { of: Backups["restored"] }) {
  const { backup: own } = words.value;
  if (of === null) return null;
  const { made_at: madeAt, at, keys } = of;
  return (
    <Notice tone="good">
      <p>{say(own.restored, { made: dateTime(madeAt), at: dateTime(at) })}</p>
      <p>{own.keys[keys]}</p>
    </Notice>
  );
}

/** What restores have set aside, until somebody removes it. */
function Former(props: { of: Backups["former"]; change: Change; act: Act }) {
  const { backup: own } = words.value;
  if (props.of.length === 0) return null;
  return (
    <Section title={own.former}>
      <p class="hint">{own.formerHint}</p>
      <ul class="plain-list stack">
        {props.of.map(({ name, at }) => (
          <li key={name} class="row">
            <span>{say(own.formerOf, { time: dateTime(at) })}</span>
            <ConfirmButton
              isDisabled={props.act.isRunning}
              label={say(own.removeFormer, { time: dateTime(at) })}
              onPress={() => void props.change(() => box.system.deleteFormer({ name }))}
            >
              {own.remove}
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
