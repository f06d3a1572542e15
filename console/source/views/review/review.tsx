import { useEffect, useState } from "preact/hooks";
import type { Incident } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { Empty, Loading, Problem } from "../../parts/notice.tsx";
import { Page } from "../../parts/page.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { count, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { ViewProps } from "../registry.ts";
import { FilterBar } from "./filter-bar.tsx";
import { type Filters, questionOf, readFilters } from "./filters.ts";
import { IncidentDetail } from "./incident-detail.tsx";
import { NewIncidentStatus } from "./new-incident-status.tsx";
import { QueueRow } from "./queue-row.tsx";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { isAllSelected, type Queue, useQueue } from "./use-queue.ts";

/** Height of a row with its gap, as in `review.css`. */
const rowPx = 84;

/** The queue of incidents, what nobody has acknowledged first; the chosen one beside it, or instead of it on a phone. */
export function View({ query }: ViewProps) {
  const filters = readFilters(query);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const queue = useQueue(filters, query, () => setHelpOpen(true));
  const { incidents, nav } = words.value;
  const { chosenId, list } = queue;
  return (
    <Page
      title={nav.review}
      actions={
        <Button icon="question" shortcut="?" onPress={() => setHelpOpen(true)}>
          {incidents.shortcuts}
        </Button>
      }
    >
      <FilterBar filters={filters} />
      <Problem error={list.error} onRetry={list.reload} />
      <Problem error={queue.reviewError} />
      <NewIncidentStatus />
      <div class={chosenId === "" ? "incidents" : "incidents chosen"}>
        <QueueList {...{ queue, filters, query }} />
        {chosenId !== "" && (
          <div class="incidents-detail">
            <div class="back-to-list">
              <Button icon="back" onPress={() => queue.choose("")}>
                {nav.review}
              </Button>
            </div>
            <Chosen key={chosenId} queue={queue} />
          </div>
        )}
      </div>
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </Page>
  );
}

function QueueList(props: { queue: Queue; filters: Filters; query: URLSearchParams }) {
  const { queue, filters, query } = props;
  const { list, rows } = queue;
  const own = words.value.queue;
  const linkOf = (id: string): string => href("/review", { ...Object.fromEntries(query), id });
  return (
    <div class="incidents-list">
      <QueueBar queue={queue} filters={filters} />
      {rows.length > 0 && (
        <VirtualList
          rows={rows}
          keyOf={({ key }) => key}
          rowPx={rowPx}
          current={queue.current}
          total={list.hasMore ? list.total : rows.length}
          label={own.list}
          onNearEnd={() => {
            if (list.hasMore) list.older();
          }}
          lookOf={(row, index) =>
            `${index === queue.current} ${isAllSelected(row, queue.selected)} ${query}`
          }
          render={(row, index) => (
            <QueueRow
              row={row}
              href={linkOf(row.incidents[0]!.id)}
              isCurrent={index === queue.current}
              isSelected={isAllSelected(row, queue.selected)}
              onSelect={(how) => queue.select(row, how)}
              onToggle={() => queue.toggleGroup(row)}
            />
          )}
        />
      )}
      {list.isLoading && <Loading />}
      {!list.isLoading && rows.length === 0 && <Empty>{words.value.incidents.nothing}</Empty>}
    </div>
  );
}

/** How many there are, and what can be done with those selected. */
function QueueBar({ queue, filters }: { queue: Queue; filters: Filters }) {
  const { list, selected, review } = queue;
  const { queue: own, incidents } = words.value;
  const isWriter = may("surveillance:write");
  const amount = selected.size;
  return (
    <div class="queue-bar row">
      <p class="quiet-text" data-total={list.total}>
        {count(incidents.shown, list.total)}
      </p>
      {isWriter && amount > 0 && (
        <>
          <Button
            tone="main"
            icon="check"
            shortcut="a"
            onPress={() => review({ acknowledge: true })}
          >
            {count(own.acknowledge, amount)}
          </Button>
          <Button shortcut="f" onPress={() => review({ verdict: "false_positive" })}>
            {incidents.falseAlarm}
          </Button>
          <Button shortcut="r" onPress={() => review({ resolve: true })}>
            {incidents.resolve}
          </Button>
          <Button onPress={queue.clearSelection}>{own.clear}</Button>
        </>
      )}
      {isWriter && amount === 0 && filters.review !== "all" && list.total > 1 && (
        <AcknowledgeAll queue={queue} filters={filters} />
      )}
    </div>
  );
}

/** Acknowledges all that the filters match, those that the page has not read included. */
function AcknowledgeAll({ queue, filters }: { queue: Queue; filters: Filters }) {
  const { list } = queue;
  const [error, setError] = useState<unknown>(undefined);
  const run = async (): Promise<void> => {
    const { acknowledged: _acknowledged, to, ...filter } = questionOf(filters);
    const cutoff = Math.min(to ?? Infinity, (list.incidents[0]?.started_at ?? 0) + 0.001);
    try {
      for (let hasMore = true; hasMore;) {
        const body = { filter: { ...filter, acknowledged: false, to: cutoff }, acknowledge: true };
        hasMore = (await box.surveillance.createReview(body)).data.has_more;
      }
    } catch (thrown) {
      setError(thrown);
    }
    list.patch(new Set(list.incidents.map(({ id }) => id)), { acknowledged_at: Date.now() / 1000 });
    list.reload();
  };
  return (
    <>
      <ConfirmButton tone="quiet" onPress={() => void run()}>
        {say(words.value.queue.acknowledgeAll, { count: list.total })}
      </ConfirmButton>
      <Problem error={error} />
    </>
  );
}

/** The chosen incident, read from the box unless the list has it. */
function Chosen({ queue }: { queue: Queue }) {
  const { chosenId: id, list } = queue;
  const known = list.incidents.find((one) => one.id === id);
  const [own, setOwn] = useState<Incident | undefined>(undefined);
  const { data, error, reload } = useLoad(
    async (signal) =>
      known ?? (await box.surveillance.getIncident({ incident_id: id }, { signal })).data,
    [id],
  );
  useEffect(() => setOwn(data), [data]);
  const newest = known ?? own;
  if (!newest)
    return error === undefined ? <Loading /> : <Problem error={error} onRetry={reload} />;
  return (
    <IncidentDetail
      incident={{ ...own, ...newest }}
      intent={queue.intent}
      onIntent={queue.clearIntent}
      review={(act) => {
        queue.review(act, [id]);
        if (!known) setTimeout(reload, 500);
      }}
      onChange={(incident) => {
        setOwn(incident);
        list.accept(incident);
      }}
    />
  );
}
