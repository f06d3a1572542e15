import type { RobotPosition } from "../../../../../client/source/generated.ts";
import { missionStepTypes } from "../../../../../src/robots/missions/mission-terms.ts";
import { NumberField, SelectField, TextAreaField, TextField } from "../../../parts/field.tsx";
import { ListField } from "../../../parts/list-field.tsx";
import { duration } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { type DraftStep, type StepChange, type StepType, withAnswers } from "./draft.ts";
import { siteNames } from "./site-names.ts";

/** The kinds of steps in the order in which they are offered. */
export const stepTypes = missionStepTypes;

interface FieldsProps {
  step: DraftStep;
  /** `field` names what changes. */
  onChange: (step: DraftStep, field: string) => void;
}

/** A field as its label names it. */
export function fieldName(field: string): string {
  const names: Readonly<Record<string, string>> = words.value.missionEditor.fields;
  return names[field] ?? field;
}

/** The fields of a step of any kind. */
export function StepFields({ step, onChange }: FieldsProps) {
  return (
    <div class="fields">
      {shownFields[step.type].map((field) => (
        <StepField key={field} field={field} step={step} onChange={onChange} />
      ))}
    </div>
  );
}

const shownFields: Record<StepType, readonly string[]> = {
  go: ["place"],
  wait: ["duration"],
  look: ["look_for", "seconds"],
  ask: ["question", "answers", "seconds"],
  announce: ["message"],
  pick: ["place", "load", "device", "parameters"],
  drop: ["place", "load", "device", "parameters"],
  door: ["door", "seconds"],
  charge: ["until_percent"],
  webhook: ["webhook_id", "seconds", "data"],
  operation: ["operation", "seconds", "input"],
};

function StepField({ field, ...props }: FieldsProps & { field: string }) {
  const { step, onChange } = props;
  const set = (change: StepChange): void => onChange({ ...step, ...change }, field);
  switch (field) {
    case "place":
      return <PlaceFields {...props} />;
    case "load":
      return <LoadFields {...props} />;
    case "door":
      return <DoorFields {...props} />;
    case "webhook_id":
      return <WebhookField {...props} />;
    case "duration":
    case "seconds":
      return (
        <NumberField
          label={fieldName(field)}
          min={0}
          max={step.type === "webhook" ? 60 : 86_400}
          hint={step.seconds === undefined ? words.value.common.optional : duration(step.seconds)}
          value={step.seconds}
          onChange={(seconds) => set({ seconds })}
        />
      );
    case "until_percent":
      return (
        <NumberField
          label={fieldName(field)}
          min={1}
          max={100}
          value={step.until_percent}
          onChange={(percent) => set({ until_percent: percent })}
        />
      );
    case "answers":
      return (
        <ListField
          label={fieldName(field)}
          hint={words.value.missionEditor.answersHint}
          value={step.answers}
          onChange={(answers = []) => onChange(withAnswers(step, answers.map(wordOf)), field)}
        />
      );
    case "data":
    case "input":
    case "parameters":
      return (
        <JsonField
          label={fieldName(field)}
          value={step[field]}
          onChange={(value) => set({ [field]: value })}
        />
      );
    default:
      return (
        <TextField
          label={fieldName(field)}
          maxLength={500}
          dir={field === "operation" ? "ltr" : "auto"}
          value={step[field as "message"] ?? ""}
          onChange={(value) => set({ [field]: value })}
        />
      );
  }
}

/** An answer as the box knows it. */
function wordOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, "_");
}

/** A JSON object as text; the draft keeps the text until it is stored. */
function JsonField(props: {
  label: string;
  value: unknown;
  onChange: (text: string | undefined) => void;
}) {
  const { label, value, onChange } = props;
  const text = typeof value === "string" ? value : value ? JSON.stringify(value, null, 1) : "";
  return (
    <TextAreaField
      label={label}
      hint={words.value.common.optional}
      value={text}
      onChange={(next) => onChange(next.trim() === "" ? undefined : next)}
    />
  );
}

