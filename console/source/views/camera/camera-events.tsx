import type { Stream } from "../../../../client/source/generated.ts";
import { Empty, Notice } from "../../parts/notice.tsx";
import { Facts, Section } from "../../parts/page.tsx";
import { eventNames } from "../../behaviors/behavior-words.ts";
import { number, say, time } from "../../words/say.ts";
import { words } from "../../words/words.ts";

type Events = NonNullable<Stream["camera_events"]>;

/** The camera's own events: the state of the subscription, and the newest of them. */
export function CameraEvents({ events }: { events: Events }) {
  const { cameraEvents: own, common, behaviors } = words.value;
  return (
    <Section title={own.title}>
      {events.problem && <Notice tone="warning">{events.problem.message}</Notice>}
      <Facts
        entries={[
          [
            common.state,
            `${own.states[events.state]} · ${say(common.since, { time: time(events.since) })}`,
          ],
          [own.holding, eventNames(events.active) || common.none],
          [own.received, number(events.received)],
        ]}
      />
      {events.recent.length === 0 && <Empty>{own.nothing}</Empty>}
      <ul class="entries">
        {events.recent.map(({ kind, name, active, at }, index) => (
          <li key={`${at} ${index}`}>
            <div>
              <strong>{behaviors.cameraEvents[kind]}</strong>
              <p class="quiet-text">
                {[name, phaseOf(active), time(at)].filter(Boolean).join(" · ")}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function phaseOf(active: boolean | null): string | null {
  const { begins, ends } = words.value.cameraEvents;
  if (active === null) return null;
  return active ? begins : ends;
}
