import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { may } from "../../app/session.ts";
import { Alarms } from "../../parts/alarms.tsx";
import { Page } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import { BoxHistory } from "./box-history.tsx";
import { CoverageCharts } from "./coverage.tsx";

const everyMs = 15_000;

/** How much the cameras really saw, and how the box was. */
export function View() {
  return (
    <Page title={words.value.nav.health}>
      <BoxAlarms />
      {may("surveillance:read") && <CoverageCharts />}
      <BoxHistory />
    </Page>
  );
}

function BoxAlarms() {
  const { data } = useLoad(
    async (signal) => (await box.system.getSystem({ signal })).data.alarms,
    [],
    { everyMs },
  );
  return <Alarms alarms={data ?? []} />;
}