/** A stored place, or a position on the map; and the speed of the way there. */
function PlaceFields({ step, onChange }: FieldsProps) {
  const { maps, behaviors, robots, common } = words.value;
  const { places } = siteNames.value;
  const { place, target } = step;
  const names = [...new Set([...(place ? [place] : []), ...places.map(({ name }) => name)])];
  const put = (next: { place?: string | undefined; target?: RobotPosition | undefined }): void =>
    onChange({ ...step, place: undefined, target: undefined, ...next }, "place");
  const { frame = "map", x, y } = target ?? {};
  const none = step.type === "go" ? behaviors.choose : common.none;
  return (
    <>
      <SelectField
        label={maps.place}
        value={target ? position : (place ?? "")}
        onChange={(name) =>
          put(
            name === position
              ? { target: { frame: places[0]?.frame ?? "map", x: 0, y: 0 } }
              : { place: name },
          )
        }
        options={[
          ["", none],
          ...names.map((name) => [name, name] as const),
          [position, maps.anyPosition],
        ]}
      />
      {target && (
        <>
          <TextField
            label={robots.mapFrame}
            dir="ltr"
            value={frame}
            onChange={(next) => put({ target: { ...target, frame: next } })}
          />
          <NumberField
            label="x (m)"
            value={x}
            onChange={(next = 0) => put({ target: { ...target, x: next } })}
          />
          <NumberField
            label="y (m)"
            value={y}
            onChange={(next = 0) => put({ target: { ...target, y: next } })}
          />
        </>
      )}
      <NumberField
        label={maps.speed}
        hint={common.optional}
        min={0}
        max={20}
        value={step.max_speed_mps}
        onChange={(speed) => onChange({ ...step, max_speed_mps: speed }, "speed")}
      />
    </>
  );
}

/** Stands for a position among the names of places, which have no blanks at their ends. */
const position = " ";

function LoadFields({ step, onChange }: FieldsProps) {
  const own = words.value.missionEditor.fields;
  const { load, station } = step;
  const text = (
    label: string,
    value: string | undefined,
    put: (text: string | undefined) => StepChange,
  ) => (
    <TextField
      label={label}
      hint={words.value.common.optional}
      value={value ?? ""}
      onChange={(next) => onChange({ ...step, ...put(next === "" ? undefined : next) }, label)}
    />
  );
  return (
    <>
      {text(own.load, load?.id, (id) => ({ load: tidy({ ...load, id }) }))}
      {text(own.loadType, load?.type, (type) => ({ load: tidy({ ...load, type }) }))}
      {text(own.station, station?.name, (name) => ({ station: tidy({ ...station, name }) }))}
    </>
  );
}

/** The object without empty fields; undefined when it has no others. */
function tidy<T extends object>(value: T): T | undefined {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T);
}

function DoorFields({ step, onChange }: FieldsProps) {
  const { maps, behaviors } = words.value;
  const { doors } = siteNames.value;
  const door = doors.find(({ id }) => id === step.door);
  const levels = door?.levels ?? [];
  return (
    <>
      <SelectField
        label={fieldName("door")}
        value={step.door ?? ""}
        onChange={(id) => onChange({ ...step, door: id, level: undefined }, "door")}
        options={[
          ["", behaviors.choose],
          ...(step.door && !door ? ([[step.door, step.door]] as const) : []),
          ...doors.map(({ id, name }) => [id, name] as const),
        ]}
      />
      {(levels.length > 0 || step.level !== undefined) && (
        <SelectField
          label={maps.level}
          value={step.level ?? ""}
          onChange={(level) => onChange({ ...step, level }, "level")}
          options={["", ...levels].map((level) => [level, level || behaviors.choose] as const)}
        />
      )}
    </>
  );
}

function WebhookField({ step, onChange }: FieldsProps) {
  const { webhooks } = siteNames.value;
  const { webhook_id: id = "" } = step;
  const isKnown = id === "" || webhooks.some((each) => each.id === id);
  return (
    <SelectField
      label={fieldName("webhook_id")}
      value={id}
      onChange={(next) => onChange({ ...step, webhook_id: next }, "webhook")}
      options={[
        ["", words.value.behaviors.choose],
        ...(isKnown ? [] : ([[id, id]] as const)),
        ...webhooks.map((each) => [each.id, each.description ?? each.endpoint_url] as const),
      ]}
    />
  );
}
