import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { Loading, Problem } from "../../parts/notice.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { duration } from "../../words/say.ts";
import { words } from "../../words/words.ts";

const everyMs = 5000;

/** How the box and its site are. */
export function View() {
  const { data, error, reload } = useLoad(
    async (signal) => (await box.system.getSystem({ signal })).data,
    [],
    { everyMs },
  );
  return (
    <Page title={words.value.nav.overview}>
      <Problem error={error} onRetry={reload} />
      {data ? (
        <Section title={data.name}>
          <Facts entries={[[data.version, duration(data.uptime_seconds)]]} />
        </Section>
      ) : (
        <Loading />
      )}
    </Page>
  );
}
