import { useEffect, useRef } from "preact/hooks";
import type { RobotZone } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { Button } from "../../../parts/button.tsx";
import { NumberField, SelectField, TextField } from "../../../parts/field.tsx";
import { Problem } from "../../../parts/notice.tsx";
import { Section } from "../../../parts/page.tsx";
import { SaveButtons } from "../../../parts/save-buttons.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import {
  type Corner,
  fieldOf,
  leastCorners,
  mostCorners,
  namesake,
  requestOf,
  type ZoneDraft,
  type ZoneField,
} from "./zone-draft.ts";

/** A zone that is drawn, and what becomes of it. */
export interface ZoneFormProps {
  draft: ZoneDraft;
  /** The stored ones, of all robots. */
  zones: readonly RobotZone[];
  onChange: (draft: ZoneDraft) => void;
  /** It was stored, or given up. */
  onEnd: (isStored: boolean) => void;
}

/** The fields of a zone; its corners come from the map or are typed in metres. */
export function ZoneForm({ draft, zones, onChange, onEnd }: ZoneFormProps) {
  const { robots: own, common } = words.value;
  const { isRunning, error, run } = useAct();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The button that began this may be far below the map.
    form.current?.closest(".robots")?.scrollIntoView();
    form.current?.querySelector("input")?.focus({ preventScroll: true });
  }, []);
  const isTaken = namesake(draft, zones) !== undefined;
  const store = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await run(() => box.robots.createZone({ zones: [requestOf(draft)] }))) onEnd(true);
  };
  const at = (field: ZoneField) => <Problem error={fieldOf(error) === field ? error : undefined} />;
  const title = draft.id === undefined ? own.newZone : say(own.editZone, { name: draft.name });
  return (
    <Section title={title}>
      <form
        data-draft
        ref={form}
        class="stack"
        data-zone-form
        onSubmit={(event) => void store(event)}
      >
        <p class="hint">{own.cornerHint}</p>
        <TextField
          label={common.name}
          value={draft.name}
          onChange={(name) => onChange({ ...draft, name })}
          maxLength={100}
          required
          {...(isTaken ? { hint: own.nameTaken } : {})}
        />
        {at("name")}
        <TypeFields draft={draft} onChange={onChange} />
        {at("type")}
        {at("max_speed_mps")}
        <Corners draft={draft} onChange={onChange} />
        {at("polygon")}
        <Problem error={fieldOf(error) === undefined ? error : undefined} />
        <SaveButtons
          isBusy={isRunning}
          isDisabled={isTaken || draft.corners.length < leastCorners}
          onCancel={() => onEnd(false)}
        />
      </form>
    </Section>
  );
}

type FieldsProps = Pick<ZoneFormProps, "draft" | "onChange">;

function TypeFields({ draft, onChange }: FieldsProps) {
  const { robots: own } = words.value;
  const types = Object.entries(own.zoneTypes) as [RobotZone["type"], string][];
  return (
    <div class="row orders">
      <SelectField
        label={own.zoneType}
        value={draft.type}
        onChange={(type) => onChange({ ...draft, type })}
        options={types}
      />
      {draft.type === "speed_limit" && (
        <NumberField
          label={own.zoneSpeed}
          value={draft.maxSpeedMps}
          onChange={(maxSpeedMps) => onChange({ ...draft, maxSpeedMps })}
        />
      )}
    </div>
  );
}

function Corners({ draft, onChange }: FieldsProps) {
  const { robots: own } = words.value;
  const { corners, frame } = draft;
  const put = (next: readonly Corner[]): void => onChange({ ...draft, corners: next });
  const change = (at: number, corner: Corner): void => put(corners.with(at, corner));
  return (
    <fieldset class="stack">
      <legend>{say(own.corners, { frame })}</legend>
      {corners.map(([x, y], at) => {
        const number = at + 1;
        return (
          // A corner is known by its place among them alone.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} class="row orders">
            <NumberField
              label={say(own.cornerX, { number })}
              value={x}
              onChange={(next) => change(at, [next ?? 0, y])}
            />
            <NumberField
              label={say(own.cornerY, { number })}
              value={y}
              onChange={(next) => change(at, [x, next ?? 0])}
            />
            <Button
              tone="quiet"
              icon="trash"
              label={say(own.removeCorner, { number })}
              onPress={() => put(corners.toSpliced(at, 1))}
            />
          </div>
        );
      })}
      <div class="row">
        <Button
          icon="plus"
          isDisabled={corners.length >= mostCorners}
          onPress={() => put([...corners, corners.at(-1) ?? [0, 0]])}
        >
          {own.addCorner}
        </Button>
      </div>
    </fieldset>
  );
}
