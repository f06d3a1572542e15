import { useEffect, useState } from "preact/hooks";
import type { Upgrade } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { ConfirmButton } from "../../../parts/button.tsx";
import { CheckField } from "../../../parts/field.tsx";
import { Badge, Loading, Notice, Problem } from "../../../parts/notice.tsx";
import { Facts, Page, Section } from "../../../parts/page.tsx";
import { bytes, dateTime, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { UploadBundle } from "./upload-bundle.tsx";

const pollMs = 1000;

/** The releases of the box: receives a bundle, installs it, and returns to the release before. */
export function View() {
  const { upgrade: own, nav } = words.value;
  const { data, error, reload, put } = useLoad(
    async (signal) => (await box.system.getUpgrade({ signal })).data,
    [],
  );
  const act = useAct();
  const [begunWith, setBegunWith] = useState<string>();
  const isUnderWay = data !== undefined && isBusy(data);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(reload, pollMs);
    return () => clearTimeout(timer);
  }, [data, error, isUnderWay, reload]);
  useEffect(() => {
    // The other release brings another page.
    if (data && begunWith !== undefined && !isUnderWay && data.version !== begunWith) {
      location.reload();
    }
  }, [data, begunWith, isUnderWay]);
  const change = (work: () => Promise<{ data: Upgrade }>): Promise<boolean> =>
    act.run(async () => put((await work()).data));
  const begin = async (work: () => Promise<{ data: Upgrade }>): Promise<void> => {
    if (await change(work)) setBegunWith(data?.version);
  };
  return (
    <Page title={nav.upgrade}>
      <Problem error={act.error ?? (isUnderWay ? undefined : error)} />
      {!data && error === undefined && <Loading />}
      {data && (
        <>
          <Outcome of={data} />
          <Releases
            of={data}
            isBusy={isUnderWay || act.isRunning}
            onRollback={() => void begin(() => box.system.createRollback())}
          />
          {data.blocked !== null && <Notice tone="info">{own.blocked[data.blocked]}</Notice>}
          {data.offered && (
            <Offered
              of={data.offered}
              isBusy={isUnderWay || act.isRunning}
              onInstall={(body) => void begin(() => box.system.createInstall(body))}
              onDiscard={() => void change(() => box.system.deleteBundle())}
            />
          )}
          {data.blocked === null && !isUnderWay && <UploadBundle of={data} onSent={reload} />}
        </>
      )}
    </Page>
  );
}

/** True while the box checks a bundle or changes its release. */
function isBusy({ check, request, last }: Upgrade): boolean {
  const isAsked = request?.state === "waiting" || request?.state === "running";
  return check?.state === "running" || isAsked || last?.phase === "trial";
}

/** How the check, the request and the last upgrade went. */
function Outcome({ of }: { of: Upgrade }) {
  const { upgrade: own } = words.value;
  const { check, request, last } = of;
  return (
    <div role="status">
      {check?.state === "running" && <Notice>{own.checking}</Notice>}
      {check?.state === "failed" && (
        <Notice tone="critical">
          {own.refused}{" "}
          <span lang="en" dir="ltr">
            {check.problem}
          </span>
        </Notice>
      )}
      {request && request.state !== "done" && (
        <Notice
          tone={
            request.state === "refused" || request.state === "not_taken" ? "critical" : "warning"
          }
        >
          {own.requests[request.state]}{" "}
          <span lang="en" dir="ltr">
            {request.problem}
          </span>
        </Notice>
      )}
      {last && isBusy(of) === false && <LastUpgrade of={last} />}
    </div>
  );
}

function LastUpgrade({ of }: { of: NonNullable<Upgrade["last"]> }) {
  const { upgrade: own } = words.value;
  const { phase, from, to, at, reason } = of;
  const values = { from: from.version, to: to.version, time: dateTime(at) };
  if (phase === "confirmed") return <Notice tone="good">{say(own.confirmed, values)}</Notice>;
  if (phase !== "rolled_back") return null;
  return (
    <Notice tone="warning">
      {say(own.rolledBack, values)}{" "}
      <span lang="en" dir="ltr">
        {reason}
      </span>
    </Notice>
  );
}

function Releases(props: { of: Upgrade; isBusy: boolean; onRollback: () => void }) {
  const { upgrade: own } = words.value;
  const { version, current, other, can_roll_back: canRollBack, blocked } = props.of;
  const place = current === null ? "" : ` · ${say(own.slot, { slot: current.slot })}`;
  return (
    <Section title={own.releases}>
      <Facts
        entries={[
          [own.running, <span dir="ltr">{`Gatehouse ${version}${place}`}</span>],
          ...(other
            ? ([[own.other, <span dir="ltr">{`Gatehouse ${other.version}`}</span>]] as const)
            : []),
        ]}
      />
      {canRollBack && blocked === null && other && (
        <div class="stack">
          <p class="hint">{own.rollbackHint}</p>
          <div class="row">
            <ConfirmButton isDisabled={props.isBusy} onPress={props.onRollback}>
              {say(own.rollback, { version: other.version })}
            </ConfirmButton>
          </div>
        </div>
      )}
    </Section>
  );
}

function Offered(props: {
  of: NonNullable<Upgrade["offered"]>;
  isBusy: boolean;
  onInstall: (body: { version: string; allow_downgrade?: boolean }) => void;
  onDiscard: () => void;
}) {
  const { upgrade: own } = words.value;
  const { version, made_at: madeAt, size_bytes: size, order, changelog } = props.of;
  const [allows, setAllows] = useState(false);
  const isOlder = order === "older";
  return (
    <Section title={say(own.offered, { version })}>
      <div class="row">
        <Badge tone="good">{own.signed}</Badge>
        <Badge tone={order === "newer" ? "info" : "warning"}>{own.orders[order]}</Badge>
        <span class="quiet-text">
          {dateTime(madeAt)} · {bytes(size)}
        </span>
      </div>
      {changelog === null ? (
        <p class="hint">{own.noChangelog}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself
        <pre
          class="code small changelog"
          tabIndex={0}
          role="region"
          lang="en"
          dir="ltr"
          aria-label={own.changelog}
        >
          {changelog}
        </pre>
      )}
      <p>{own.announce}</p>
      {isOlder && <CheckField label={own.allowOlder} value={allows} onChange={setAllows} />}
      <div class="row">
        <ConfirmButton
          tone="main"
          isDisabled={props.isBusy || order === "same" || (isOlder && !allows)}
          onPress={() =>
            props.onInstall({ version, ...(isOlder ? { allow_downgrade: true } : {}) })
          }
        >
          {say(own.install, { version })}
        </ConfirmButton>
        <ConfirmButton isDisabled={props.isBusy} onPress={props.onDiscard}>
          {own.discard}
        </ConfirmButton>
      </div>
    </Section>
  );
}
