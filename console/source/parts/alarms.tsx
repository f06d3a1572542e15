import type { Alarm } from "../../../client/source/generated.ts";
import { words } from "../words/words.ts";
import { Notice } from "./notice.tsx";

/** What the box asks a technician to see to; the box's own sentence (English) says what to do. */
export function Alarms({ alarms }: { alarms: readonly Alarm[] }) {
  const known: Readonly<Record<string, string>> = words.value.alarms;
  return (
    <>
      {alarms.map(({ code, severity, message }) => (
        <Notice key={code} tone={severity}>
          <p>
            <strong>{known[code]}</strong>{" "}
            <span lang="en" dir="ltr">
              {message}
            </span>
          </p>
        </Notice>
      ))}
    </>
  );
}
