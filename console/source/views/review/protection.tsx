import type { Incident } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Badge, Problem } from "../../parts/notice.tsx";
import { words } from "../../words/words.ts";

/** Whether retention may delete the evidence of an incident, and the switch. */
export function Protection({ incident }: { incident: Incident }) {
  const { protection: own } = words.value;
  const args = { incident_id: incident.id };
  const { data, error, put } = useLoad(
    async (signal) => (await box.surveillance.getIncidentEvidence(args, { signal })).data,
    [incident.id],
  );
  const { run, error: refused, isRunning } = useAct();
  if (!data) return <Problem error={error} />;
  const { surveillance } = box;
  const change = (): Promise<boolean> =>
    run(async () => {
      const work = data.protected
        ? surveillance.unprotectIncident(args)
        : surveillance.protectIncident(args);
      put((await work).data);
    });
  return (
    <div class="stack">
      <div class="row">
        {data.protected && <Badge tone="info">{own.isProtected}</Badge>}
        {may("surveillance:write") && (
          <Button isBusy={isRunning} onPress={() => void change()}>
            {data.protected ? own.end : own.begin}
          </Button>
        )}
        <span class="quiet-text">{data.protected ? own.protectedHint : own.hint}</span>
      </div>
      <Problem error={refused} />
    </div>
  );
}
