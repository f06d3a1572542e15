import { useState } from "preact/hooks";
import type { RobotRunRequest, RobotZone } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { Button } from "../../parts/button.tsx";
import { CheckField, NumberField, SelectField, TextField } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { words } from "../../words/words.ts";

const kinds = ["patrol", "observe", "words"] as const;
/** Zones that a run drives to; others limit the robot. */
const places: ReadonlySet<RobotZone["type"]> = new Set(["patrol", "observe"]);

/** Starts a run of a robot, or shows its plan only. */
export function RunForm(props: {
  robotId: string;
  zones: readonly RobotZone[];
  onStarted: () => void;
}) {
  const { robotId, onStarted } = props;
  const zones = props.zones.filter(({ type }) => places.has(type));
  const [kind, setKind] = useState<(typeof kinds)[number]>("patrol");
  const [sentence, setSentence] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [laps, setLaps] = useState<number | undefined>(1);
  const [isDry, setDry] = useState(false);
  const { run, error, isRunning } = useAct();
  const { runs: own } = words.value;
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    const request: RobotRunRequest = {
      robot_id: robotId,
      task: kind === "words" ? sentence.trim() : kind,
      ...(chosen.length > 0 ? { zone_ids: [...chosen] } : {}),
      ...(kind === "patrol" && laps !== undefined ? { laps } : {}),
      ...(isDry ? { dry_run: true } : {}),
    };
    if (await run(() => box.robots.runRobot(request))) onStarted();
  };
  return (
    <form data-draft class="stack" onSubmit={(event) => void start(event)}>
      <div class="fields">
        <SelectField
          label={own.task}
          value={kind}
          onChange={setKind}
          options={kinds.map((each) => [each, own.kinds[each]] as const)}
        />
        {kind === "words" && (
          <TextField
            label={own.sentence}
            required
            maxLength={500}
            placeholder={own.example}
            value={sentence}
            onChange={setSentence}
          />
        )}
        {kind === "patrol" && (
          <NumberField label={own.rounds} min={1} value={laps} onChange={setLaps} />
        )}
      </div>
      <fieldset class="choices">
        <legend>{own.places}</legend>
        {zones.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            value={chosen.includes(id)}
            onChange={(isOn) =>
              setChosen(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
        <p class="hint">{zones.length === 0 ? own.noPlaces : own.placesHint}</p>
      </fieldset>
      <CheckField label={own.planOnly} value={isDry} onChange={setDry} />
      <Problem error={error} />
      <div class="row">
        <Button tone="main" isBusy={isRunning}>
          {own.start}
        </Button>
      </div>
    </form>
  );
}
