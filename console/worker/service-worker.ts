import type { PushPayload } from "../../src/notifications/push/wire/push.ts";
import { openNotification, showNotification } from "./notifications.ts";
import { dropOldShells, keepShell, shellAnswer } from "./shell.ts";

const worker = self as unknown as ServiceWorkerGlobalScope;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(dropOldShells().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const answer = shellAnswer(event.request);
  if (answer) event.respondWith(answer);
});

worker.addEventListener("push", (event) => {
  const payload = event.data?.json() as PushPayload | undefined;
  if (payload) event.waitUntil(showNotification(worker.registration, payload));
});

worker.addEventListener("notificationclick", (event) => {
  event.waitUntil(openNotification(worker.clients, event.notification));
});
