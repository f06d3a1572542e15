import type { Policy, RuleTrigger } from "../../../../../client/source/generated.ts";
import { robotName, site } from "../../../app/site.ts";
import { nameOf } from "../../../cameras/camera-name.ts";
import { useStreams } from "../../../cameras/streams.ts";
import { ChoicesField } from "../../../parts/choices-field.tsx";
import { NumberField, SelectField } from "../../../parts/field.tsx";
import { ListField } from "../../../parts/list-field.tsx";
import { words } from "../../../words/words.ts";
import { typeName } from "../../review/incident-words.tsx";
import { robotTriggers } from "../../../../../src/automation/rules/rule-terms.ts";

interface TriggerProps {
  value: RuleTrigger;
  onChange: (value: RuleTrigger) => void;
}

/** The condition of a rule: which incidents start it. */
export function RuleTriggerFields(props: TriggerProps & { policies: readonly Policy[] }) {
  const { value, onChange, policies } = props;
  const { rules: own, behaviors, incidents, cameraSettings } = words.value;
  const set = (change: Partial<RuleTrigger>): void => onChange({ ...value, ...change });
  const isOfRobots = robotTriggers.some((type) => type === value.type);
  return (
    <>
      <h3>{own.when}</h3>
      <div class="fields">
        <SelectField
          label={behaviors.kind}
          value={
            value.policy_id === undefined ? (value.type ?? "") : `${policyMark}${value.policy_id}`
          }
          onChange={(chosen) => {
            const isPolicy = chosen.startsWith(policyMark);
            set({
              type: isPolicy ? undefined : chosen,
              policy_id: isPolicy ? chosen.slice(policyMark.length) : undefined,
            });
          }}
          options={typeOptions(value, policies)}
        />
        <SelectField
          label={cameraSettings.minSeverity}
          value={value.min_severity ?? ""}
          onChange={(least) => set({ min_severity: least === "" ? undefined : least })}
          options={[
            ["", words.value.common.all],
            ["info", incidents.severities.info],
            ["warning", incidents.severities.warning],
            ["critical", incidents.severities.critical],
          ]}
        />
      </div>
      {isOfRobots ? (
        <ChoicesField
          legend={words.value.nav.robots}
          hint={own.noneMeansAll}
          value={value.robot_ids ?? []}
          onChange={(robots) => set({ robot_ids: robots })}
          options={(site.robots.value ?? []).map(({ robot_id: id }) => [id, robotName(id)])}
        />
      ) : (
        <CameraFields value={value} onChange={onChange} />
      )}
    </>
  );
}

/** Stands before the id of a policy among the types. */
const policyMark = "policy ";

function typeOptions({ type, policy_id: id }: RuleTrigger, policies: readonly Policy[]) {
  const { behaviors, rules: own } = words.value;
  const types = new Set([
    ...Object.keys(behaviors.types),
    ...robotTriggers,
    ...(type ? [type] : []),
  ]);
  const names = policies.map((each) => [each.id, each.name] as const);
  // A policy that is gone stays chosen: the box says so.
  const all =
    id === undefined || names.some(([known]) => known === id)
      ? names
      : [...names, [id, id] as const];
  return [
    ...[...types].map((each) => [each, typeName(each)] as const),
    ...all.map(([each, name]) => [`${policyMark}${each}`, `${own.ofRule}: ${name}`] as const),
  ];
}

/** What only incidents of cameras have. */
function CameraFields({ value, onChange }: TriggerProps) {
  const { rules: own, behaviors, nav, incidents } = words.value;
  const { streams = [] } = useStreams();
  const set = (change: Partial<RuleTrigger>): void => onChange({ ...value, ...change });
  const ids = new Set([...streams.map(({ stream_id: id }) => id), ...(value.stream_ids ?? [])]);
  return (
    <>
      <ChoicesField
        legend={nav.cameras}
        hint={own.noneMeansAll}
        value={value.stream_ids ?? []}
        onChange={(chosen) => set({ stream_ids: chosen })}
        options={[...ids].map((id) => [id, nameOf(id)])}
      />
      <div class="fields">
        <SelectField
          label={own.foundBy}
          value={value.source ?? ""}
          onChange={(source) => set({ source: source === "" ? undefined : source })}
          options={[
            ["", own.sources.any],
            ["box", own.sources.box],
            ["camera", own.sources.camera],
          ]}
        />
        <NumberField
          label={behaviors.parameters.min_score}
          hint={words.value.common.optional}
          min={0}
          max={1}
          value={value.min_confidence}
          onChange={(least) => set({ min_confidence: least })}
        />
        <ListField
          label={incidents.zone}
          hint={own.zonesHint}
          value={value.zones}
          onChange={(zones) => set({ zones })}
        />
        <ListField
          label={behaviors.classes}
          hint={behaviors.classesHint}
          value={value.classes}
          onChange={(classes) => set({ classes })}
        />
      </div>
    </>
  );
}
