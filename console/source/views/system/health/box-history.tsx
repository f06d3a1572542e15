import type { SystemHistory } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { Chart } from "../../../parts/chart.tsx";
import { Empty, Loading, Problem } from "../../../parts/notice.tsx";
import { Section } from "../../../parts/page.tsx";
import { bytes, number, say, time } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";

const everyMs = 60_000;
type Column = Exclude<keyof SystemHistory, "at">;

/** The machine under the box, minute by minute. */
export function BoxHistory() {
  const { health: own } = words.value;
  const { data, error, reload } = useLoad(
    async (signal) => (await box.system.getHistory({ signal })).data,
    [],
    { everyMs },
  );
  const plain = (value: number): string => number(value);
  const charts: readonly (readonly [Column, string, (value: number) => string])[] = [
    ["disk_free_bytes", own.disk, bytes],
    ["memory_available_bytes", own.memory, bytes],
    ["load", own.load, plain],
    ["celsius", own.temperature, (value) => `${number(value)} °C`],
    ["cameras_online", own.online, plain],
    ["jobs_queued", own.queue, plain],
  ];
  return (
    <Section title={own.machine}>
      <p class="hint">{own.machineHint}</p>
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data && (
        <div class="grid wide">
          {charts.map(([column, name, show]) => (
            <History key={column} of={data} column={column} name={name} show={show} />
          ))}
        </div>
      )}
    </Section>
  );
}

function History(props: {
  of: SystemHistory;
  column: Column;
  name: string;
  show: (value: number) => string;
}) {
  const { of, column, name, show } = props;
  const { health: own } = words.value;
  const values = of[column];
  const now = values.at(-1) ?? null;
  const label = say(own.chartLabel, {
    name,
    first: time(of.at[0] ?? 0),
    last: time(of.at.at(-1) ?? 0),
    now: now === null ? "–" : show(now),
  });
  return (
    <figure>
      <figcaption>
        <strong>{name}</strong> {now !== null && show(now)}
      </figcaption>
      {values.every((value) => value === null) ? (
        <Empty>{own.notTold}</Empty>
      ) : (
        <Chart label={label} at={of.at} lines={[{ name, values, color: "--accent" }]} show={show} />
      )}
    </figure>
  );
}
