import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Incident } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box, incidentAddress } from "../../api/box.ts";
import { useKeys } from "../../app/keys.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Facts } from "../../parts/page.tsx";
import { dateTime, duration, percent } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { ClipPlayer } from "./clip-player.tsx";
import { Severity, States, typeName } from "./incident-words.tsx";
import { Notes } from "./notes.tsx";

/** One incident with its video, what is known of it, and what can be done. */
export function IncidentDetail(props: {
  incident: Incident;
  onChange: (incident: Incident) => void;
}) {
  const { incident, onChange } = props;
  const { run, error, isRunning, clear } = useAct();
  const clip = useRef<HTMLVideoElement>(null);
  const [isNoting, setNoting] = useState(false);
  useEffect(() => {
    clear();
    setNoting(false);
  }, [incident.id]);
  const change = (work: () => Promise<{ data: Incident }>): void => {
    if (may("surveillance:write")) void run(async () => onChange((await work()).data));
  };
  const acts = actsOn(incident, change);
  useKeys({
    a: acts.acknowledge,
    r: acts.resolve,
    f: () => acts.judge("false_positive"),
    t: () => acts.judge("true_positive"),
    n: () => setNoting(true),
    p: () => togglePlay(clip),
  });
  return (
    <article class="panel incident-detail" data-incident={incident.id} data-state={incident.state}>
      <div class="panel-head">
        <h2>{typeName(incident.type)}</h2>
        <div class="row">
          <Severity of={incident.severity} />
          <States incident={incident} />
        </div>
      </div>
      <p lang={incident.locale}>{incident.narration ?? incident.summary}</p>
      <ClipPlayer incident={incident} player={clip} />
      {may("surveillance:write") && (
        <Buttons
          incident={incident}
          acts={acts}
          isBusy={isRunning}
          onNote={() => setNoting(true)}
        />
      )}
      <Problem error={error} />
      <IncidentFacts incident={incident} />
      <Notes
        incident={incident}
        isOpen={isNoting}
        onClose={() => setNoting(false)}
        change={change}
      />
    </article>
  );
}

type Acts = ReturnType<typeof actsOn>;

function actsOn(incident: Incident, change: (work: () => Promise<{ data: Incident }>) => void) {
  const args = { incident_id: incident.id };
  return {
    acknowledge: () => {
      if (!incident.acknowledged_at) change(() => box.surveillance.acknowledgeIncident(args));
    },
    resolve: () => {
      if (incident.state === "open") change(() => box.surveillance.resolveIncident(args));
    },
    judge: (verdict: NonNullable<Incident["verdict"]>) =>
      change(() =>
        box.surveillance.verdictIncident(args, {
          verdict: incident.verdict === verdict ? null : verdict,
        }),
      ),
  };
}

function Buttons(props: { incident: Incident; acts: Acts; isBusy: boolean; onNote: () => void }) {
  const { incident, acts, isBusy } = props;
  const own = words.value.incidents;
  const isSeen = Boolean(incident.acknowledged_at);
  return (
    <div class="row">
      <Button
        tone="main"
        icon="check"
        shortcut="a"
        isBusy={isBusy}
        isDisabled={isSeen}
        onPress={acts.acknowledge}
      >
        {isSeen ? own.acknowledged : own.acknowledge}
      </Button>
      <Button
        shortcut="r"
        isDisabled={isBusy || incident.state === "resolved"}
        onPress={acts.resolve}
      >
        {own.resolve}
      </Button>
      <Button
        shortcut="f"
        isDisabled={isBusy}
        isPressed={incident.verdict === "false_positive"}
        onPress={() => acts.judge("false_positive")}
      >
        {own.falseAlarm}
      </Button>
      <Button
        shortcut="t"
        isDisabled={isBusy}
        isPressed={incident.verdict === "true_positive"}
        onPress={() => acts.judge("true_positive")}
      >
        {own.realAlarm}
      </Button>
      <Button shortcut="n" icon="pencil" onPress={props.onNote}>
        {own.addNote}
      </Button>
      <a class="button" href={incidentAddress(incident.id, "export.zip")} download>
        {own.exportAll}
      </a>
    </div>
  );
}

function IncidentFacts({ incident }: { incident: Incident }) {
  const own = words.value.incidents;
  const { common } = words.value;
  const by = (who: string | null, at: number | null): string =>
    at === null ? common.no : [dateTime(at), who].filter(Boolean).join(" · ");
  return (
    <Facts
      entries={[
        [own.started, dateTime(incident.started_at)],
        [own.lasted, duration(Math.max(1, incident.last_seen_at - incident.started_at))],
        [
          words.value.nav.cameras,
          <a key="camera" href={href(`/cameras/${encodeURIComponent(incident.stream_id)}`)}>
            {incident.stream_id}
          </a>,
        ],
        [own.zone, incident.zone ?? own.wholePicture],
        [own.seen, incident.classes.join(", ") || common.none],
        [own.confidence, percent(incident.confidence)],
        [own.acknowledged, by(incident.acknowledged_by, incident.acknowledged_at)],
        [own.states.resolved, by(incident.resolved_by, incident.resolved_at)],
      ]}
    />
  );
}

function togglePlay({ current: video }: RefObject<HTMLVideoElement | null>): void {
  if (!video) return;
  if (video.paused) video.play().catch(() => {});
  else video.pause();
}
