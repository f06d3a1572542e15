import type { AuditEntry } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { usePages } from "../../api/pages.ts";
import { authorName, useKeyNames } from "../../app/author.ts";
import { Button } from "../../parts/button.tsx";
import { Paged, Table } from "../../parts/paged.tsx";
import { Section } from "../../parts/page.tsx";
import { dateTime } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** The log of changes, newest first. */
export function Audit() {
  const { keys: own, common } = words.value;
  useKeyNames();
  const pages = usePages((after, signal) => box.keys.listAudit(after, { signal }), []);
  return (
    <Section title={own.audit} actions={<Button onPress={pages.reload}>{common.refresh}</Button>}>
      <Paged pages={pages} none={common.none}>
        {(entries) => (
          <Table label={own.audit} head={[own.when, own.who, own.from, own.what, own.outcome]}>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td>{dateTime(entry.created_at)}</td>
                <td dir="auto">{actorName(entry.actor)}</td>
                <td dir="ltr">{entry.address ?? "–"}</td>
                <td dir="ltr">{entry.action}</td>
                <td dir="ltr">
                  {entry.outcome.status} {entry.outcome.code}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Paged>
    </Section>
  );
}

function actorName({ name, key_id: id, kind }: AuditEntry["actor"]): string {
  return name ?? (id === null ? kind : authorName(id));
}
