import { may } from "../../../app/session.ts";
import { site } from "../../../app/site.ts";
import { Alarms } from "../../../parts/alarms.tsx";
import { Loading } from "../../../parts/notice.tsx";
import { Page } from "../../../parts/page.tsx";
import { duration, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { BoxHistory } from "./box-history.tsx";
import { Boxes } from "./boxes.tsx";
import { CoverageCharts } from "./coverage.tsx";
import { StatusTiles } from "./status-tiles.tsx";

/** How the box is, how it was, and how much the cameras really saw. */
export function View() {
  const system = site.system.value;
  const { nav, overview: own } = words.value;
  const about =
    system &&
    `Gatehouse ${system.version} · ${say(own.up, { time: duration(system.uptime_seconds) })}`;
  return (
    <Page title={nav.health} actions={about && <p class="quiet-text">{about}</p>}>
      {!system && <Loading />}
      {system && (
        <>
          <Alarms alarms={system.alarms} />
          <StatusTiles system={system} />
          {system.fleet && <Boxes fleet={system.fleet} />}
        </>
      )}
      {may("surveillance:read") && <CoverageCharts />}
      <BoxHistory />
    </Page>
  );
}
