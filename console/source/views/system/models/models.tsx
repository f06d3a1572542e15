import { useEffect } from "preact/hooks";
import type { Model, Models } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { may } from "../../../app/session.ts";
import { Button, ConfirmButton } from "../../../parts/button.tsx";
import { Badge, Loading, Notice, Problem, type Tone } from "../../../parts/notice.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { Table } from "../../../parts/paged.tsx";
import { bytes, number, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { AddModel } from "./add-model.tsx";
import { Learning } from "./learning.tsx";
import { nameOf } from "../../../cameras/camera-name.ts";

/** How often work that runs is looked at. */
const pollMs = 1000;

/** The detectors of the box and of its catalogue. */
export function View() {
  const { models: own, nav } = words.value;
  const { data, error, reload } = useLoad(
    async (signal) => (await box.surveillance.getModels({ signal })).data,
    [],
  );
  const { run, error: refused, isRunning } = useAct();
  const isWorking = data?.work?.state === "running";
  useEffect(() => {
    if (!isWorking) return;
    const timer = setTimeout(reload, pollMs);
    return () => clearTimeout(timer);
  }, [data, error, isWorking, reload]);
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    await run(work);
    reload();
  };
  const isBusy = isRunning || isWorking;
  return (
    <Page title={nav.models}>
      <p class="hint">{own.hint}</p>
      <Problem error={refused ?? error} onRetry={reload} />
      {data === undefined && error === undefined && <Loading />}
      {data && (
        <>
          <p>{say(own.inUse, { name: data.default })}</p>
          <Recommended of={data} isBusy={isBusy} act={act} />
          <div role="status">
            <Work of={data.work} />
          </div>
          <Section title={nav.models}>
            <Table
              label={nav.models}
              head={[own.model, own.state, own.usedBy, own.speed, own.cameras, own.actions]}
            >
              {data.models.map((model) => (
                <Row key={model.name} model={model} isBusy={isBusy} act={act} />
              ))}
            </Table>
          </Section>
          <Learning of={data.learnt} isBusy={isBusy} act={act} />
          {may("system:admin") && <AddModel isBusy={isBusy} onSent={reload} />}
        </>
      )}
    </Page>
  );
}

interface Acting {
  isBusy: boolean;
  act: (work: () => Promise<unknown>) => Promise<void>;
}

function Recommended({ of, isBusy, act }: { of: Models } & Acting) {
  const { models: own } = words.value;
  const best = of.models.find((model) => model.recommended && !model.default);
  if (!best || !may("system:admin")) return null;
  const { name, cameras, state } = best;
  return (
    <Notice tone="info">
      <p>{say(own.recommended, { name, cameras: cameras ?? 0 })}</p>
      {state === "available" ? (
        <Button
          isBusy={isBusy}
          onPress={() => void act(() => box.surveillance.pullModel({ name }))}
        >
          {say(own.pullNamed, { name })}
        </Button>
      ) : (
        <Button
          isBusy={isBusy}
          onPress={() => void act(() => box.surveillance.setDefaultModel({ name }))}
        >
          {say(own.useNamed, { name })}
        </Button>
      )}
    </Notice>
  );
}

function Work({ of }: { of: Models["work"] }) {
  const { models: own } = words.value;
  if (of === null) return null;
  const { kind, name, state, bytes: arrived, total, error } = of;
  const text = say(own.works[kind], { name });
  if (state === "failed")
    return <Notice tone="critical">{`${text}: ${error?.message ?? ""}`}</Notice>;
  if (state === "done") return <Notice tone="good">{`${text}: ${own.done}`}</Notice>;
  return (
    <div class="stack">
      <p>
        {text} {kind === "pull" && bytes(arrived)}
      </p>
      <progress
        class="doctor-progress"
        aria-label={text}
        {...(total === null ? {} : { max: total, value: arrived })}
      />
    </div>
  );
}

const tones: Partial<Record<Model["state"], Tone>> = {
  verified: "good",
  corrupt: "critical",
  quarantined: "critical",
  missing: "critical",
};

function Row({ model, isBusy, act }: { model: Model } & Acting) {
  const { models: own } = words.value;
  const { name, description, state, streams, ms, cameras, licence, engine } = model;
  return (
    <tr data-model={name} data-state={state}>
      <td>
        <strong dir="ltr">{name}</strong>{" "}
        {model.default && <Badge tone="info">{own.standard}</Badge>}
        <p class="hint" dir="ltr" lang="en">
          {[description, licence].filter(Boolean).join(" · ")}
        </p>
      </td>
      <td>
        <Badge tone={tones[state] ?? "neutral"}>{own.states[state]}</Badge>
        {engine && (
          <p class="hint">{say(own.engines[engine.state], { reason: engine.reason ?? "" })}</p>
        )}
      </td>
      <td dir="ltr">{streams.map(nameOf).join(", ")}</td>
      <td>
        {ms === null
          ? own.unmeasured
          : say(model.estimated ? own.about : own.ms, { ms: number(ms) })}
      </td>
      <td>{cameras === null ? "" : number(cameras)}</td>
      <td>{may("system:admin") && <Actions model={model} isBusy={isBusy} act={act} />}</td>
    </tr>
  );
}

function Actions({ model, isBusy, act }: { model: Model } & Acting) {
  const { models: own } = words.value;
  const { name, state, shipped, streams } = model;
  const { surveillance } = box;
  if (state === "available") {
    return (
      <Button
        isDisabled={isBusy}
        label={say(own.pullNamed, { name })}
        onPress={() => void act(() => surveillance.pullModel({ name }))}
      >
        {own.pull}
      </Button>
    );
  }
  return (
    <div class="page-actions">
      <Button
        isDisabled={isBusy}
        label={say(own.benchNamed, { name })}
        onPress={() => void act(() => surveillance.benchModel({ name }))}
      >
        {own.bench}
      </Button>
      {!model.default && (
        <Button
          isDisabled={isBusy}
          label={say(own.useNamed, { name })}
          onPress={() => void act(() => surveillance.setDefaultModel({ name }))}
        >
          {own.use}
        </Button>
      )}
      {!shipped && !model.default && streams.length === 0 && (
        <ConfirmButton
          isDisabled={isBusy}
          label={say(own.removeNamed, { name })}
          onPress={() => void act(() => surveillance.deleteModel({ name }))}
        >
          {own.remove}
        </ConfirmButton>
      )}
    </div>
  );
}
