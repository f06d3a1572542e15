import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useKeys } from "../../app/keys.ts";
import { setQuery } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import type { Filters } from "./filters.ts";
import { type IncidentList, useIncidents } from "./incident-store.ts";
import { expectedChange, type ReviewAct, ReviewLane } from "./review-lane.ts";
import { groupsAfterToggle, indexOfRow, type Row, rowsOf } from "./rows.ts";

/** The detail and the address follow the current row when it has stood for this long. */
const settleMs = 120;
/** Key presses that wait for the first incidents. */
const maxEarlyKeys = 20;

/** Something to do in the detail once it shows the incident. */
export interface Intent {
  incidentId: string;
  what: "note" | "play";
}

/** The queue as the view shows it. */
export interface Queue {
  list: IncidentList;
  rows: readonly Row[];
  /** Index of the current row; -1 without one. */
  current: number;
  /** The incident in the detail; empty for none. */
  chosenId: string;
  selected: ReadonlySet<string>;
  intent: Intent | undefined;
  reviewError: unknown;
  select(row: Row, how: { isRange: boolean }): void;
  clearSelection(): void;
  toggleGroup(row: Row): void;
  choose(id: string): void;
  /** Reviews these incidents, the selected ones without them. */
  review(act: ReviewAct, ids?: Iterable<string>): void;
  clearIntent(): void;
}

/**
 * The state of the queue. Keys act on the newest state at once: the current row does not wait for the detail, the
 * address or the box.
 */
export function useQueue(filters: Filters, query: URLSearchParams, onHelp: () => void): Queue {
  const list = useIncidents(filters);
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [currentKey, setCurrentKey] = useState("");
  const [intent, setIntent] = useState<Intent | undefined>(undefined);
  const lane = useLane(list);
  const chosenId = query.get("id") ?? "";
  const isGrouped = filters.list !== "each";
  const rows = useMemo(
    () => rowsOf(list.incidents, { isGrouped, openGroups }),
    [list.incidents, isGrouped, openGroups],
  );
  // What keys read and change; a key may come before the page has drawn the effect of the last one.
  const now = useRef({ rows, currentKey, selected, anchor: "" });
  now.current.rows = rows;
  const indexOf = (key: string): number => indexOfRow(now.current.rows, key);
  const setCurrent = (key: string): void => {
    now.current.currentKey = key;
    setCurrentKey(key);
  };
  const setSelection = (ids: ReadonlySet<string>): void => {
    now.current.selected = ids;
    setSelected(ids);
  };
  const address = useAddress(query);
  useEffect(() => {
    const row = rows.find((one) => one.incidents[0]!.id === chosenId);
    const current = rows[indexOf(now.current.currentKey)];
    if (row && current?.incidents[0]!.id !== chosenId && !address.isPending()) setCurrent(row.key);
  }, [chosenId, rows.length === 0]);
  const step = (by: number): Row | undefined => {
    const index = indexOf(now.current.currentKey);
    const next = now.current.rows[index === -1 ? 0 : index + by];
    if (!next) return undefined;
    setCurrent(next.key);
    address.set(next.incidents[0]!.id);
    return next;
  };
  const select = (row: Row, { isRange }: { isRange: boolean }): void => {
    const { anchor, selected: before } = now.current;
    const from = isRange ? indexOf(anchor) : -1;
    const ids = selectionAfter(now.current.rows, before, { from, to: indexOf(row.key) });
    now.current.anchor = row.key;
    setSelection(ids);
  };
  const currentRow = (): Row | undefined => now.current.rows[indexOf(now.current.currentKey)];
  const review = (act: ReviewAct, ids?: Iterable<string>): void => {
    if (!may("surveillance:write")) return;
    const some = new Set(ids ?? targets(currentRow(), now.current.selected));
    if (some.size === 0) return;
    lane.add(some, act);
    if (ids === undefined) setSelection(new Set());
  };
  const extend = (by: number): void => {
    const from = currentRow();
    if (from && !isAllSelected(from, now.current.selected)) select(from, { isRange: false });
    const row = step(by);
    if (row && !isAllSelected(row, now.current.selected)) select(row, { isRange: false });
  };
  const toggleGroup = (row: Row): void => setOpenGroups((open) => groupsAfterToggle(open, row));
  const intend = (what: Intent["what"]): void => {
    const row = currentRow();
    if (row) setIntent({ incidentId: shownOf(row, address.id()), what });
  };
  const judge = (verdict: "false_positive" | "true_positive"): void => {
    const isSet = currentRow()?.incidents.every((one) => one.verdict === verdict);
    const isOne = now.current.selected.size === 0;
    review({ verdict: isOne && isSet ? null : verdict });
  };
  useQueueKeys(rows.length > 0 || !list.isLoading, {
    step,
    extend,
    current: currentRow,
    select,
    toggleGroup,
    review,
    judge,
    intend,
    onHelp,
    onBack() {
      if (now.current.selected.size > 0) setSelection(new Set());
      else address.set("");
    },
  });
  return {
    list,
    rows,
    current: indexOf(currentKey),
    chosenId,
    selected,
    intent,
    reviewError: lane.error,
    select,
    clearSelection: () => setSelection(new Set()),
    toggleGroup,
    choose: (id) => address.set(id),
    review,
    clearIntent: () => setIntent(undefined),
  };
}

