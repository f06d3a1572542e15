import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { go } from "../../app/router.ts";
import { Button } from "../../parts/button.tsx";
import { CheckField, SelectField, TextField } from "../../parts/field.tsx";
import { words } from "../../words/words.ts";
import { type Filters, noFilters } from "./filters.ts";
import { typeName } from "./incident-words.tsx";
import { nameOf } from "../../cameras/camera-name.ts";

/** On a phone the filters open when they are wanted: the list comes first. */
const isWide = matchMedia("(min-width: 48rem)").matches;

/** The choice of incidents; it stands in the page's address, so that it can be kept and sent. */
export function FilterBar({ filters }: { filters: Filters }) {
  const { incidents: own, queue, behaviors, common, nav } = words.value;
  const { data: streams } = useLoad(
    async (signal) => (await box.surveillance.listStreams({ limit: 100 }, { signal })).data.data,
    [],
  );
  const set = (change: Partial<Filters>): void => {
    const chosen = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== "");
    go("/review", { query: Object.fromEntries(chosen), replace: true });
  };
  const all = ["", common.all] as const;
  const ids = new Set((streams ?? []).map((stream) => stream.stream_id));
  if (filters.stream_id !== "") ids.add(filters.stream_id);
  const { list, review } = filters;
  const isSet = Object.values({ ...filters, list: "", review: "" }).some((value) => value !== "");
  return (
    <details class="filters-frame" open={isWide}>
      <summary>{own.filters}</summary>
      <form class="filters" aria-label={own.filters} onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label={common.state}
          value={filters.state}
          onChange={(state) => set({ state })}
          options={[all, ["open", own.states.open], ["resolved", own.states.resolved]]}
        />
        <SelectField
          label={own.severity}
          value={filters.min_severity}
          onChange={(least) => set({ min_severity: least })}
          options={[all, ["warning", own.fromWarning], ["critical", own.severities.critical]]}
        />
        <SelectField
          label={own.type}
          value={filters.type}
          onChange={(type) => set({ type })}
          options={[
            all,
            ...Object.keys(behaviors.types).map((type) => [type, typeName(type)] as const),
          ]}
        />
        <SelectField
          label={nav.cameras}
          value={filters.stream_id}
          onChange={(id) => set({ stream_id: id })}
          options={[all, ...[...ids].map((id) => [id, nameOf(id)] as const)]}
        />
        <SelectField
          label={own.time}
          value={filters.hours}
          onChange={(hours) => set({ hours })}
          options={[all, ["1", own.lastHour], ["24", own.lastDay], ["168", own.lastWeek]]}
        />
        <TextField
          label={queue.fromDay}
          type="date"
          value={filters.from_day}
          onChange={(day) => set({ from_day: day })}
        />
        <TextField
          label={queue.toDay}
          type="date"
          value={filters.to_day}
          onChange={(day) => set({ to_day: day })}
        />
        <TextField
          label={common.search}
          value={filters.search}
          maxLength={200}
          onChange={(search) => set({ search })}
        />
        <div class="row queue-switches">
          <CheckField
            label={queue.withAcknowledged}
            value={review === "all"}
            onChange={(isOn) => set({ review: isOn ? "all" : "" })}
          />
          <CheckField
            label={own.grouped}
            value={list === ""}
            onChange={(isOn) => set({ list: isOn ? "" : "each" })}
          />
          {isSet && (
            <Button onPress={() => set({ ...noFilters, list, review })}>{own.clearFilters}</Button>
          )}
        </div>
      </form>
    </details>
  );
}
