import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import type { Person } from "../../../../client/source/generated.ts";
import { CheckField, SelectField } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { words } from "../../words/words.ts";
import { nameOf } from "../../cameras/camera-name.ts";

/** A role and the cameras that it is for. */
export type Permissions = Pick<Person, "role" | "cameras">;

const roles = ["viewer", "operator", "technician", "admin"] as const;
/** The most that one answer of the box lists. */
const limit = 100;

/** Chooses a role, and all cameras or some. */
export function RoleFields(props: { value: Permissions; onChange: (value: Permissions) => void }) {
  const { people: own, keys } = words.value;
  const { value, onChange } = props;
  const { role, cameras } = value;
  return (
    <>
      <SelectField
        label={keys.preset}
        value={role}
        onChange={(next) => onChange({ role: next, cameras })}
        options={roles.map((each) => [each, keys.presets[each]] as const)}
      />
      <SelectField
        label={own.cameras}
        value={cameras === null ? "all" : "some"}
        onChange={(next) => onChange({ role, cameras: next === "all" ? null : [] })}
        options={[
          ["all", own.allCameras],
          ["some", own.onlyThese],
        ]}
      />
      {cameras !== null && (
        <CameraChoice chosen={cameras} onChange={(next) => onChange({ role, cameras: next })} />
      )}
    </>
  );
}

/** Chooses some of the cameras that the user may see. */
export function CameraChoice(props: {
  chosen: readonly string[];
  onChange: (cameras: string[]) => void;
}) {
  const { chosen, onChange } = props;
  const streams = useLoad((signal) => box.surveillance.listStreams({ limit }, { signal }), []);
  const ids = (streams.data?.data.data ?? []).map((stream) => stream.stream_id);
  // Cameras that are gone stay chosen until somebody takes them out.
  const all = [...new Set([...ids, ...chosen])].toSorted();
  return (
    <fieldset>
      <legend>{words.value.people.cameras}</legend>
      <Problem error={streams.error} onRetry={streams.reload} />
      <div class="fields">
        {all.map((id) => (
          <CheckField
            key={id}
            label={nameOf(id)}
            value={chosen.includes(id)}
            onChange={(isOn) =>
              onChange(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