/** The incident of the row that the detail shows: the chosen one, even where newer ones have joined the row since. */
function shownOf({ incidents }: Row, chosenId: string): string {
  return incidents.some(({ id }) => id === chosenId) ? chosenId : incidents[0]!.id;
}

/** The reviews on their way; the list shows them before the box has answered. */
function useLane(list: IncidentList) {
  const [error, setError] = useState<unknown>(undefined);
  const reload = useRef(list.reload);
  reload.current = list.reload;
  const lane = useRef<ReviewLane | undefined>(undefined);
  lane.current ??= new ReviewLane((thrown) => {
    setError(thrown);
    reload.current();
  });
  return {
    error,
    add(ids: ReadonlySet<string>, act: ReviewAct): void {
      setError(undefined);
      list.patch(ids, expectedChange(act));
      lane.current!.add(ids, act);
    },
  };
}

/** The selection after a row at `to` was chosen: with a `from` all between them, else the row itself on or off. */
function selectionAfter(
  rows: readonly Row[],
  before: ReadonlySet<string>,
  { from, to }: { from: number; to: number },
): ReadonlySet<string> {
  const isRange = from >= 0;
  const some = isRange ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [rows[to]!];
  const ids = new Set(before);
  const isOn = isRange || !isAllSelected(rows[to]!, ids);
  for (const { id } of some.flatMap(({ incidents }) => incidents)) {
    if (isOn) ids.add(id);
    else ids.delete(id);
  }
  return ids;
}

interface KeyActs {
  step(by: number): unknown;
  extend(by: number): void;
  current(): Row | undefined;
  select(row: Row, how: { isRange: boolean }): void;
  toggleGroup(row: Row): void;
  review(act: ReviewAct): void;
  judge(verdict: "false_positive" | "true_positive"): void;
  intend(what: Intent["what"]): void;
  onHelp(): void;
  onBack(): void;
}

/** The keys of the queue; those that come before the list wait for it. */
function useQueueKeys(isReady: boolean, acts: KeyActs): void {
  const early = useEarlyKeys(isReady);
  const selected = (isRange: boolean): void =>
    withRow(acts.current(), (row) => acts.select(row, { isRange }));
  useKeys({
    j: () => early(() => acts.step(1)),
    k: () => early(() => acts.step(-1)),
    J: () => early(() => acts.extend(1)),
    K: () => early(() => acts.extend(-1)),
    x: () => early(() => selected(false)),
    X: () => early(() => selected(true)),
    e: () => early(() => withRow(acts.current(), (row) => row.isGroup && acts.toggleGroup(row))),
    a: () => early(() => acts.review({ acknowledge: true })),
    r: () => early(() => acts.review({ resolve: true })),
    f: () => early(() => acts.judge("false_positive")),
    t: () => early(() => acts.judge("true_positive")),
    n: () => early(() => acts.intend("note")),
    p: () => early(() => acts.intend("play")),
    "?": acts.onHelp,
    Escape: acts.onBack,
  });
}

function withRow(row: Row | undefined, run: (row: Row) => unknown): void {
  if (row) run(row);
}

/** True when each incident of the row is among `ids`. */
export function isAllSelected(row: Row, ids: ReadonlySet<string>): boolean {
  return row.incidents.every(({ id }) => ids.has(id));
}

function targets(row: Row | undefined, selected: ReadonlySet<string>): Iterable<string> {
  if (selected.size > 0) return selected;
  return row ? row.incidents.map(({ id }) => id) : [];
}

/** Runs keys when there is a list; those that come before wait for it. */
function useEarlyKeys(isReady: boolean): (run: () => void) => void {
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (isReady) for (const run of waiting.current.splice(0)) run();
  }, [isReady]);
  return (run) => {
    if (isReady) run();
    else if (waiting.current.length < maxEarlyKeys) waiting.current.push(run);
  };
}

/** Writes the chosen incident into the address once the choice has stood for a moment. */
function useAddress(query: URLSearchParams) {
  const newest = useRef(query);
  newest.current = query;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const inAddress = query.get("id") ?? "";
  const chosen = useRef(inAddress);
  useEffect(() => {
    if (timer.current === undefined) chosen.current = inAddress;
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = (id: string): void => {
    timer.current = undefined;
    const next = new URLSearchParams(newest.current);
    const before = next.get("id") ?? "";
    if (id === "") next.delete("id");
    else next.set("id", id);
    const replace = before !== "" && id !== "";
    setQuery("/review", { query: Object.fromEntries(next), replace });
  };
  return {
    isPending: () => timer.current !== undefined,
    /** The chosen incident, also before the address names it. */
    id: () => chosen.current,
    set(id: string): void {
      chosen.current = id;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(id), settleMs);
    },
  };
}
