import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Incident } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box, incidentAddress } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { nameOf } from "../../cameras/camera-name.ts";
import { href } from "../../app/router.ts";
import { authorName, useKeyNames } from "../../app/author.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Facts } from "../../parts/page.tsx";
import { dateTime, duration, percent } from "../../words/say.ts";
import { language, words } from "../../words/words.ts";
import { ClipPlayer } from "./clip-player.tsx";
import { Severity, States, typeName } from "./incident-words.tsx";
import { Escalation } from "./escalation.tsx";
import { Notes } from "./notes.tsx";
import { Protection } from "./protection.tsx";
import type { ReviewAct } from "./review-lane.ts";
import type { Intent } from "./use-queue.ts";

/** One incident with its video, what is known of it, and what can be done. */
export function IncidentDetail(props: {
  incident: Incident;
  /** A key that was pressed for this incident, maybe before it was shown. */
  intent: Intent | undefined;
  onIntent: () => void;
  review: (act: ReviewAct) => void;
  onChange: (incident: Incident) => void;
}) {
  const { incident, onChange, intent } = props;
  const { run, error, clear } = useAct();
  const clip = useRef<HTMLVideoElement>(null);
  const [isNoting, setNoting] = useState(false);
  useEffect(() => {
    clear();
    setNoting(false);
  }, [incident.id]);
  const change = (work: () => Promise<{ data: Incident }>): void => {
    if (may("surveillance:write")) void run(async () => onChange((await work()).data));
  };
  useEffect(() => {
    if (intent?.incidentId !== incident.id) return;
    if (intent.what === "note") setNoting(true);
    else togglePlay(clip);
    props.onIntent();
  }, [intent, incident.id]);
  return (
    <article class="panel incident-detail" data-incident={incident.id} data-state={incident.state}>
      <div class="panel-head">
        <h2>{typeName(incident.type)}</h2>
        <div class="row">
          <Severity of={incident.severity} />
          <States incident={incident} />
        </div>
      </div>
      <Sentence incident={incident} />
      <ClipPlayer incident={incident} player={clip} />
      {may("surveillance:write") && (
        <Buttons incident={incident} review={props.review} onNote={() => setNoting(true)} />
      )}
      <Problem error={error} />
      <IncidentFacts incident={incident} />
      <Protection incident={incident} />
      <Escalation incident={incident} />
      <Notes
        incident={incident}
        isOpen={isNoting}
        onClose={() => setNoting(false)}
        change={change}
      />
    </article>
  );
}

/** What happened, in the reader's language; a description by a vision model stays in the site's. */
function Sentence({ incident }: { incident: Incident }) {
  const { id, narration, summary } = incident;
  const own = language.value;
  const { data } = useLoad(
    async (signal) => {
      if (own === incident.locale || narration !== null) return incident;
      const args = { incident_id: id, locale: own };
      return (await box.surveillance.getIncident(args, { signal })).data;
    },
    [id, summary, narration, own],
  );
  const newest = data?.id === id && narration === null ? data : incident;
  return <p lang={newest.locale}>{narration ?? newest.summary}</p>;
}

function Buttons(props: {
  incident: Incident;
  review: (act: ReviewAct) => void;
  onNote: () => void;
}) {
  const { incident, review } = props;
  const own = words.value.incidents;
  const isSeen = Boolean(incident.acknowledged_at);
  const judge = (verdict: NonNullable<Incident["verdict"]>): void =>
    review({ verdict: incident.verdict === verdict ? null : verdict });
  return (
    <div class="row">
      <Button
        tone="main"
        icon="check"
        shortcut="a"
        isDisabled={isSeen}
        onPress={() => review({ acknowledge: true })}
      >
        {isSeen ? own.acknowledged : own.acknowledge}
      </Button>
      <Button
        shortcut="r"
        isDisabled={incident.state === "resolved"}
        onPress={() => review({ resolve: true })}
      >
        {own.resolve}
      </Button>
      <Button
        shortcut="f"
        isPressed={incident.verdict === "false_positive"}
        onPress={() => judge("false_positive")}
      >
        {own.falseAlarm}
      </Button>
      <Button
        shortcut="t"
        isPressed={incident.verdict === "true_positive"}
        onPress={() => judge("true_positive")}
      >
        {own.realAlarm}
      </Button>
      <Button shortcut="n" icon="pencil" onPress={props.onNote}>
        {own.addNote}
      </Button>
      <a class="button" href={timelineLink(incident)}>
        {words.value.timeline.title}
      </a>
      <a class="button" href={incidentAddress(incident.id, "export.zip")} download>
        {own.exportAll}
      </a>
    </div>
  );
}

function timelineLink({ stream_id: id, started_at: at }: Incident): string {
  return href("/review/timeline", { streams: id, at: String(Math.floor(at)) });
}

function IncidentFacts({ incident }: { incident: Incident }) {
  const own = words.value.incidents;
  const { common } = words.value;
  useKeyNames();
  const by = (who: string | null, at: number | null): string =>
    at === null ? common.no : [dateTime(at), who && authorName(who)].filter(Boolean).join(" · ");
  return (
    <Facts
      entries={[
        [own.started, dateTime(incident.started_at)],
        [own.lasted, duration(Math.max(1, incident.last_seen_at - incident.started_at))],
        [
          words.value.nav.cameras,
          <a key="camera" href={href(`/cameras/${encodeURIComponent(incident.stream_id)}`)}>
            {nameOf(incident.stream_id)}
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
