import { useState } from "preact/hooks";
import type { Person } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { nameOf } from "../../cameras/camera-name.ts";
import { session } from "../../app/session.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { Badge, Empty, Loading, Problem } from "../../parts/notice.tsx";
import { Table } from "../../parts/paged.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { dateTime } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { Audit } from "./audit.tsx";
import { EditPerson } from "./edit-person.tsx";
import { Invite } from "./invite.tsx";
import { Invitations } from "./invitations.tsx";
import { Keys } from "./keys.tsx";
import { Link } from "./link.tsx";
import { Sessions } from "./sessions.tsx";

/** The most that one answer of the box lists. */
const limit = 100;

/** The people and keys of the box, and the log of their changes. */
export function View() {
  const { people: own, nav } = words.value;
  const [isInviting, setInviting] = useState(false);
  const [changes, setChanges] = useState(0);
  const people = useLoad((signal) => box.people.listPeople({ limit }, { signal }), [changes]);
  return (
    <Page
      title={nav.people}
      actions={
        <Button tone="main" icon="plus" onPress={() => setInviting(true)}>
          {own.invite}
        </Button>
      }
    >
      <Section title={own.heading}>
        <Problem error={people.error} onRetry={people.reload} />
        {people.isLoading && people.data === undefined && <Loading />}
        {people.data?.data.total === 0 && <Empty>{words.value.common.none}</Empty>}
        {people.data && people.data.data.total > 0 && (
          <PeopleTable people={people.data.data.data} onDone={() => setChanges(changes + 1)} />
        )}
      </Section>
      <Invitations key={`invitations ${changes}`} />
      <Sessions key={`sessions ${changes}`} />
      <Keys />
      <Audit />
      {isInviting && (
        <Invite
          onClose={() => {
            setInviting(false);
            setChanges(changes + 1);
          }}
        />
      )}
    </Page>
  );
}

function PeopleTable({ people, onDone }: { people: readonly Person[]; onDone: () => void }) {
  const { people: own, keys, common } = words.value;
  const { isRunning, error, run } = useAct();
  const [edited, setEdited] = useState<Person | undefined>(undefined);
  const [url, setUrl] = useState<string | undefined>(undefined);
  const remove = async (person: Person): Promise<void> => {
    if (await run(() => box.people.deletePerson({ person_id: person.id }))) onDone();
  };
  const invite = (person: Person): void => {
    void run(async () => {
      const { data } = await box.people.createInvitation({ person_id: person.id });
      setUrl(data.url);
    });
  };
  return (
    <>
      <Problem error={error} />
      <Table
        label={own.heading}
        head={[common.name, keys.preset, own.cameras, own.lastSignIn, common.actions]}
      >
        {people.map((person) => (
          <tr key={person.id}>
            <td>
              {person.name} {isMe(person) && <Badge tone="info">{keys.thisOne}</Badge>}
            </td>
            <td>{keys.presets[person.role]}</td>
            <td>
              {person.cameras === null ? (
                own.allCameras
              ) : (
                <span>{person.cameras.map(nameOf).join(", ") || common.none}</span>
              )}
            </td>
            <td>
              {person.last_signed_in_at === null
                ? common.never
                : dateTime(person.last_signed_in_at)}
            </td>
            <td>
              <span class="row">
                <Button isBusy={isRunning} onPress={() => setEdited(person)}>
                  {common.edit}
                </Button>
                <Button isBusy={isRunning} onPress={() => invite(person)}>
                  {own.newPassword}
                </Button>
                <ConfirmButton isBusy={isRunning} onPress={() => void remove(person)}>
                  {own.remove}
                </ConfirmButton>
              </span>
            </td>
          </tr>
        ))}
      </Table>
      {edited && (
        <EditPerson
          person={edited}
          onClose={(isChanged) => {
            setEdited(undefined);
            if (isChanged) onDone();
          }}
        />
      )}
      {url !== undefined && (
        <Link
          title={own.newPassword}
          url={url}
          onClose={() => {
            setUrl(undefined);
            onDone();
          }}
        />
      )}
    </>
  );
}

function isMe({ id }: Person): boolean {
  const who = session.value;
  return typeof who === "object" && who.person?.id === id;
}
