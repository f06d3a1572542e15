import type { Alarm } from "../../../client/source/generated.ts";
import { useAct } from "../api/act.ts";
import { box } from "../api/box.ts";
import { may } from "../app/session.ts";
import { words } from "../words/words.ts";
import { ConfirmButton } from "./button.tsx";
import { Notice, Problem } from "./notice.tsx";

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
          {code === "safe_mode" && <SafeMode />}
        </Notice>
      ))}
    </>
  );
}

/** What safe mode means, and the way out of it. */
function SafeMode() {
  const { safeMode: own } = words.value;
  const { run, error, isRunning } = useAct();
  return (
    <>
      <p>{own.cause}</p>
      <Problem error={error} />
      {may("system:admin") && (
        <ConfirmButton isBusy={isRunning} onPress={() => void run(() => box.system.createLeave())}>
          {own.leave}
        </ConfirmButton>
      )}
    </>
  );
}
