import { effect, signal } from "@preact/signals";
import { connection } from "../api/connection.ts";

const checkMs = 3_600_000;
/** Where a pressed notification leads; the service worker sends it. */
type Opening = { open: string };
let registered: Promise<ServiceWorkerRegistration | undefined> | undefined;

/** True once the box serves another build of the page than the one that is open. */
export const hasNewBuild = signal(false);

/**
 * Registers the service worker, which keeps the page's files so that it opens without the box. Browsers
 * offer it over HTTPS and on this machine only. It looks for a new build every hour, and whenever the box
 * comes back: an upgrade restarts it.
 */
export async function keepInstalled(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  let hadWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    // The first worker takes over a page of the same build.
    if (hadWorker) void isOfNewestBuild().then((isNewest) => (hasNewBuild.value = !isNewest));
    hadWorker = true;
  });
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<Opening>) => {
    location.hash = data.open;
  });
  const registration = await installedWorker();
  if (!registration) return;
  const check = (): void => void registration.update().catch(() => undefined);
  setInterval(check, checkMs);
  let wasAway = false;
  effect(() => {
    const now = connection.value;
    if (now === "live" && wasAway) check();
    wasAway = now === "retrying";
  });
}

/** False if the newest worker keeps another build; a page that was loaded after an upgrade is of the newest already. */
async function isOfNewestBuild(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  // Caches come in the order in which workers made them.
  const newest = (await caches.keys()).at(-1);
  if (script === null || newest === undefined) return true;
  return (await (await caches.open(newest)).match(script.src)) !== undefined;
}

/**
 * The registration of the service worker. Undefined without one: over plain HTTP, and where the browser does not
 * trust the box's certificate. The page works without it.
 */
export function installedWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator)) return Promise.resolve(undefined);
  registered ??= navigator.serviceWorker
    .register("/service-worker.js", { updateViaCache: "none" })
    .catch(() => undefined);
  return registered;
}
