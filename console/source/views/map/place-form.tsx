import type { RobotDoor, RobotPlace } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { NumberField, SelectField, TextField } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { SaveButtons } from "../../parts/save-buttons.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** A place while it is edited: a new one, or a stored one that is changed. */
export interface PlaceDraft {
  id?: string;
  name: string;
  kind: RobotPlace["kind"];
  frame: string;
  level: string | null;
  at: readonly [number, number] | undefined;
  yaw: number | null;
  /** Id of the door or lift whose ground it is; null for none. */
  door: string | null;
}

const degree = Math.PI / 180;

/** The fields of a place; its position comes from the map or is typed in metres. */
export function PlaceForm(props: {
  draft: PlaceDraft;
  doors: readonly RobotDoor[];
  onChange: (draft: PlaceDraft) => void;
  onEnd: (isStored: boolean) => void;
}) {
  const { draft, doors, onChange, onEnd } = props;
  const { maps: own, robots, common } = words.value;
  const { isRunning, error, run } = useAct();
  const { at, yaw } = draft;
  const put = (change: Partial<PlaceDraft>): void => onChange({ ...draft, ...change });
  const store = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!at) return;
    const { at: _at, ...rest } = draft;
    const place = { ...rest, name: rest.name.trim(), x: at[0], y: at[1] };
    if (await run(() => box.robots.createPlace({ places: [place] }))) onEnd(true);
  };
  const title = draft.id === undefined ? own.newPlace : say(robots.editZone, { name: draft.name });
  return (
    <Section title={title}>
      <form data-draft data-place-form class="stack" onSubmit={(event) => void store(event)}>
        <p class="hint">{own.placeHint}</p>
        <TextField
          label={common.name}
          value={draft.name}
          onChange={(name) => put({ name })}
          maxLength={100}
          required
        />
        <div class="fields">
          <SelectField
            label={own.kind}
            value={draft.kind}
            onChange={(kind) => put({ kind })}
            options={Object.entries(own.kinds) as [RobotPlace["kind"], string][]}
          />
          <TextField
            label={own.level}
            hint={common.optional}
            value={draft.level ?? ""}
            maxLength={64}
            onChange={(level) => put({ level: level === "" ? null : level })}
          />
          {doors.length > 0 && (
            <SelectField
              label={own.doors.door}
              value={draft.door ?? ""}
              onChange={(door) => put({ door: door === "" ? null : door })}
              options={[["", own.doors.none], ...doors.map(({ id, name }) => [id, name] as const)]}
            />
          )}
        </div>
        <div class="row orders">
          <NumberField
            label={`x (m, ${draft.frame})`}
            value={at?.[0]}
            onChange={(x) => put({ at: [x ?? 0, at?.[1] ?? 0] })}
          />
          <NumberField
            label={`y (m, ${draft.frame})`}
            value={at?.[1]}
            onChange={(y) => put({ at: [at?.[0] ?? 0, y ?? 0] })}
          />
          <NumberField
            label={own.heading}
            hint={common.optional}
            min={-360}
            max={360}
            value={yaw === null ? undefined : Math.round(yaw / degree)}
            onChange={(degrees) => put({ yaw: degrees === undefined ? null : degrees * degree })}
          />
        </div>
        <Problem error={error} />
        <SaveButtons isBusy={isRunning} isDisabled={!at} onCancel={() => onEnd(false)} />
      </form>
    </Section>
  );
}
