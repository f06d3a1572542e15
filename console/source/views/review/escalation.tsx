import type { Incident } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { say, time } from "../../words/say.ts";
import { language, words } from "../../words/words.ts";

/** Steps become due without an event. */
const everyMs = 15_000;

/** Who was and will be notified while nobody acknowledges the incident; nothing where the site has no steps. */
export function Escalation({ incident }: { incident: Incident }) {
  const own = words.value.escalation;
  const { id, acknowledged_at: seenAt } = incident;
  const { data } = useLoad(
    (signal) => box.surveillance.getIncidentEscalation({ incident_id: id }, { signal }),
    [id, seenAt],
    { everyMs },
  );
  const steps = data?.data.steps ?? [];
  const isSeen = data?.data.acknowledged === true;
  const shownSteps = steps.filter((step) => !isSeen || step.notified_at !== null);
  if (steps.length === 0) return null;
  const list = new Intl.ListFormat(language.value, { type: "conjunction" });
  return (
    <>
      <h3>{own.title}</h3>
      <ul class="plain-list">
        {shownSteps.map(({ to, people, due_at: dueAt, notified_at: atSec }) => {
          const names = to.flatMap((each) =>
            each === "push" && people.length > 0 ? people : [own.outlets[each]],
          );
          const values = { time: time(atSec ?? dueAt), outlets: list.format(names) };
          return <li key={dueAt}>{say(atSec === null ? own.due : own.sent, values)}</li>;
        })}
        {isSeen && shownSteps.length < steps.length && <li>{own.ended}</li>}
      </ul>
    </>
  );
}
