import { useEffect, useRef, useState } from "preact/hooks";
import type { Incident } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { useKeys } from "../../app/keys.ts";
import { go, href } from "../../app/router.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loading, Problem } from "../../parts/notice.tsx";
import { Page } from "../../parts/page.tsx";
import { count } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { ViewProps } from "../registry.ts";
import { FilterBar } from "./filter-bar.tsx";
import { readFilters } from "./filters.ts";
import { IncidentDetail } from "./incident-detail.tsx";
import { IncidentGroups } from "./incident-groups.tsx";
import { IncidentRow } from "./incident-row.tsx";
import { type IncidentList, useIncidents } from "./incident-store.ts";
import { NewIncidentStatus } from "./new-incident-status.tsx";
import { ShortcutHelp } from "./shortcut-help.tsx";

/** Incidents as they come, with filters; the chosen one beside the list, or instead of it on a phone. */
export function View({ query }: ViewProps) {
  const filters = readFilters(query);
  const list = useIncidents(filters);
  const chosenId = query.get("id") ?? "";
  const [isHelpOpen, setHelpOpen] = useState(false);
  const rows = useRef<HTMLDivElement>(null);
  const { incidents, nav } = words.value;
  const choose = (id: string): void => {
    const next = new URLSearchParams(query);
    if (id === "") next.delete("id");
    else next.set("id", id);
    go("/review", { query: Object.fromEntries(next), replace: chosenId !== "" && id !== "" });
  };
  const step = (by: number): void => {
    const rowElements = [...rows.current!.querySelectorAll<HTMLElement>("[data-incident]")];
    const index = rowElements.findIndex((row) => row.dataset["incident"] === chosenId);
    const next = rowElements[index === -1 ? 0 : index + by];
    if (!next) return;
    choose(next.dataset["incident"]!);
    next.querySelector<HTMLElement>("a")?.focus();
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    "?": () => setHelpOpen(true),
    Escape: () => choose(""),
  });
  const linkOf = (id: string): string => href("/review", { ...Object.fromEntries(query), id });
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
      <NewIncidentStatus />
      <div class={chosenId === "" ? "incidents" : "incidents chosen"}>
        <div class="incidents-list" ref={rows}>
          {filters.grouped === "1" ? (
            <IncidentGroups {...{ filters, chosenId, linkOf }} />
          ) : (
            <Each {...{ list, chosenId, linkOf }} />
          )}
        </div>
        {chosenId !== "" && (
          <div class="incidents-detail">
            <div class="back-to-list">
              <Button icon="back" onPress={() => choose("")}>
                {nav.review}
              </Button>
            </div>
            <Chosen
              key={chosenId}
              id={chosenId}
              known={list.incidents.find(({ id }) => id === chosenId)}
              onChange={list.accept}
            />
          </div>
        )}
      </div>
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </Page>
  );
}

/** One row for each incident. */
function Each(props: { list: IncidentList; chosenId: string; linkOf: (id: string) => string }) {
  const { list, chosenId, linkOf } = props;
  const { incidents, common } = words.value;
  return (
    <>
      <p class="quiet-text">{count(incidents.shown, list.incidents.length)}</p>
      <ol class="incident-rows">
        {list.incidents.map((incident) => (
          <IncidentRow
            key={incident.id}
            incident={incident}
            href={linkOf(incident.id)}
            isChosen={incident.id === chosenId}
          />
        ))}
      </ol>
      {list.isLoading && <Loading />}
      {!list.isLoading && list.incidents.length === 0 && <Empty>{incidents.nothing}</Empty>}
      {list.hasMore && <Button onPress={list.older}>{common.more}</Button>}
    </>
  );
}

/** The chosen incident, read from the box unless the list has it. */
function Chosen(props: {
  id: string;
  known: Incident | undefined;
  onChange: (incident: Incident) => void;
}) {
  const [own, setOwn] = useState<Incident | undefined>(undefined);
  const { data, error, reload } = useLoad(
    async (signal) =>
      props.known ??
      (await box.surveillance.getIncident({ incident_id: props.id }, { signal })).data,
    [props.id],
  );
  useEffect(() => setOwn(data), [data]);
  const newest = props.known ?? own;
  if (!newest)
    return error === undefined ? <Loading /> : <Problem error={error} onRetry={reload} />;
  return (
    <IncidentDetail
      incident={{ ...own, ...newest }}
      onChange={(incident) => {
        setOwn(incident);
        props.onChange(incident);
      }}
    />
  );
}
