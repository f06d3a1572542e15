import type { BusAlarm } from "../mqtt/wire/mqtt.ts";
import type { Alarm, AlarmDelivery } from "./alarm-store.ts";
import type { AlarmOutlets } from "./alarms.ts";
import type { AlarmDeliveryWire, AlarmOutletsWire } from "./wire/alarm-outlets.ts";

/** An active alarm on the site's bus. */
export function busAlarm({ id, type, severity, summary, raisedAtMs }: Alarm): BusAlarm {
  return { alarm_id: id, type, severity, summary, since: raisedAtMs / 1000 };
}

/** The outlets and the newest alarms on the wire. */
export function alarmOutletsWire(outlets: AlarmOutlets): AlarmOutletsWire {
  return { ...outlets, recent: outlets.recent.map(alarmWire) };
}

/** An alarm with its deliveries on the wire. */
export function alarmWire(alarm: Alarm): AlarmDeliveryWire {
  const { id, type, severity, summary, raisedAtMs, clearedAtMs, mail, relay } = alarm;
  return {
    alarm_id: id,
    type,
    severity,
    summary,
    raised_at: raisedAtMs / 1000,
    cleared_at: clearedAtMs === null ? null : clearedAtMs / 1000,
    mail: mail ? deliveryWire(mail) : null,
    relay: relay ? deliveryWire(relay) : null,
  };
}

function deliveryWire({ state, attempts, lastError, atMs }: AlarmDelivery) {
  return { state, attempts, last_error: lastError, at: atMs === null ? null : atMs / 1000 };
}
