import { useState } from "preact/hooks";
import type { Webhook, WebhookDelivery } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { usePages } from "../../../api/pages.ts";
import { go, href } from "../../../app/router.ts";
import { nameOf } from "../../../cameras/camera-name.ts";
import { may } from "../../../app/session.ts";
import { Button, ConfirmButton } from "../../../parts/button.tsx";
import { SelectField } from "../../../parts/field.tsx";
import { FormDialog } from "../../../parts/form-dialog.tsx";
import { Badge, Loading, Notice, Problem, type Tone } from "../../../parts/notice.tsx";
import { Paged, Table } from "../../../parts/paged.tsx";
import { Facts, Page, Section } from "../../../parts/page.tsx";
import { SecretOnce } from "../../../parts/secret.tsx";
import { dateTime, duration, number, say, time } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import type { ViewProps } from "../../registry.ts";
import { typeName } from "../../review/incident-words.tsx";
import { optionsOf, requestOf, WebhookOptionFields } from "./option-fields.tsx";
import { newSecret, WebhookBadge } from "./webhook-parts.tsx";

const everyMs = 5000;
const graceSec = 86_400;

/** One receiver with its deliveries. */
export function View({ params }: ViewProps) {
  const id = params["id"]!;
  const { webhooks: own, nav } = words.value;
  const { data, error, reload } = useLoad(
    async (signal) => (await box.webhooks.getWebhook({ webhook_id: id }, { signal })).data,
    [id],
    { everyMs },
  );
  const [status, setStatus] = useState<WebhookDelivery["status"] | "">("");
  const deliveries = usePages(
    (after, signal) => {
      const filter = status === "" ? {} : { status };
      return box.webhooks.listWebhookDeliveries(
        { webhook_id: id, ...after, ...filter },
        { signal },
      );
    },
    [id, status],
    { everyMs },
  );
  const statuses = Object.entries(own.statuses) as [WebhookDelivery["status"], string][];
  return (
    <Page title={nav.webhooks} back={{ href: href("/automation/webhooks"), label: nav.webhooks }}>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data && (
        <Details
          webhook={data}
          onDone={() => {
            reload();
            deliveries.reload();
          }}
        />
      )}
      <Section title={own.deliveries}>
        <SelectField
          label={words.value.common.state}
          value={status}
          onChange={setStatus}
          options={[["", words.value.common.all], ...statuses]}
        />
        <Paged pages={deliveries} none={own.noDeliveries}>
          {(items) => <Deliveries items={items} onDone={deliveries.reload} />}
        </Paged>
      </Section>
    </Page>
  );
}

