import "./overview.css";
import type { ComponentChildren } from "preact";
import type { System } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Alarms } from "../../parts/alarms.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Loading, Notice, Problem, type Tone } from "../../parts/notice.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { bytes, count, duration, number, percent, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { noFilters } from "../incidents/filters.ts";
import { IncidentRow } from "../incidents/incident-row.tsx";
import { useIncidents } from "../incidents/incident-store.ts";
import { ModeSwitch } from "./mode-switch.tsx";

const everyMs = 5000;
const latest = 6;
/** Name of the stand-in for model endpoints. */
const standIn = "mock-cloud";

/** How the box and its site are, at one glance. */
export function View() {
  const { data, error, reload } = useLoad(
    async (signal) => (await box.system.getSystem({ signal })).data,
    [],
    { everyMs },
  );
  const { nav, overview: own, shell } = words.value;
  return (
    <Page title={nav.overview} actions={data && <p class="quiet-text">{aboutOf(data)}</p>}>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data && (
        <>
          <Alarms alarms={data.alarms} />
          {data.uplink.endpoints.some(({ name }) => name === standIn) && (
            <Notice>{shell.placeholders}</Notice>
          )}
          {data.cameras.sources === 0 && may("surveillance:write") && (
            <Section title={own.firstTitle}>
              <p>{own.firstText}</p>
              <div class="row">
                <a class="button main" href={href("/cameras/new")}>
                  <Icon name="plus" />
                  {words.value.cameras.add}
                </a>
              </div>
            </Section>
          )}
          <Tiles system={data} />
        </>
      )}
      {may("surveillance:read") && (
        <div class="grid wide">
          <Latest />
          <Section title={own.mode}>
            <ModeSwitch />
          </Section>
        </div>
      )}
    </Page>
  );
}

function aboutOf(system: System): string {
  const { overview: own } = words.value;
  const up = say(own.up, { time: duration(system.uptime_seconds) });
  return [`Gatehouse ${system.version}`, up].join(" · ");
}

function Tiles({ system }: { system: System }) {
  const { overview: own, nav } = words.value;
  const { cameras, jobs, machine } = system;
  return (
    <ul class="tiles">
      <Tile
        name={nav.cameras}
        to="/cameras"
        tone={cameras.online < cameras.sources ? "warning" : "good"}
        value={say(own.ofAll, { some: cameras.online, all: cameras.sources })}
        note={own.online}
      />
      {may("surveillance:read") && <OpenIncidents />}
      {may("robots:read") && <Robots />}
      <Tile
        name={nav.jobs}
        to="/jobs"
        value={number(jobs.running)}
        note={say(own.queued, { count: jobs.queued })}
      />
      <Uplink uplink={system.uplink} />
      {machine?.disk && (
        <Tile
          name={own.disk}
          value={bytes(machine.disk.free_bytes)}
          note={own.free}
          share={1 - machine.disk.free_bytes / machine.disk.total_bytes}
        />
      )}
      {machine?.memory && (
        <Tile
          name={own.memory}
          value={bytes(machine.memory.available_bytes)}
          note={own.free}
          share={1 - machine.memory.available_bytes / machine.memory.total_bytes}
        />
      )}
      <Tile
        name={own.temperature}
        value={machine?.temperature ? `${number(machine.temperature.celsius, 0)} °C` : "–"}
        note={machine?.temperature ? machine.temperature.sensor : own.noSensor}
        {...(machine?.throttled ? { tone: "warning" as const } : {})}
      />
    </ul>
  );
}

function OpenIncidents() {
  const { data } = useLoad(
    async (signal) =>
      (await box.surveillance.listIncidents({ state: "open", limit: 1 }, { signal })).data,
    [],
    { everyMs },
  );
  const open = data?.total;
  return (
    <Tile
      name={words.value.nav.incidents}
      to="/incidents"
      query={{ state: "open" }}
      value={open === undefined ? "–" : number(open)}
      note={words.value.incidents.states.open}
      tone={open ? "critical" : "good"}
    />
  );
}

function Robots() {
  const { data } = useLoad(
    async (signal) => (await box.robots.listRobots({ limit: 100 }, { signal })).data.data,
    [],
    { everyMs },
  );
  const { overview: own, nav } = words.value;
  const all = data?.length ?? 0;
  const online = data?.filter((robot) => robot.connection.state === "online").length ?? 0;
  return (
    <Tile
      name={nav.robots}
      to="/robots"
      value={say(own.ofAll, { some: online, all })}
      note={own.online}
      {...(online < all ? { tone: "warning" as const } : {})}
    />
  );
}

function Uplink({ uplink }: { uplink: System["uplink"] }) {
  const own = words.value.overview;
  const all = uplink.endpoints.length;
  const isUp = uplink.endpoints.filter(({ state }) => state === "up" || state === "unknown").length;
  return (
    <Tile
      name={own.uplink}
      value={all === 0 ? "–" : say(own.ofAll, { some: isUp, all })}
      note={all === 0 ? own.noUplink : own.reachable}
      {...(isUp < all ? { tone: "warning" as const } : {})}
    />
  );
}

function Tile(props: {
  name: string;
  value: string;
  note: ComponentChildren;
  /** Where it leads. */
  to?: string;
  query?: Record<string, string>;
  tone?: Tone;
  /** Between 0 and 1: how full something is. */
  share?: number;
}) {
  const { name, value, note, to, query, tone, share } = props;
  return (
    <li class={`status-tile ${tone ?? ""}`}>
      {to === undefined ? <span>{name}</span> : <a href={href(to, query)}>{name}</a>}
      <strong>{value}</strong>
      <span class="quiet-text">{note}</span>
      {share !== undefined && (
        <meter min={0} max={1} low={0.8} high={0.92} optimum={0} value={share} aria-label={name}>
          {percent(share)}
        </meter>
      )}
    </li>
  );
}

function Latest() {
  const list = useIncidents(noFilters, latest);
  const { nav, incidents: own, cameras } = words.value;
  return (
    <Section
      title={nav.incidents}
      actions={<a href={href("/incidents")}>{cameras.allIncidents}</a>}
    >
      <Problem error={list.error} onRetry={list.reload} />
      {!list.isLoading && list.incidents.length === 0 && <Empty>{own.nothing}</Empty>}
      {list.incidents.length > 0 && (
        <p class="unseen" role="status">
          {count(own.shown, list.incidents.length)}
        </p>
      )}
      <ol class="incident-rows">
        {list.incidents.slice(0, latest).map((incident) => (
          <IncidentRow
            key={incident.id}
            incident={incident}
            href={href("/incidents", { id: incident.id })}
          />
        ))}
      </ol>
    </Section>
  );
}
