import { useState } from "preact/hooks";
import type { Voice, VoiceAgent, VoiceSession } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { pageMax, readAll, usePages } from "../../api/pages.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../parts/button.tsx";
import { Badge, Problem, type Tone } from "../../parts/notice.tsx";
import { Paged, Table } from "../../parts/paged.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { Removal } from "../../parts/removal.tsx";
import { count, dateTime, duration } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { AgentForm } from "./agent-form.tsx";
import { Hearing } from "./hearing.tsx";
import { providers } from "./providers.ts";

const everyMs = 5000;
/** espeak-ng has about 130 voices, a provider's account a few hundred at most. */
const maxVoicePages = 10;

/** Makes and changes voice agents, and shows their capabilities and past conversations. */
export function View() {
  const { voice: own, nav } = words.value;
  const [isAdding, setAdding] = useState(false);
  const agents = usePages((after, signal) => box.voice.listVoiceAgents(after, { signal }), [], {
    everyMs,
  });
  const sessions = usePages((after, signal) => box.voice.listVoiceSessions(after, { signal }), [], {
    everyMs,
  });
  const { data: voices, error } = useLoad(
    (signal) =>
      readAll(
        (after) => box.voice.listVoices({ limit: pageMax, ...after }, { signal }),
        signal,
        maxVoicePages,
      ),
    [],
  );
  return (
    <Page
      title={nav.voice}
      actions={
        may("voice:write") && (
          <Button tone="main" icon="plus" onPress={() => setAdding(true)}>
            {own.newAgent}
          </Button>
        )
      }
    >
      <p class="hint">{own.hint}</p>
      <Section title={own.agents}>
        <Problem error={error} />
        <Paged pages={agents} none={own.noAgents}>
          {(items) => (
            <ul class="grid plain-list">
              {items.map((agent) => (
                <li key={agent.id}>
                  <AgentCard
                    {...{ agent, voices, sessions: sessions.items ?? [] }}
                    onChanged={agents.reload}
                  />
                </li>
              ))}
            </ul>
          )}
        </Paged>
      </Section>
      <Section title={own.conversations}>
        <Paged pages={sessions} none={own.noConversations}>
          {(items) => <Conversations items={items} />}
        </Paged>
      </Section>
      {isAdding && (
        <AgentForm
          voices={voices ?? []}
          onClose={() => setAdding(false)}
          onSaved={() => {
            setAdding(false);
            agents.reload();
          }}
        />
      )}
    </Page>
  );
}

interface AgentCardProps {
  agent: VoiceAgent;
  /** Undefined while they are read. */
  voices: readonly Voice[] | undefined;
  sessions: readonly VoiceSession[];
  onChanged: () => void;
}

function AgentCard({ agent, voices, sessions, onChanged }: AgentCardProps) {
  const { voice: own, common } = words.value;
  const talking = sessions.filter(
    ({ agent_id: id, status }) => id === agent.id && status === "active",
  ).length;
  return (
    <article class="panel" data-agent={agent.id}>
      <h3>
        <bdi>{agent.name}</bdi>
      </h3>
      <div class="row">
        {voices && <VoiceBadge voice={voices.find(({ id }) => id === agent.voice_id)} />}
        {talking > 0 && <Badge tone="info">{count(own.talking, talking)}</Badge>}
      </div>
      <Facts
        entries={[
          [own.voice, <Code key="voice" text={agent.voice_id} />],
          [own.language, agent.language ?? common.unknown],
          [own.provider, agent.provider === null ? own.anyProvider : providers[agent.provider]],
          [own.greeting, <bdi key="greeting">{agent.greeting ?? own.greetingByName}</bdi>],
        ]}
      />
      <details>
        <summary>{own.prompt}</summary>
        <p class="prompt" dir="auto">
          {agent.system_prompt}
        </p>
      </details>
      {may("voice:write") && may("jobs:read") && <Hearing agent={agent} />}
      {may("voice:write") && (
        <AgentActions {...{ agent, voices: voices ?? [], talking, onChanged }} />
      )}
    </article>
  );
}

function AgentActions(props: {
  agent: VoiceAgent;
  voices: readonly Voice[];
  talking: number;
  onChanged: () => void;
}) {
  const { voice: own, common } = words.value;
  const { agent, voices, talking, onChanged } = props;
  const [isEditing, setEditing] = useState(false);
  return (
    <div class="row">
      <Button icon="pencil" onPress={() => setEditing(true)}>
        {common.edit}
      </Button>
      <Removal
        name={agent.name}
        goes={[own.removed]}
        stays={[own.keptConversations, ...(talking > 0 ? [count(own.talking, talking)] : [])]}
        remove={() => box.voice.deleteVoiceAgent({ agent_id: agent.id })}
        onDone={onChanged}
      />
      {isEditing && (
        <AgentForm
          agent={agent}
          voices={voices}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            onChanged();
          }}
        />
      )}
    </div>
  );
}

function VoiceBadge({ voice }: { voice: Voice | undefined }) {
  const { voice: own } = words.value;
  if (!voice) return <Badge tone="warning">{own.unlisted}</Badge>;
  if (voice.available) return <Badge tone="good">{own.canSpeak}</Badge>;
  return (
    <>
      <Badge tone="warning">{own.cannotSpeak}</Badge>
      <span class="hint" lang="en" dir="auto">
        {voice.reason}
      </span>
    </>
  );
}

function Code({ text }: { text: string }) {
  return <code dir="ltr">{text}</code>;
}

const tones: Readonly<Record<VoiceSession["status"], Tone>> = {
  created: "neutral",
  active: "info",
  completed: "good",
  failed: "critical",
  expired: "warning",
};

function Conversations({ items }: { items: readonly VoiceSession[] }) {
  const { voice: own, common } = words.value;
  return (
    <Table
      label={own.conversations}
      head={[own.asked, own.agent, common.state, own.provider, own.took, own.outcome]}
    >
      {items.map((session) => (
        <tr key={session.id} data-session={session.id}>
          <td>{dateTime(session.created_at)}</td>
          <td>
            <bdi>{session.agent_name}</bdi>
            {session.agent_deleted && <p class="hint">{own.agentDeleted}</p>}
          </td>
          <td>
            <Badge tone={tones[session.status]}>{own.statuses[session.status]}</Badge>
          </td>
          <td>{providers[session.provider]}</td>
          <td>{tookText(session)}</td>
          <td dir="auto">{session.summary ?? session.reason ?? "–"}</td>
        </tr>
      ))}
    </Table>
  );
}

/** How long was spoken; nothing for what was never begun or still goes on. */
function tookText({ started_at: from, ended_at: until }: VoiceSession): string {
  return from === null || until === null ? "–" : duration(Math.max(0, until - from));
}
