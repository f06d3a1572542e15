import type { ListedDevice, PushSettings } from "./push.ts";
import type { DeviceOrder, DeviceWishes } from "./subscriptions.ts";
import type { PushSubscribe, PushSubscriptionWire, PushWire } from "./wire/push.ts";

/** Returns the order of a request, with the defaults of the wishes that it leaves out. */
export function deviceOrder(request: PushSubscribe): DeviceOrder {
  const { endpoint, keys } = request;
  return { target: { endpoint, keys }, wishes: wishesOf(request) };
}

function wishesOf(request: PushSubscribe): DeviceWishes {
  return {
    deviceName: request.device_name,
    language: request.language ?? "en",
    minSeverity: request.min_severity ?? "warning",
    cameraIds: request.camera_ids ?? null,
    quietHours: request.quiet_hours ?? null,
    isCriticalLoud: request.critical_in_quiet_hours ?? true,
  };
}

/** Returns `data` of `GET /push`. */
export function settingsWire({ publicKey, services, hasPictures }: PushSettings): PushWire {
  const enabled = publicKey !== null;
  return { enabled, public_key: publicKey, services: [...services], pictures: hasPictures };
}

/** A device on the wire. */
export function deviceWire({ device: record, waiting }: ListedDevice): PushSubscriptionWire {
  const { id, createdAtMs, lastSuccessAtMs } = record;
  return {
    id,
    object: "push.subscription",
    device_name: record.deviceName,
    owner_id: record.ownerId,
    owner_name: record.ownerName,
    service: record.service,
    language: record.language,
    min_severity: record.minSeverity,
    camera_ids: record.cameraIds === null ? null : [...record.cameraIds],
    quiet_hours: record.quietHours,
    critical_in_quiet_hours: record.isCriticalLoud,
    created_at: createdAtMs / 1000,
    last_success_at: lastSuccessAtMs === null ? null : lastSuccessAtMs / 1000,
    last_error: record.lastError,
    waiting,
  };
}
