import type { Mode } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { pageMax } from "../../../api/pages.ts";
import { href } from "../../../app/router.ts";
import { modesLine, scheduleLine } from "../../../behaviors/terms-words.ts";
import { Empty, Problem } from "../../../parts/notice.tsx";
import { words } from "../../../words/words.ts";

const everyMs = 15_000;

/** Lists the rules that move robots in the mode; their schedules may let them rest. */
export function ActingRules({ mode }: { mode: Mode["mode"] }) {
  const { data, error, reload } = useLoad(
    async (signal) => {
      const { data: page } = (await box.rules.listRules({ limit: pageMax }, { signal })).data;
      return page.filter(
        ({ enabled, modes }) => enabled && (modes.length === 0 || modes.includes(mode)),
      );
    },
    [mode],
    { everyMs },
  );
  return (
    <>
      <Problem error={error} onRetry={reload} />
      {data?.length === 0 && <Empty>{words.value.modes.nothingActs}</Empty>}
      <ul class="entries">
        {data?.map(({ id, name, modes, schedule }) => (
          <li key={id} data-acting={id}>
            <a href={href("/automation/rules")}>{name ?? id}</a>
            <span class="quiet-text">
              {modesLine(modes)} · {scheduleLine(schedule)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
