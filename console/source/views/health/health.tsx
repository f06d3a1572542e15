import { may } from "../../app/session.ts";
import { Page } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import { BoxHistory } from "./box-history.tsx";
import { CoverageCharts } from "./coverage.tsx";

/** How much the cameras really saw, and how the box was. */
export function View() {
  return (
    <Page title={words.value.nav.health}>
      {may("surveillance:read") && <CoverageCharts />}
      <BoxHistory />
    </Page>
  );
}