function Details({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const { webhooks: own, common } = words.value;
  return (
    <Section title={webhook.description ?? own.url}>
      <Facts
        entries={[
          [
            own.url,
            <span key="url" dir="ltr">
              {webhook.endpoint_url}
            </span>,
          ],
          [common.state, <WebhookBadge key="state" webhook={webhook} />],
          [own.events, webhook.events.join(", ")],
          ...optionFacts(webhook),
          [own.pending, number(webhook.pending_deliveries)],
          [
            own.lastSuccess,
            webhook.last_success_at === null ? common.never : dateTime(webhook.last_success_at),
          ],
        ]}
      />
      {may("webhooks:write") && <Actions webhook={webhook} onDone={onDone} />}
    </Section>
  );
}

/** Shows only what differs from a plain webhook, and the schedule. */
function optionFacts(webhook: Webhook): [string, string][] {
  const { webhooks: own, nav, cameraSettings, incidents } = words.value;
  const { filter, headers, ordering, retry_delays_seconds: delays } = webhook;
  const facts: [string, string | undefined][] = [
    [own.incidentTypes, filter?.types?.map(typeName).join(", ")],
    [cameraSettings.minSeverity, filter?.min_severity && incidents.severities[filter.min_severity]],
    [nav.cameras, filter?.stream_ids?.map(nameOf).join(", ")],
    [own.headers, headers.map(({ name, value }) => `${name}: ${value ?? "••••"}`).join(", ")],
    [own.ordered, ordering === "camera" ? words.value.clinical.yes : undefined],
    [own.delays, delays.map((each) => duration(each)).join(", ") || "–"],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** The form that changes a webhook's options. */
function OptionsDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks: own, common } = words.value;
  const [options, setOptions] = useState(() => optionsOf(webhook));
  const { isRunning, error, run } = useAct();
  const submit = async (): Promise<void> => {
    const args = { webhook_id: webhook.id };
    if (await run(() => box.webhooks.updateWebhook(args, requestOf(options, webhook)))) onClose();
  };
  return (
    <FormDialog
      title={own.options}
      error={error}
      isBusy={isRunning}
      submitLabel={common.save}
      onSubmit={submit}
      onClose={onClose}
    >
      <WebhookOptionFields value={options} onChange={setOptions} />
    </FormDialog>
  );
}

const spans = [3600, 86_400, 14 * 86_400 - 600] as const;

/** Actions on a webhook, and their outcome. */
function useActions(webhook: Webhook, onDone: () => void) {
  const { isRunning, error, run } = useAct();
  const [outcome, setOutcome] = useState("");
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const { webhooks: own } = words.value;
  const args = { webhook_id: webhook.id };
  const act = async (work: () => Promise<string>): Promise<void> => {
    setOutcome("");
    if (await run(async () => setOutcome(await work()))) onDone();
  };
  return {
    isRunning,
    error,
    outcome,
    secret,
    test: () =>
      act(async () => {
        const { data } = await box.webhooks.testWebhook(args);
        const why = data.error_message ?? data.response_status ?? "";
        return `${say(own.testResult, { status: own.statuses[data.status] })} ${why}`;
      }),
    recover: (spanSec: number) =>
      act(async () => {
        const since = Math.floor(Date.now() / 1000) - spanSec;
        const { data } = await box.webhooks.recoverWebhook(args, { since });
        return say(own.recovered, { count: data.queued });
      }),
    rotate: () =>
      act(async () => {
        const next = newSecret();
        const body = { secret: next, grace_seconds: graceSec };
        await box.webhooks.rotateWebhookSecret(args, body);
        setSecret(next);
        return "";
      }),
    turn: () =>
      act(async () => {
        await box.webhooks.updateWebhook(args, { is_active: !webhook.is_active });
        return "";
      }),
    async remove(): Promise<void> {
      if (await run(() => box.webhooks.deleteWebhook(args))) go("/automation/webhooks");
    },
  };
}

function Actions({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const { webhooks: own, common } = words.value;
  const [span, setSpan] = useState(String(spans[1]));
  const [isEditing, setEditing] = useState(false);
  const { isRunning, error, outcome, secret, ...acts } = useActions(webhook, onDone);
  return (
    <>
      <div class="row">
        <Button tone="main" isBusy={isRunning} onPress={() => void acts.test()}>
          {own.test}
        </Button>
        <Button isBusy={isRunning} onPress={() => void acts.turn()}>
          {webhook.is_active ? own.switchOff : own.switchOn}
        </Button>
        <Button onPress={() => setEditing(true)}>{own.options}</Button>
        <ConfirmButton isBusy={isRunning} onPress={() => void acts.rotate()}>
          {own.rotate}
        </ConfirmButton>
        <ConfirmButton icon="trash" isBusy={isRunning} onPress={() => void acts.remove()}>
          {common.delete}
        </ConfirmButton>
      </div>
      <div class="row orders">
        <SelectField
          label={own.recoverSince}
          value={span}
          onChange={setSpan}
          options={spans.map((each) => [String(each), duration(each)] as const)}
        />
        <Button isBusy={isRunning} onPress={() => void acts.recover(Number(span))}>
          {own.recover}
        </Button>
      </div>
      <p class="hint">{own.rotateHint}</p>
      <Problem error={error} />
      <div role="status">{outcome !== "" && <Notice tone="info">{outcome}</Notice>}</div>
      {isEditing && (
        <OptionsDialog
          webhook={webhook}
          onClose={() => {
            setEditing(false);
            onDone();
          }}
        />
      )}
      {secret !== undefined && <SecretOnce text={own.secretOnce} secret={secret} />}
    </>
  );
}

const tones: Readonly<Record<WebhookDelivery["status"], Tone>> = {
  pending: "info",
  succeeded: "good",
  exhausted: "critical",
  skipped: "warning",
};

function Deliveries(props: { items: readonly WebhookDelivery[]; onDone: () => void }) {
  const { webhooks: own, common } = words.value;
  const { isRunning, error, run } = useAct();
  const again = async ({ webhook_id, id }: WebhookDelivery): Promise<void> => {
    const args = { webhook_id, delivery_id: id };
    if (await run(() => box.webhooks.redeliverDelivery(args))) props.onDone();
  };
  return (
    <>
      <Problem error={error} />
      <Table
        label={own.deliveries}
        head={[own.event, common.state, own.attempt, own.answer, common.actions]}
      >
        {props.items.map((delivery) => (
          <tr key={delivery.id}>
            <td>
              <span dir="ltr">{delivery.event_type}</span>
              <p class="hint">{dateTime(delivery.created_at)}</p>
            </td>
            <td>
              <Badge tone={tones[delivery.status]}>{own.statuses[delivery.status]}</Badge>
            </td>
            <td>{delivery.attempt}</td>
            <td>
              {answerText(delivery)}
              {delivery.next_attempt_at !== null && (
                <p class="hint">{say(own.next, { time: time(delivery.next_attempt_at) })}</p>
              )}
            </td>
            <td>
              {may("webhooks:write") && (
                <Button isBusy={isRunning} onPress={() => void again(delivery)}>
                  {own.redeliver}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function answerText(delivery: WebhookDelivery): string {
  const { response_status: status, response_ms: ms, error_message: message } = delivery;
  if (status === null) return message ?? "–";
  const answer = say(words.value.webhooks.answerText, { status: String(status), ms: ms ?? 0 });
  return message === null ? answer : `${answer}: ${message}`;
}
