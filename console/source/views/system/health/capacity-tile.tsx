import { useEffect } from "preact/hooks";
import type { Capacity } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { may } from "../../../app/session.ts";
import { Button } from "../../../parts/button.tsx";
import { number, say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { Tile } from "./tile.tsx";

/** How often the estimate is read, and how often while the box measures. */
const everyMs = 60_000;
const pollMs = 2000;

/** How many more cameras fit; people who may administer the box can measure it again. */
export function CapacityTile() {
  const { capacity: own } = words.value.overview;
  const { data, reload } = useLoad(
    async (signal) => (await box.system.getCapacity({ signal })).data,
    [],
    { everyMs },
  );
  const { run, isRunning } = useAct();
  const isBusy = isRunning || data?.state === "measuring";
  useEffect(() => {
    if (data?.state !== "measuring") return;
    const timer = setTimeout(reload, pollMs);
    return () => clearTimeout(timer);
  }, [data, reload]);
  if (!data) return null;
  const begin = async (): Promise<void> => {
    if (await run(() => box.system.runCapacity())) reload();
  };
  const { estimate } = data;
  return (
    <Tile
      name={own.name}
      value={estimate ? say(own.more, { count: number(estimate.fits.cameras) }) : "–"}
      note={
        <>
          {noteOf(data)}{" "}
          {may("system:admin") && (
            <Button tone="quiet" isBusy={isBusy} onPress={() => void begin()}>
              {own.measure}
            </Button>
          )}
        </>
      }
      {...(estimate?.fits.cameras === 0 ? { tone: "warning" as const } : {})}
    />
  );
}

function noteOf({ state, estimate }: Capacity): string {
  const { capacity: own } = words.value.overview;
  if (state === "measuring") return own.measuring;
  if (state === "failed") return own.failed;
  return estimate ? say(own.estimate, { limit: own.limits[estimate.fits.limit] }) : own.notMeasured;
}
