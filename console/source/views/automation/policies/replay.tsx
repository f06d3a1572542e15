import { useState } from "preact/hooks";
import type { Policy, PolicyReplay } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { Button } from "../../../parts/button.tsx";
import { Notice, Problem } from "../../../parts/notice.tsx";
import { count, duration, say, time } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";

const hourSec = 3600;
const timeoutMs = 120_000;

/** "Test on the last hour": the incidents that a policy would have raised, without notifications. */
export function Replay({ policy }: { policy: Policy }) {
  const [found, setFound] = useState<PolicyReplay | undefined>(undefined);
  const { run, error, isRunning } = useAct();
  const own = words.value.policies;
  const attempt = (): void =>
    void run(async () => {
      const to = Math.floor(Date.now() / 1000);
      const body = { from: to - hourSec, to };
      const answer = await box.surveillance.replayPolicy({ policy_id: policy.id }, body, {
        timeoutMs,
      });
      setFound(answer.data);
    });
  return (
    <div class="stack">
      <div class="row">
        <Button icon="play" isBusy={isRunning} onPress={attempt}>
          {own.tryLastHour}
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
        <ul class="entries">
          {found.incidents.slice(0, 20).map((incident) => (
            <li key={incident.id}>
              <span>{incident.summary}</span>
              <span class="quiet-text">
                {[incident.stream_id, time(incident.started_at)].join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
