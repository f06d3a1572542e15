import { href } from "../../app/router.ts";
import { Empty, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { count } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { IncidentRow } from "../review/incident-row.tsx";
import type { IncidentList } from "../review/incident-store.ts";

const latest = 12;

/** The newest incidents that nobody has acknowledged. */
export function Queue({ list }: { list: IncidentList }) {
  const { live, incidents: own, cameras } = words.value;
  const unreviewed = list.incidents.filter(({ acknowledged_at: at }) => at === null);
  return (
    <Section title={live.unreviewed} actions={<a href={href("/review")}>{cameras.allIncidents}</a>}>
      <Problem error={list.error} onRetry={list.reload} />
      {!list.isLoading && unreviewed.length === 0 && <Empty>{live.allReviewed}</Empty>}
      {unreviewed.length > 0 && (
        <p class="unseen" role="status">
          {count(own.shown, unreviewed.length)}
        </p>
      )}
      <ol class="incident-rows">
        {unreviewed.slice(0, latest).map((incident) => (
          <IncidentRow
            key={incident.id}
            incident={incident}
            href={href("/review", { id: incident.id })}
          />
        ))}
      </ol>
    </Section>
  );
}
