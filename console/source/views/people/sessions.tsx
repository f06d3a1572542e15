import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { ConfirmButton } from "../../parts/button.tsx";
import { Badge, Problem } from "../../parts/notice.tsx";
import { Table } from "../../parts/paged.tsx";
import { Section } from "../../parts/page.tsx";
import { time } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** The most that one answer of the box lists. */
const limit = 100;

/** The page sessions that the user may see and end. */
export function Sessions() {
  const { people: own, keys, common } = words.value;
  const { isRunning, error, run } = useAct();
  const sessions = useLoad((signal) => box.session.listPageSessions({ limit }, { signal }), []);
  const end = async (id: string): Promise<void> => {
    if (await run(() => box.session.deletePageSession({ page_session_id: id }))) sessions.reload();
  };
  return (
    <Section title={own.sessions}>
      <Problem error={error ?? sessions.error} onRetry={sessions.reload} />
      <Table
        label={own.sessions}
        head={[common.name, own.method, keys.from, own.browser, keys.lastUsed, common.actions]}
      >
        {(sessions.data?.data.data ?? []).map((each) => (
          <tr key={each.id}>
            <td>
              {each.name ?? "–"} {each.is_current && <Badge tone="info">{keys.thisOne}</Badge>}
            </td>
            <td>{own.methods[each.method]}</td>
            <td dir="ltr">{each.address ?? "–"}</td>
            <td dir="ltr">
              <span class="hint">{each.browser ?? "–"}</span>
            </td>
            <td>{time(each.last_seen_at)}</td>
            <td>
              {!each.is_current && (
                <ConfirmButton isBusy={isRunning} onPress={() => void end(each.id)}>
                  {own.end}
                </ConfirmButton>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
