import { useState } from "preact/hooks";
import type { Webhook } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { usePages } from "../../../api/pages.ts";
import { href } from "../../../app/router.ts";
import { may } from "../../../app/session.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { CheckField, TextField } from "../../../parts/field.tsx";
import { Problem } from "../../../parts/notice.tsx";
import { Paged, Table } from "../../../parts/paged.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { SecretOnce } from "../../../parts/secret.tsx";
import { number, time } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { optionsOf, requestOf, WebhookOptionFields } from "./option-fields.tsx";
import { newSecret, WebhookBadge } from "./webhook-parts.tsx";

/** Receivers of the site's events. */
export function View() {
  const { webhooks: own, nav, common } = words.value;
  const [isAdding, setAdding] = useState(false);
  const pages = usePages((after, signal) => box.webhooks.listWebhooks(after, { signal }), []);
  return (
    <Page
      title={nav.webhooks}
      actions={
        may("webhooks:write") && (
          <Button tone="main" icon="plus" onPress={() => setAdding(true)}>
            {own.add}
          </Button>
        )
      }
    >
      <Section title={nav.webhooks}>
        <Paged pages={pages} none={own.none}>
          {(webhooks) => (
            <Table
              label={nav.webhooks}
              head={[own.url, common.state, own.events, own.pending, own.lastSuccess]}
            >
              {webhooks.map((webhook) => (
                <tr key={webhook.id}>
                  <td>
                    <a href={href(`/automation/webhooks/${webhook.id}`)} dir="ltr">
                      {webhook.endpoint_url}
                    </a>
                    {webhook.description !== null && <p class="hint">{webhook.description}</p>}
                  </td>
                  <td>
                    <WebhookBadge webhook={webhook} />
                  </td>
                  <td dir="ltr">{webhook.events.join(", ")}</td>
                  <td>{number(webhook.pending_deliveries)}</td>
                  <td>
                    {webhook.last_success_at === null
                      ? common.never
                      : time(webhook.last_success_at)}
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Paged>
      </Section>
      {isAdding && (
        <NewWebhook
          onClose={() => {
            setAdding(false);
            pages.reload();
          }}
        />
      )}
    </Page>
  );
}

const eventTypes = [
  "job.completed",
  "job.failed",
  "job.cancelled",
  "incident.created",
  "incident.resolved",
  "incident.escalated",
  "robot.incident",
  "robot.command",
  "webhook.disabled",
] as const satisfies readonly Webhook["events"][number][];

type EventType = Webhook["events"][number];

function EventChoice(props: {
  chosen: readonly EventType[];
  onChange: (chosen: readonly EventType[]) => void;
}) {
  const { chosen, onChange } = props;
  return (
    <fieldset>
      <legend>{words.value.webhooks.events}</legend>
      {eventTypes.map((type) => (
        <CheckField
          key={type}
          label={type}
          value={chosen.includes(type)}
          onChange={(isOn) =>
            onChange(isOn ? [...chosen, type] : chosen.filter((each) => each !== type))
          }
        />
      ))}
    </fieldset>
  );
}

function NewWebhook({ onClose }: { onClose: () => void }) {
  const { webhooks: own, common } = words.value;
  const { isRunning, error, run } = useAct();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [events, setEvents] = useState<readonly EventType[]>([
    "incident.created",
    "incident.resolved",
  ]);
  const [options, setOptions] = useState(() => optionsOf());
  const [createdSecret, setCreatedSecret] = useState<string | undefined>(undefined);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const secret = newSecret();
    const body = { url, events: [...events], secret, ...requestOf(options) };
    const optional = description === "" ? {} : { description };
    if (await run(() => box.webhooks.createWebhook({ ...body, ...optional })))
      setCreatedSecret(secret);
  };
  return (
    <Dialog title={own.add} onClose={onClose}>
      {createdSecret === undefined ? (
        <form data-draft class="stack" onSubmit={(event) => void submit(event)}>
          <TextField
            label={own.url}
            value={url}
            onChange={setUrl}
            type="url"
            dir="ltr"
            placeholder="https://"
            maxLength={2000}
            required
            hint={own.urlHint}
          />
          <TextField
            label={own.description}
            value={description}
            onChange={setDescription}
            maxLength={200}
          />
          <EventChoice chosen={events} onChange={setEvents} />
          <details>
            <summary>{own.options}</summary>
            <WebhookOptionFields value={options} onChange={setOptions} />
          </details>
          <Problem error={error} />
          <div class="row">
            <Button tone="main" isBusy={isRunning} isDisabled={events.length === 0}>
              {common.save}
            </Button>
            <Button onPress={onClose}>{common.cancel}</Button>
          </div>
        </form>
      ) : (
        <div class="stack">
          <SecretOnce text={own.secretOnce} secret={createdSecret} />
          <Button onPress={onClose}>{common.close}</Button>
        </div>
      )}
    </Dialog>
  );
}
