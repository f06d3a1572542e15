import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { Button } from "../../parts/button.tsx";
import { CheckField, NumberField, TextField } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { SaveButtons } from "../../parts/save-buttons.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** A corridor while it is drawn. */
export interface CorridorDraft {
  name: string;
  frame: string;
  level: string | null;
  points: readonly (readonly [number, number])[];
  isOneWay: boolean;
  isExclusive: boolean;
  maxSpeedMps?: number | undefined;
  widthM?: number | undefined;
}

/** The fields of a corridor; its points come from the map. */
export function CorridorForm(props: {
  draft: CorridorDraft;
  onChange: (draft: CorridorDraft) => void;
  onEnd: (isStored: boolean) => void;
}) {
  const { draft, onChange, onEnd } = props;
  const { maps: own, common } = words.value;
  const { isRunning, error, run } = useAct();
  const { name, frame, level, points, isOneWay, isExclusive, maxSpeedMps, widthM } = draft;
  const put = (change: Partial<CorridorDraft>): void => onChange({ ...draft, ...change });
  const store = async (event: Event): Promise<void> => {
    event.preventDefault();
    const corridor = {
      name: name.trim(),
      frame,
      level,
      points: points.map(([x, y]): [number, number] => [x, y]),
      one_way: isOneWay,
      exclusive: isExclusive,
      max_speed_mps: maxSpeedMps ?? null,
      width_m: widthM ?? null,
    };
    if (await run(() => box.robots.createCorridor({ corridors: [corridor] }))) onEnd(true);
  };
  return (
    <Section title={own.drawCorridor}>
      <form data-draft data-corridor-form class="stack" onSubmit={(event) => void store(event)}>
        <p class="hint">{own.corridorHint}</p>
        <TextField
          label={common.name}
          value={name}
          onChange={(next) => put({ name: next })}
          maxLength={100}
          required
        />
        <div class="row">
          <span>{say(own.points, { count: points.length })}</span>
          <Button
            icon="undo"
            isDisabled={points.length === 0}
            onPress={() => put({ points: points.slice(0, -1) })}
          >
            {own.undoPoint}
          </Button>
        </div>
        <CheckField
          label={own.oneWay}
          value={isOneWay}
          onChange={(isOn) => put({ isOneWay: isOn })}
        />
        <CheckField
          label={own.exclusive}
          value={isExclusive}
          onChange={(isOn) => put({ isExclusive: isOn })}
        />
        <div class="fields">
          <NumberField
            label={own.speed}
            hint={common.optional}
            min={0}
            max={20}
            value={maxSpeedMps}
            onChange={(mps) => put({ maxSpeedMps: mps })}
          />
          <NumberField
            label={own.width}
            hint={common.optional}
            min={0}
            max={100}
            value={widthM}
            onChange={(metres) => put({ widthM: metres })}
          />
        </div>
        <Problem error={error} />
        <SaveButtons
          isBusy={isRunning}
          isDisabled={points.length < 2}
          onCancel={() => onEnd(false)}
        />
      </form>
    </Section>
  );
}
