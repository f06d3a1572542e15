import { useEffect, useState } from "preact/hooks";
import type { Incident } from "../../../../client/source/generated.ts";
import { siteEvents } from "../../api/events.ts";
import { typeName } from "./incident-words.tsx";

/** Screen readers are told of one new incident in this time; more would never end. */
const periodMs = 2000;

/** Reads new incidents out, unseen. */
export function News() {
  const [text, setText] = useState("");
  useEffect(() => {
    let toldAt = -periodMs;
    return siteEvents.follow(["incident.created"], (_type, incident: Incident) => {
      if (performance.now() - toldAt < periodMs) return;
      toldAt = performance.now();
      setText([typeName(incident.type), incident.summary].filter(Boolean).join(": "));
    });
  }, []);
  return (
    <p class="unseen" role="status" aria-live="polite" data-news>
      {text}
    </p>
  );
}
