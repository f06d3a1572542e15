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
