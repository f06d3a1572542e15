import { installedWorker } from "./installed.ts";

/** Why this browser shows no notifications, or `ready`. */
export type PushSupport = "insecure" | "untrusted" | "unsupported" | "denied" | "ready";

const deviceKey = "gatehouse.push-device";

/** Returns what this browser allows on this page now. */
export async function pushSupport(): Promise<PushSupport> {
  if (!window.isSecureContext) return "insecure";
  // Safari on iOS has both only on the home screen.
  if (!("PushManager" in window) || !("Notification" in window)) return "unsupported";
  if ((await installedWorker()) === undefined) return "untrusted";
  return Notification.permission === "denied" ? "denied" : "ready";
}

/** Calls `run` when the person changes the permission in the browser; returns how to end that. */
export function onPermissionChange(run: () => void): () => void {
  const ended = new AbortController();
  void navigator.permissions
    ?.query({ name: "notifications" })
    .then((status) => status.addEventListener("change", run, { signal: ended.signal }))
    // Browsers without this permission by name: the person reloads the page.
    .catch(() => undefined);
  return () => ended.abort();
}

/** The address of this device and its keys, as the box takes them. */
export interface PushAddress {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Asks for the permission if needed and subscribes at the browser's push service. Undefined when the person refuses.
 * Rejects when the browser does not reach its push service.
 */
export async function subscribeDevice(publicKey: string): Promise<PushAddress | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  const { pushManager } = (await installedWorker())!;
  const applicationServerKey = bytesOf(publicKey);
  const before = await pushManager.getSubscription();
  // A restored box has other keys: the push service would refuse its messages.
  if (before && !isSame(before.options.applicationServerKey, applicationServerKey)) {
    await before.unsubscribe();
  }
  const options = { userVisibleOnly: true, applicationServerKey };
  const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
  return { endpoint: endpoint!, keys: { p256dh: keys!["p256dh"]!, auth: keys!["auth"]! } };
}

/** Ends the subscription at the browser's push service. */
export async function unsubscribeDevice(): Promise<void> {
  localStorage.removeItem(deviceKey);
  const worker = await installedWorker();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

/** The box's id of this device; null before it subscribed. */
export function deviceId(): string | null {
  return localStorage.getItem(deviceKey);
}

/** Keeps the box's id of this device. */
export function keepDeviceId(id: string): void {
  localStorage.setItem(deviceKey, id);
}

/** A name for this device, such as `Chrome, Android`. */
export function ownDeviceName(): string {
  const agent = navigator.userAgent;
  const first = (names: readonly (readonly [RegExp, string])[]): string | undefined =>
    names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = first([
    [/Edg/, "Edge"],
    [/Firefox|FxiOS/, "Firefox"],
    [/Chrom|CriOS/, "Chrome"],
    [/Safari/, "Safari"],
  ]);
  const system = first([
    [/Android/, "Android"],
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Windows/, "Windows"],
    [/Mac OS/, "Mac"],
    [/Linux/, "Linux"],
  ]);
  return [browser, system].filter((part) => part !== undefined).join(", ");
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  if (one === null) return false;
  const bytes = new Uint8Array(one);
  return bytes.length === other.length && bytes.every((byte, index) => byte === other[index]);
}
