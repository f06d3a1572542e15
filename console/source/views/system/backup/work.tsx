import { useEffect, useState } from "preact/hooks";
import type { Backups } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { explain } from "../../../api/explain.ts";
import { Notice } from "../../../parts/notice.tsx";
import { bytes } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";

const askEveryMs = 1000;

/** The running or last backup, check or upload. */
export function Work({ of }: { of: Backups["work"] }) {
  const { backup: own } = words.value;
  return (
    <div role="status">
      {of?.state === "failed" && (
        <Notice tone="critical">
          {`${own.works[of.kind]}: ${own.failed}`}{" "}
          <span lang="en" dir="ltr">
            {of.error?.message}
          </span>
        </Notice>
      )}
      {of?.state === "done" && <Notice tone="good">{`${own.works[of.kind]}: ${own.done}`}</Notice>}
      {of?.state === "running" && <Progress of={of} />}
    </div>
  );
}

function Progress({ of }: { of: NonNullable<Backups["work"]> }) {
  const { backup: own } = words.value;
  const { kind, bytes: done, total, stage } = of;
  const step = stage === null ? "" : ` · ${own.stages[stage as keyof typeof own.stages] ?? stage}`;
  return (
    <div class="stack">
      <p>
        {own.works[kind]}
        {step} {done > 0 && bytes(done)}
      </p>
      <progress
        class="doctor-progress"
        aria-label={own.works[kind]}
        {...(total === null ? {} : { max: total, value: Math.min(done, total) })}
      />
    </div>
  );
}

/** Follows a restore over the restart: loads the page again when the restored box answers. */
export function Restarting({ name, onFailed }: { name: string; onFailed: () => void }) {
  const { backup: own } = words.value;
  const [work, setWork] = useState<Backups["work"]>(null);
  useEffect(() => {
    let isOver = false;
    const ask = async (): Promise<void> => {
      const { data } = await box.system.getBackups();
      if (isOver) return;
      if (data.work?.kind !== "restore" && data.restored?.name === name) location.reload();
      else if (data.work?.state === "failed") onFailed();
      else setWork(data.work);
    };
    // While the box is away the next try follows; the header says that it is disconnected.
    const timer = setInterval(
      () => void ask().catch((error: unknown) => explain(error)),
      askEveryMs,
    );
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [name]);
  const isRunning = work?.state === "running";
  return (
    <div role="status">
      <Notice tone="warning">
        <p>{isRunning ? own.checking : own.restarting}</p>
        {isRunning && <Progress of={work} />}
      </Notice>
    </div>
  );
}
