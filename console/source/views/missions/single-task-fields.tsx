import type { MissionRequest } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import type { FieldProblems } from "../../api/field-problems.ts";
import { useLoad } from "../../api/load.ts";
import { pageMax } from "../../api/pages.ts";
import { SelectField, TextField } from "../../parts/field.tsx";
import { words } from "../../words/words.ts";

const types = ["go", "pick", "drop", "charge", "announce"] as const;

/** A mission of one step. */
export interface Single {
  type: (typeof types)[number];
  place: string;
  message: string;
}

const placeParam = "mission.steps[0].place";
const messageParam = "mission.steps[0].message";

/** The fields that a refusal can name. */
export const singleParams = [placeParam, messageParam];

/** The single task as a mission. */
export function missionOf({ type, place, message }: Single): MissionRequest {
  const name = words.value.missionEditor.types[type];
  if (type === "charge") return { name, steps: [{ type }] };
  if (type === "announce") return { name, steps: [{ type, message }] };
  return { name: `${name}: ${place}`.slice(0, 64), steps: [{ type, place }] };
}

/** The fields of a single task for any robot that can. */
export function SingleTaskFields(props: {
  value: Single;
  problems: FieldProblems;
  onChange: (value: Single) => void;
}) {
  const { value, problems, onChange } = props;
  const { missionEditor: own, rules, robots, maps } = words.value;
  const places = useLoad(
    async (signal) => (await box.robots.listPlaces({ limit: pageMax }, { signal })).data.data,
    [],
  );
  const names = (places.data ?? []).map(({ name }) => name).toSorted();
  const needsPlace = value.type !== "charge" && value.type !== "announce";
  return (
    <div class="fields">
      <SelectField
        label={rules.action}
        value={value.type}
        onChange={(type) => onChange({ ...value, type })}
        options={types.map((type) => [type, own.types[type]] as const)}
      />
      {needsPlace && (
        <SelectField
          label={maps.place}
          problem={problems.of(placeParam)}
          {...(names.length === 0 ? { hint: maps.noPlaces } : {})}
          value={value.place}
          onChange={(place) => onChange({ ...value, place })}
          options={["", ...names].map((name) => [name, name] as const)}
        />
      )}
      {value.type === "announce" && (
        <TextField
          label={robots.message}
          problem={problems.of(messageParam)}
          required
          value={value.message}
          onChange={(message) => onChange({ ...value, message })}
        />
      )}
    </div>
  );
}
