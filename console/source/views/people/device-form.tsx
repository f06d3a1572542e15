import { useState } from "preact/hooks";
import type { PushSubscribe, PushSubscription } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { useAct } from "../../api/act.ts";
import { keepDeviceId, ownDeviceName, subscribeDevice } from "../../app/push-device.ts";
import { Button } from "../../parts/button.tsx";
import { CheckField, SelectField, TextField } from "../../parts/field.tsx";
import { Notice, Problem } from "../../parts/notice.tsx";
import { language, words } from "../../words/words.ts";
import { ScheduleFields } from "../../behaviors/schedule-fields.tsx";
import { CameraChoice } from "./role-fields.tsx";

type Wishes = Omit<PushSubscribe, "endpoint" | "keys" | "language">;

/** Subscribes this device, or changes which incidents it gets. */
export function DeviceForm(props: {
  publicKey: string;
  /** Absent while this device gets nothing. */
  device: PushSubscription | undefined;
  onDone: () => void;
  /** The person refused the browser's question, or closed it. */
  onRefused: () => void;
}) {
  const { publicKey, device, onDone, onRefused } = props;
  const { push: own, common } = words.value;
  const { isRunning, error, run } = useAct();
  const [wishes, setWishes] = useState<Wishes>(() => wishesOf(device));
  const [isSaved, setSaved] = useState(false);
  const save = async (): Promise<void> => {
    setSaved(false);
    const isDone = await run(async () => {
      const address = await subscribeDevice(publicKey).catch((reason: unknown) => {
        // The browser's own sentence is English and names no cure.
        throw new Error(own.unreachable, { cause: reason });
      });
      if (!address) return onRefused();
      const request = { ...wishes, ...address, language: language.value };
      keepDeviceId((await box.push.createSubscription(request)).data.id);
      setSaved(true);
    });
    if (isDone) onDone();
  };
  return (
    <form
      data-draft
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <WishFields value={wishes} onChange={setWishes} />
      <Problem error={error} />
      <p role="status">{isSaved && <Notice tone="good">{common.saved}</Notice>}</p>
      <div class="row">
        <Button tone="main" isBusy={isRunning}>
          {device ? common.save : own.notify}
        </Button>
      </div>
    </form>
  );
}

function WishFields({ value, onChange }: { value: Wishes; onChange: (value: Wishes) => void }) {
  const { push: own, people, incidents, common } = words.value;
  const cameras = value.camera_ids ?? null;
  const quietHours = value.quiet_hours ?? null;
  return (
    <>
      <div class="fields">
        <TextField
          label={own.deviceName}
          value={value.device_name}
          onChange={(name) => onChange({ ...value, device_name: name })}
          maxLength={100}
          required
        />
        <SelectField
          label={incidents.severity}
          value={value.min_severity ?? "warning"}
          onChange={(least) => onChange({ ...value, min_severity: least })}
          options={[
            ["info", common.all],
            ["warning", incidents.fromWarning],
            ["critical", incidents.severities.critical],
          ]}
        />
        <SelectField
          label={people.cameras}
          value={cameras === null ? "all" : "some"}
          onChange={(next) => onChange({ ...value, camera_ids: next === "all" ? null : [] })}
          options={[
            ["all", people.allCameras],
            ["some", people.onlyThese],
          ]}
        />
      </div>
      {cameras !== null && (
        <CameraChoice
          chosen={cameras}
          onChange={(next) => onChange({ ...value, camera_ids: next })}
        />
      )}
      <ScheduleFields
        legend={own.quietHours}
        none={own.noQuietHours}
        value={quietHours}
        onChange={(next) => onChange({ ...value, quiet_hours: next })}
      />
      {quietHours !== null && (
        <CheckField
          label={own.criticalLoud}
          value={value.critical_in_quiet_hours ?? true}
          onChange={(isOn) => onChange({ ...value, critical_in_quiet_hours: isOn })}
        />
      )}
    </>
  );
}

function wishesOf(device: PushSubscription | undefined): Wishes {
  if (!device) return { device_name: ownDeviceName(), min_severity: "warning" };
  const { device_name, min_severity, camera_ids, quiet_hours, critical_in_quiet_hours } = device;
  return { device_name, min_severity, camera_ids, quiet_hours, critical_in_quiet_hours };
}
