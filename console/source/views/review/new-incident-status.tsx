import { useEffect, useState } from "preact/hooks";
import type { Incident } from "../../../../client/source/generated.ts";
import { siteEvents } from "../../api/events.ts";
import { nameOf } from "../../cameras/camera-name.ts";
import { typeName } from "./incident-words.tsx";

/** Shortest time between two announcements, so that a screen reader can finish one. */
const periodMs = 2000;

/** Announces new incidents to screen readers. */
export function NewIncidentStatus() {
  const [text, setText] = useState("");
  useEffect(() => {
    let announcedAt = -periodMs;
    return siteEvents.follow(["incident.created"], (_type, incident: Incident) => {
      if (performance.now() - announcedAt < periodMs) return;
      announcedAt = performance.now();
      const { type, stream_id: camera, zone } = incident;
      setText([typeName(type), nameOf(camera), zone].filter(Boolean).join(", "));
    });
  }, []);
  return (
    <p class="unseen" role="status" aria-live="polite" data-news>
      {text}
    </p>
  );
}
