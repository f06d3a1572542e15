import { useState } from "preact/hooks";
import { TextField } from "../../parts/field.tsx";
import { Empty, Loading, Problem } from "../../parts/notice.tsx";
import { Page } from "../../parts/page.tsx";
import { words } from "../../words/words.ts";
import { MissionList } from "./mission-list.tsx";
import { useMissions } from "./missions-data.ts";

/** From so many missions on, the list has a search. */
const searchedFrom = 8;

/** The stored missions. */
export function View() {
  const { data, error, reload } = useMissions();
  const [search, setSearch] = useState("");
  const { missions: own, common } = words.value;
  const sought = search.trim().toLocaleLowerCase();
  const found = data?.missions.filter(({ name, description }) =>
    `${name} ${description ?? ""}`.toLocaleLowerCase().includes(sought),
  );
  return (
    <Page title={own.title}>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data?.missions.length === 0 && <Empty>{own.none}</Empty>}
      {data && data.missions.length >= searchedFrom && (
        <TextField label={common.search} value={search} onChange={setSearch} />
      )}
      {data && found && found.length > 0 && <MissionList missions={found} runs={data.runs} />}
    </Page>
  );
}
