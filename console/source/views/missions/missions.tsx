import { useState } from "preact/hooks";
import { go, href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { TextField } from "../../parts/field.tsx";
import { Empty, Loading, Notice, Problem } from "../../parts/notice.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { MissionList } from "./mission-list.tsx";
import { type SeenMissions, useMissions } from "./missions-data.ts";
import { PastRuns } from "./past-runs.tsx";
import { Queue } from "./queue.tsx";
import { SendDialog } from "./send-dialog.tsx";

/** From so many missions on, the list has a search. */
const searchedFrom = 5;

/** What robots do and will do next, the stored missions, and what became of past runs. */
export function View() {
  const { data, error, reload } = useMissions();
  const [isSending, setSending] = useState(false);
  const { missions: own } = words.value;
  const mayCommand = may("robots:command");
  return (
    <Page
      title={own.title}
      actions={
        <>
          {mayCommand && <Button onPress={() => setSending(true)}>{own.send}</Button>}
          {may("robots:write") && (
            <a class="button main" href={href("/missions/new")}>
              <Icon name="plus" />
              {words.value.missionEditor.newMission}
            </a>
          )}
        </>
      }
    >
      {!mayCommand && <Notice>{say(own.readOnly, { scope: "robots:command" })}</Notice>}
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data && (
        <>
          <Queue tasks={data.tasks} runs={data.runs} onChanged={reload} />
          <Stored lists={data} />
          <PastRuns runs={data.runs.filter(({ payload }) => "mission" in payload)} />
        </>
      )}
      {isSending && (
        <SendDialog onClose={() => setSending(false)} onSent={(id) => go(`/missions/runs/${id}`)} />
      )}
    </Page>
  );
}

function Stored({ lists }: { lists: SeenMissions }) {
  const [search, setSearch] = useState("");
  const { missions: own, common } = words.value;
  const sought = search.trim().toLocaleLowerCase();
  const found = lists.missions.filter(({ name, description }) =>
    `${name} ${description ?? ""}`.toLocaleLowerCase().includes(sought),
  );
  return (
    <Section title={own.stored}>
      {lists.missions.length >= searchedFrom && (
        <TextField label={common.search} value={search} onChange={setSearch} />
      )}
      {found.length === 0 ? (
        <Empty>{lists.missions.length === 0 ? own.none : common.none}</Empty>
      ) : (
        <MissionList missions={found} runs={lists.runs} />
      )}
    </Section>
  );
}
