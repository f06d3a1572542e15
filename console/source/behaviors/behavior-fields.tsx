import type { Behavior, Zone } from "../../../client/source/generated.ts";
import { ChoicesField } from "../parts/choices-field.tsx";
import { NumberField, SelectField, TextField } from "../parts/field.tsx";
import { ListField } from "../parts/list-field.tsx";
import { say } from "../words/say.ts";
import type { CameraEventKind } from "./behavior-words.ts";
import { words } from "../words/words.ts";
import { fitted, kinds, type Parameter, parametersOf } from "./kinds.ts";

/** What a form of a behavior needs. */
export interface BehaviorFieldsProps {
  value: Behavior;
  onChange: (value: Behavior) => void;
  /** The zones that it can be about, by name. */
  zones: Readonly<Record<string, Zone>>;
  /** Takes the name of a zone as text, where the zones are not known. */
  hasFreeZones?: boolean;
}

/** The fields that a behavior's kind understands, and the choice of the kind. */
export function BehaviorFields(props: BehaviorFieldsProps) {
  const { value, onChange } = props;
  const { behaviors: own, incidents } = words.value;
  const set = (change: Partial<Behavior>): void =>
    onChange(fitted({ ...value, ...change }, value.type));
  return (
    <>
      <SelectField
        label={own.kind}
        value={value.type}
        onChange={(type) => onChange(fitted({ ...value, type }, type))}
        options={Object.keys(kinds).map((type) => [type, nameOf(type)])}
      />
      <PlaceField {...props} set={set} />
      {parametersOf(value.type).map((name) => (
        <ParameterField key={name} name={name} value={value} set={set} />
      ))}
      <ListField
        label={own.classes}
        hint={own.classesHint}
        value={value.classes}
        onChange={(classes) => set({ classes })}
      />
      <SelectField
        label={incidents.severity}
        value={value.severity ?? ""}
        onChange={(severity) => set({ severity: severity === "" ? undefined : severity })}
        options={[
          ["", own.usual],
          ["info", incidents.severities.info],
          ["warning", incidents.severities.warning],
          ["critical", incidents.severities.critical],
        ]}
      />
      {kinds[value.type]?.place !== "none" && <SmallestFields value={value} set={set} />}
    </>
  );
}

/** The least score and height of objects that count. */
function SmallestFields(props: { value: Behavior; set: (change: Partial<Behavior>) => void }) {
  const { value, set } = props;
  const { behaviors: own, common } = words.value;
  return (
    <>
      <NumberField
        label={own.parameters.min_score}
        hint={common.optional}
        value={value.min_score}
        min={0}
        max={1}
        onChange={(score) => set({ min_score: score })}
      />
      <NumberField
        label={words.value.rules.minHeight}
        hint={words.value.rules.minHeightHint}
        value={value.min_height === undefined ? undefined : round(value.min_height * 100)}
        min={0}
        max={100}
        onChange={(height) =>
          set({ min_height: height === undefined ? undefined : round(height) / 100 })
        }
      />
    </>
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function nameOf(type: string): string {
  const types: Readonly<Record<string, string>> = words.value.behaviors.types;
  return types[type] ?? type;
}

function PlaceField(props: BehaviorFieldsProps & { set: (change: Partial<Behavior>) => void }) {
  const { value, zones, set, hasFreeZones } = props;
  const own = words.value.behaviors;
  const { place, required } = kinds[value.type] ?? kinds["intrusion"]!;
  if (place === "none") return null;
  const isLine = place === "line";
  const now = (isLine ? value.line : value.zone) ?? "";
  const put = (name: string): void => {
    const chosen = name === "" ? undefined : name;
    set(isLine ? { line: chosen } : { zone: chosen });
  };
  const label = isLine ? own.line : own.zone;
  if (hasFreeZones) return <TextField label={label} value={now} onChange={put} />;
  const names = Object.entries(zones)
    .filter(([, zone]) => (zone.line !== undefined) === isLine)
    .map(([name]) => [name, name] as const);
  const mustHave = required.includes("zone") || isLine;
  return (
    <SelectField
      label={label}
      hint={names.length === 0 && mustHave ? own.drawFirst : undefined}
      value={now}
      onChange={put}
      options={[["", mustHave ? own.choose : own.wholePicture], ...names]}
    />
  );
}

const bounds: Partial<Record<Parameter, { min: number; max?: number }>> = {
  seconds: { min: 0 },
  heading: { min: 0, max: 360 },
  min_count: { min: 1 },
  max_mps: { min: 0 },
  distance: { min: 0 },
  sensitivity: { min: 0, max: 1 },
};

function ParameterField(props: {
  name: Parameter;
  value: Behavior;
  set: (change: Partial<Behavior>) => void;
}) {
  const { name, value, set } = props;
  const { behaviors: own, common } = words.value;
  if (name === "direction") {
    return (
      <SelectField
        label={own.parameters.direction}
        value={value.direction ?? "any"}
        onChange={(direction) => set({ direction })}
        options={[
          ["any", own.directions.any],
          ["a_to_b", own.directions.a_to_b],
          ["b_to_a", own.directions.b_to_a],
        ]}
      />
    );
  }
  if (name === "other_classes") {
    return (
      <ListField
        label={own.parameters.other_classes}
        hint={own.classesHint}
        value={value.other_classes}
        onChange={(classes) => set({ other_classes: classes })}
      />
    );
  }
  if (name === "events") return <EventsField value={value.events} set={set} />;
  const { required = [], defaultSeconds = 0 } = kinds[value.type] ?? {};
  const hint =
    name === "seconds" && !required.includes("seconds")
      ? say(own.secondsDefault, { seconds: defaultSeconds })
      : required.includes(name)
        ? undefined
        : common.optional;
  return (
    <NumberField
      label={own.parameters[name]}
      hint={hint}
      value={value[name]}
      onChange={(amount) => set({ [name]: amount })}
      {...bounds[name]}
    />
  );
}

/** The kinds of the camera's own events that count; none chosen means all. */
function EventsField(props: {
  value: Behavior["events"];
  set: (change: Partial<Behavior>) => void;
}) {
  const own = words.value.behaviors;
  const all = Object.keys(own.cameraEvents) as CameraEventKind[];
  return (
    <ChoicesField
      legend={own.parameters.events}
      hint={own.eventsHint}
      value={props.value ?? []}
      onChange={(events) => props.set({ events: events.length === 0 ? undefined : events })}
      options={all.map((event) => [event, own.cameraEvents[event]])}
    />
  );
}
