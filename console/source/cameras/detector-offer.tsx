import { useEffect, useState } from "preact/hooks";
import { useAct } from "../api/act.ts";
import { box } from "../api/box.ts";
import { useLoad } from "../api/load.ts";
import { may } from "../app/session.ts";
import { Button } from "../parts/button.tsx";
import { Notice, Problem } from "../parts/notice.tsx";
import { bytes, say } from "../words/say.ts";
import { words } from "../words/words.ts";

type Models = Awaited<ReturnType<typeof box.surveillance.getModels>>["data"];

/** How often work that runs is looked at. */
const pollMs = 1000;

/** Returns the default detector; `auto` stands for the model that streams use now, or the shipped one before. */
function usedOf({ default: choice, models }: Models): string {
  if (choice !== "auto") return choice;
  const used =
    models.find(({ streams }) => streams.length > 0) ?? models.find(({ shipped }) => shipped);
  return used?.name ?? choice;
}

/** Says which detector is in use, and downloads and uses the recommended one with one press. */
export function DetectorOffer() {
  const { models: own } = words.value;
  const { data, reload } = useLoad(
    async (signal) => (await box.surveillance.getModels({ signal })).data,
    [],
  );
  const { run, error, isRunning } = useAct();
  const [awaited, setAwaited] = useState<{ name: string; before: unknown }>();
  const work = data?.work;
  // An answer from before the press may tell of an earlier download.
  const isDone =
    awaited !== undefined &&
    data !== awaited.before &&
    work?.name === awaited.name &&
    work.state === "done";
  useEffect(() => {
    if (work?.state !== "running") return;
    const timer = setTimeout(reload, pollMs);
    return () => clearTimeout(timer);
  }, [data, work, reload]);
  const use = async (name: string): Promise<void> => {
    setAwaited(undefined);
    await run(() => box.surveillance.setDefaultModel({ name }));
    reload();
  };
  useEffect(() => {
    if (isDone) void use(awaited.name);
  }, [isDone]);
  if (data === undefined) return null;
  const best = data.models.find(({ recommended, default: isUsed }) => recommended && !isUsed);
  const press = async (name: string, isThere: boolean): Promise<void> => {
    if (isThere) return await use(name);
    await run(() => box.surveillance.pullModel({ name }));
    setAwaited({ name, before: data });
    reload();
  };
  return (
    <Notice tone="info">
      <div class="stack">
        <p>{say(own.detectorInUse, { name: usedOf(data) })}</p>
        <Problem error={error} />
        <div role="status">
          {work?.state === "running" && (
            <p>
              {say(own.works[work.kind], { name: work.name })} {bytes(work.bytes)}
            </p>
          )}
          {work?.state === "failed" && <p>{work.error?.message}</p>}
        </div>
        {best && may("system:admin") && (
          <>
            <p>{say(own.recommended, { name: best.name, cameras: best.cameras ?? 0 })}</p>
            <Button
              isBusy={isRunning || work?.state === "running"}
              onPress={() => void press(best.name, best.state !== "available")}
            >
              {say(best.state === "available" ? own.pullAndUse : own.useNamed, { name: best.name })}
            </Button>
          </>
        )}
      </div>
    </Notice>
  );
}
