import "./live.css";
import { useMemo, useRef, useState } from "preact/hooks";
import type { Stream } from "../../../../client/source/generated.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { site } from "../../app/site.ts";
import { DetectorOffer } from "../../cameras/detector-offer.tsx";
import { useStreams } from "../../cameras/streams.ts";
import { Alarms } from "../../parts/alarms.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loading, Notice, Problem } from "../../parts/notice.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { count } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { useRaisingRules } from "../automation/modes/still-raising.tsx";
import { noFilters } from "../review/filters.ts";
import { type IncidentList, useIncidents } from "../review/incident-store.ts";
import { DayStrip } from "./day-strip.tsx";
import { Queue } from "./queue.tsx";
import { Wall } from "./wall.tsx";
import { WallBar } from "./wall-bar.tsx";
import {
  arrange,
  groupsOf,
  keepWallSettings,
  openSeverities,
  readWallSettings,
  sizeOf,
  type WallSettings,
} from "./wall-settings.ts";

/** `context.site` of the demo's drawn scene. */
const syntheticSite = "Demo yard (synthetic scene)";
/** Name of the stand-in for model endpoints. */
const standIn = "mock-cloud";

/** The first screen: the cameras, and beside them what nobody has reviewed. */
export function View() {
  const { streams, error, reload } = useStreams();
  const list = useIncidents(noFilters, 100);
  const { nav } = words.value;
  return (
    <Page title={nav.live}>
      <Notices />
      <Problem error={error} onRetry={reload} />
      {streams === undefined && error === undefined && <Loading />}
      {streams?.length === 0 && <FirstCamera />}
      {streams !== undefined && streams.length > 0 && <Cameras streams={streams} list={list} />}
      {streams?.some(({ context }) => context.site === syntheticSite) && <DemoNotices />}
    </Page>
  );
}

function Cameras({ streams, list }: { streams: readonly Stream[]; list: IncidentList }) {
  const [settings, setSettings] = useState(readWallSettings);
  const [search, setSearch] = useState("");
  const [isAnnotated, setAnnotated] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const severities = useMemo(() => openSeverities(list.incidents), [list.incidents]);
  const groups = groupsOf(streams);
  const group = groups.includes(settings.group) ? settings.group : "";
  const shownStreams = arrange(streams, { ...settings, group, search, severities });
  const change = (next: WallSettings): void => {
    setSettings(next);
    keepWallSettings(next);
  };
  return (
    <>
      <WallBar
        {...{ settings, groups, search, isAnnotated }}
        isMany={streams.length > 1}
        onSettings={change}
        onSearch={setSearch}
        onAnnotated={setAnnotated}
        onFullScreen={() => void frame.current?.requestFullscreen()}
      />
      <div class="live">
        <div class="stack">
          <Wall
            streams={shownStreams}
            size={sizeOf(settings.layout, shownStreams.length)}
            {...{ severities, isAnnotated, frame }}
          />
          <DayStrip streams={streams} />
        </div>
        <Queue list={list} />
      </div>
    </>
  );
}

function Notices() {
  return (
    <>
      <Alarms alarms={site.system.value?.alarms ?? []} />
      {site.mode.value?.mode === "disarmed" && <DisarmedNotice />}
    </>
  );
}

/** What is not real in the demo, below its cameras: each drawn picture says so itself. */
function DemoNotices() {
  const { shell } = words.value;
  const hasStandIn = site.system.value?.uplink.endpoints.some(({ name }) => name === standIn);
  return (
    <>
      <Notice>
        {shell.synthetic} {hasStandIn && shell.placeholders}
      </Notice>
      <DetectorOffer />
    </>
  );
}

/** Somebody who disarmed the site may expect silence. */
function DisarmedNotice() {
  const { data } = useRaisingRules("disarmed");
  const { modes: own } = words.value;
  const amount = data ? data.ofCameras.length + data.policies.length : 0;
  if (amount === 0) return null;
  return (
    <Notice tone="warning">
      <p>{count(own.stillRaise, amount)}</p>
      <a href={href("/automation/modes")}>{own.which}</a>
    </Notice>
  );
}

function FirstCamera() {
  const { overview: own, cameras } = words.value;
  return (
    <Section title={own.firstTitle}>
      <p>{own.firstText}</p>
      <DetectorOffer />
      {may("surveillance:write") && (
        <div class="row">
          <a class="button main" href={href("/cameras/new")}>
            <Icon name="plus" />
            {cameras.add}
          </a>
        </div>
      )}
    </Section>
  );
}
