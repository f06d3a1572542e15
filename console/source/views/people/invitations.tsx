import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { nameOf } from "../../cameras/camera-name.ts";
import { ConfirmButton } from "../../parts/button.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Table } from "../../parts/paged.tsx";
import { Section } from "../../parts/page.tsx";
import { dateTime } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** The invitations that nobody has used yet; nothing while there is none. */
export function Invitations() {
  const { people: own, keys, common } = words.value;
  const { isRunning, error, run } = useAct();
  const open = useLoad((signal) => box.people.listInvitations({ signal }), []);
  const invitations = open.data?.data.data ?? [];
  if (invitations.length === 0 && open.error === undefined) return null;
  const withdraw = async (id: string): Promise<void> => {
    if (await run(() => box.people.deleteInvitation({ invitation_id: id }))) open.reload();
  };
  return (
    <Section title={own.invitations}>
      <Problem error={error ?? open.error} onRetry={open.reload} />
      <Table
        label={own.invitations}
        head={[common.name, keys.preset, own.cameras, keys.expires, common.actions]}
      >
        {invitations.map((each) => (
          <tr key={each.id}>
            <td>{each.name ?? "–"}</td>
            <td>{keys.presets[each.role]}</td>
            <td>
              {each.cameras === null ? (
                own.allCameras
              ) : (
                <span>{each.cameras.map(nameOf).join(", ") || common.none}</span>
              )}
            </td>
            <td>{dateTime(each.expires_at)}</td>
            <td>
              <ConfirmButton isBusy={isRunning} onPress={() => void withdraw(each.id)}>
                {own.withdraw}
              </ConfirmButton>
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
