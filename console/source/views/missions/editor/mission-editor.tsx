import "./mission-editor.css";
import { useState } from "preact/hooks";
import type { RobotMission } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { may, type Scope } from "../../../app/session.ts";
import { useUnsaved } from "../../../app/unsaved.ts";
import { TextField } from "../../../parts/field.tsx";
import { Loading, Notice, Problem } from "../../../parts/notice.tsx";
import { Section } from "../../../parts/page.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { useEdits } from "../../../parts/editing/use-edits.ts";
import { type HeardRobot, useFleet } from "../../robots/fleet.ts";
import { useSiteMaps } from "../../robots/site-maps.ts";
import { StopBar } from "../../robots/stop-bar.tsx";
import { CheckMission } from "./check-mission.tsx";
import { type Draft, type DraftStep, draftOf, newDraft } from "./draft.ts";
import type { FlowProps } from "./flow-props.ts";
import { Flow } from "./flow.tsx";
import { PlaceMap } from "./place-map.tsx";
import { MissionSettings } from "./settings.tsx";
import { useSiteNames } from "./site-names.ts";
import { Toolbar } from "./toolbar.tsx";
import { Trial } from "./trial.tsx";
import { type Checks, useChecks } from "./use-checks.ts";

/** Makes a mission, or changes the one with this id; `onDone` follows when it is stored or given up. */
export function MissionEditor({ missionId, onDone }: { missionId?: string; onDone: () => void }) {
  const { data, error, reload } = useLoad(
    async (signal) =>
      missionId === undefined
        ? null
        : (await box.robots.getMission({ mission_id: missionId }, { signal })).data,
    [missionId],
  );
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  return data === undefined ? <Loading /> : <Editor mission={data} onDone={onDone} />;
}

/** The permission that storing the mission needs and the reader lacks. */
function lackedScope(mission: RobotMission | null): Scope | undefined {
  if (!may("robots:write")) return "robots:write";
  // A mission with a schedule moves robots by itself.
  return mission?.starts && !may("robots:command") ? "robots:command" : undefined;
}

function Editor({ mission, onDone }: { mission: RobotMission | null; onDone: () => void }) {
  const [open, setOpen] = useState<string | undefined>(undefined);
  const [adding, setAdding] = useState<number | undefined>(undefined);
  const [current, setCurrent] = useState<string | undefined>(undefined);
  const edits = useEdits<Draft>(
    () => (mission ? draftOf(mission) : newDraft()),
    () => {
      if (adding !== undefined) setAdding(undefined);
      else if (open !== undefined) setOpen(undefined);
      else onDone();
    },
  );
  const draft = edits.value;
  const { steps } = draft;
  const saved = useUnsaved(edits.isChanged);
  const lacked = lackedScope(mission);
  const checks = useChecks(draft, setOpen);
  const fleet = useFleet();
  const site = useSiteMaps();
  useSiteNames(site);
  const { missionEditor: own, common } = words.value;
  const isReadOnly = lacked !== undefined;
  const set = (change: Partial<Draft>): void =>
    edits.change((before) => ({ ...before, ...change }), Object.keys(change).join(" "));
  const changeSteps: FlowProps["onChange"] = (next, about) =>
    edits.change((before) => ({ ...before, steps: next(before.steps) }), about);
  const put = (step: DraftStep): void =>
    changeSteps((before) => before.map((each) => (each.id === step.id ? step : each)), step.id);
  return (
    <div class="mission-editor">
      {lacked === undefined ? (
        <Toolbar
          edits={edits}
          mission={mission}
          checks={checks}
          onSaved={() => (saved(), onDone())}
          onCancel={onDone}
        />
      ) : (
        <Notice tone="warning">
          {own.readOnly} {say(common.mayNot, { scope: lacked })}
        </Notice>
      )}
      <div class="mission-board">
        <div class="stack">
          {!isReadOnly && (
            <TextField
              label={common.name}
              required
              maxLength={64}
              problem={checks.isShown && draft.name.trim() === "" ? own.nameMissing : undefined}
              value={draft.name}
              onChange={(name) => set({ name })}
            />
          )}
          {steps.length === 0 && <p class="hint">{own.noSteps}</p>}
          <Flow
            steps={steps}
            faults={checks.faults}
            open={open}
            onOpen={setOpen}
            adding={adding}
            onAdding={setAdding}
            current={current}
            onChange={isReadOnly ? null : changeSteps}
          />
        </div>
        <div class="stack">
          <Section title={words.value.maps.title}>
            <PlaceMap
              steps={steps}
              open={open}
              site={site}
              robots={fleet.robots ?? []}
              onChange={isReadOnly ? null : put}
            />
          </Section>
          <CheckAndTry
            draft={draft}
            robots={fleet.robots ?? []}
            checks={checks}
            onCurrent={setCurrent}
          />
          {!isReadOnly && (
            <Section title={own.settings}>
              <MissionSettings draft={draft} onChange={set} />
            </Section>
          )}
        </div>
      </div>
      {current !== undefined && <StopBar robots={fleet.robots ?? []} />}
    </div>
  );
}

/** The check by the box and the trial, where the reader may command robots. */
function CheckAndTry(props: {
  draft: Draft;
  robots: readonly HeardRobot[];
  checks: Checks;
  onCurrent: (id: string | undefined) => void;
}) {
  const { draft, robots, checks, onCurrent } = props;
  const shared = { draft, isReady: checks.isReady, onRefused: checks.refuse };
  if (!may("robots:command") || !may("jobs:read")) return null;
  return (
    <Section title={words.value.missionEditor.trial}>
      <CheckMission {...shared} />
      <Problem error={checks.rest} />
      <Trial {...shared} robots={robots} onCurrent={onCurrent} />
    </Section>
  );
}
