import { useEffect, useState } from "preact/hooks";
import type { Push, PushSubscription } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useAct } from "../../api/act.ts";
import { useLoad } from "../../api/load.ts";
import {
  deviceId,
  onPermissionChange,
  pushSupport,
  type PushSupport,
  unsubscribeDevice,
} from "../../app/push-device.ts";
import { session } from "../../app/session.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { Badge, Empty, Notice, Problem } from "../../parts/notice.tsx";
import { Table } from "../../parts/paged.tsx";
import { Section } from "../../parts/page.tsx";
import { count, dateTime, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { DeviceForm } from "./device-form.tsx";

/** The most that one answer of the box lists. */
const limit = 100;
/** A device's messages and errors change without an event. */
const everyMs = 10_000;

/** Notifications: this device's choice of incidents, and all devices of the user. */
export function Devices() {
  const own = words.value.push;
  const settings = useLoad((signal) => box.push.getPush({ signal }), []);
  const devices = useLoad((signal) => box.push.listSubscriptions({ limit }, { signal }), [], {
    everyMs,
  });
  const who = session.value;
  const ownId = typeof who === "object" ? who.key_id : undefined;
  // An administrator's list has everybody's.
  const mine = (devices.data?.data.data ?? []).filter(({ owner_id: id }) => id === ownId);
  const push = settings.data?.data;
  return (
    <Section title={own.title}>
      <p class="hint">{own.hint}</p>
      <Problem error={settings.error ?? devices.error} onRetry={settings.reload} />
      {push && !push.enabled && <Notice>{own.off}</Notice>}
      {push?.enabled && devices.data && (
        <ThisDevice push={push} devices={mine} onDone={devices.reload} />
      )}
      {push?.enabled && devices.data && <DeviceList devices={mine} onDone={devices.reload} />}
    </Section>
  );
}

function ThisDevice(props: {
  push: Push;
  devices: readonly PushSubscription[];
  onDone: () => void;
}) {
  const { push, devices, onDone } = props;
  const [support, setSupport] = useState<PushSupport | undefined>(undefined);
  const check = (): void => void pushSupport().then(setSupport);
  useEffect(() => {
    check();
    return onPermissionChange(check);
  }, []);
  if (support === undefined) return null;
  if (support !== "ready") {
    return <Notice tone="warning">{words.value.push.support[support]}</Notice>;
  }
  const device = devices.find(({ id }) => id === deviceId());
  return (
    <DeviceForm
      key={device?.id}
      publicKey={push.public_key!}
      device={device}
      onDone={onDone}
      onRefused={check}
    />
  );
}

function DeviceList(props: { devices: readonly PushSubscription[]; onDone: () => void }) {
  const { devices, onDone } = props;
  const { push: own, common } = words.value;
  const { isRunning, error, run } = useAct();
  const [result, setResult] = useState<{ isSent: boolean; text: string } | undefined>(undefined);
  const remove = async (id: string): Promise<void> => {
    const work = async (): Promise<void> => {
      if (id === deviceId()) await unsubscribeDevice();
      await box.push.deleteSubscription({ subscription_id: id });
    };
    if (await run(work)) onDone();
  };
  const test = async (id: string): Promise<void> => {
    setResult(undefined);
    await run(async () => {
      const { data } = await box.push.testSubscription({ subscription_id: id });
      const text = data.delivered
        ? own.testSent
        : say(own.testFailed, { reason: data.error ?? "" });
      setResult({ isSent: data.delivered, text });
    });
    onDone();
  };
  if (devices.length === 0) return <Empty>{own.noDevices}</Empty>;
  return (
    <>
      <h3>{own.devices}</h3>
      <Problem error={error} />
      <p role="status">
        {result && <Notice tone={result.isSent ? "good" : "warning"}>{result.text}</Notice>}
      </p>
      <Table label={own.devices} head={[common.name, common.state, own.lastSent, common.actions]}>
        {devices.map((device) => (
          <tr key={device.id}>
            <td>
              <bdi>{device.device_name}</bdi>{" "}
              {device.id === deviceId() && <Badge tone="info">{own.thisDevice}</Badge>}
            </td>
            <td>
              <DeviceState device={device} />
            </td>
            <td>{device.last_success_at === null ? "–" : dateTime(device.last_success_at)}</td>
            <td>
              <div class="row">
                <Button isBusy={isRunning} onPress={() => void test(device.id)}>
                  {own.test}
                </Button>
                <ConfirmButton isBusy={isRunning} onPress={() => void remove(device.id)}>
                  {words.value.people.remove}
                </ConfirmButton>
              </div>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** The severities that a device gets, what waits, and the box's last failure. */
function DeviceState({ device }: { device: PushSubscription }) {
  const { push: own, incidents } = words.value;
  const { min_severity: least, last_error: problem, waiting } = device;
  const names = { info: "info", warning: "fromWarning", critical: "critical" } as const;
  const level = least === "warning" ? incidents[names.warning] : incidents.severities[least];
  return (
    <>
      {least === "info" ? words.value.common.all : level}
      {waiting > 0 && <Badge tone="warning">{count(own.waiting, waiting)}</Badge>}
      {problem !== null && (
        <p class="hint" dir="ltr">
          {problem}
        </p>
      )}
    </>
  );
}
