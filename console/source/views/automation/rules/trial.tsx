import { useState } from "preact/hooks";
import type { PolicyReplay } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { streamAddress } from "../../../api/box.ts";
import { Button } from "../../../parts/button.tsx";
import { SelectField } from "../../../parts/field.tsx";
import { Notice, Problem } from "../../../parts/notice.tsx";
import { href } from "../../../app/router.ts";
import { count, duration, say, time } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { nameOf } from "../../../cameras/camera-name.ts";

const hourSec = 3600;
/** Spans that a person can choose, in hours. */
const spans = ["1", "8", "24"] as const;
const timeoutMs = 120_000;
/** Incidents that are listed; all are counted. */
const mostShown = 24;

/** Reads what a rule would have raised between two times, in Unix seconds. */
export type ReplayRule = (
  span: { from: number; to: number },
  options: { timeoutMs: number },
) => Promise<PolicyReplay>;

/** "Test on the last hour": the incidents that a rule would have raised, with pictures and without notifications. */
export function Trial({ replay }: { replay: ReplayRule }) {
  const [found, setFound] = useState<PolicyReplay | undefined>(undefined);
  const [hours, setHours] = useState<(typeof spans)[number]>("1");
  const { run, error, isRunning } = useAct();
  const { rules: own } = words.value;
  const attempt = (): void =>
    void run(async () => {
      const to = Math.floor(Date.now() / 1000);
      setFound(await replay({ from: to - Number(hours) * hourSec, to }, { timeoutMs }));
    });
  return (
    <div class="stack">
      <div class="row trial">
        <SelectField
          label={own.trialSpan}
          value={hours}
          onChange={setHours}
          options={spans.map((each) => [each, duration(Number(each) * hourSec)] as const)}
        />
        <Button icon="play" isBusy={isRunning} onPress={attempt}>
          {own.trial}
        </Button>
      </div>
      <Problem error={error} />
      {found && <Found found={found} />}
    </div>
  );
}

function Found({ found }: { found: PolicyReplay }) {
  const own = words.value.policies;
  const recordedSec = found.streams.reduce(
    (sum, { recorded_seconds: seconds }) => sum + seconds,
    0,
  );
  const warnings = new Set(found.streams.flatMap((stream) => stream.warnings));
  return (
    <div role="status" class="stack">
      <p>
        <strong>{count(own.wouldRaise, found.incident_count)}</strong>{" "}
        <span class="quiet-text">{say(own.recorded, { time: duration(recordedSec) })}</span>
      </p>
      {[...warnings].map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      {found.incidents.length > 0 && (
        <ul class="trial-incidents">
          {found.incidents.slice(0, mostShown).map((incident) => (
            <li key={incident.id}>
              <TrialPicture streamId={incident.stream_id} at={incident.opened_at} />
              <a
                href={href("/review/timeline", {
                  streams: incident.stream_id,
                  at: String(Math.floor(incident.opened_at)),
                })}
              >
                {time(incident.opened_at)}
              </a>
              <span>{incident.summary}</span>
              <span class="quiet-text">{nameOf(incident.stream_id)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The recorded picture of that moment; says so where nothing was recorded. */
function TrialPicture({ streamId, at }: { streamId: string; at: number }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <span class="no-picture">{words.value.rules.notRecorded}</span>;
  return (
    <img
      alt=""
      loading="lazy"
      width={320}
      height={180}
      src={streamAddress(streamId, `preview.jpg?at=${at.toFixed(3)}`)}
      onError={() => setMissing(true)}
    />
  );
}
