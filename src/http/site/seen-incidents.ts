import type { Event } from "../../base/events/event.ts";

/** Incidents that a reader remembers at most; older ones are forgotten first. */
const maxSeen = 5000;
const onceTypes: ReadonlySet<string> = new Set(["incident.created", "incident.resolved"]);

/** What a reader has been told, so that an incident that two boxes found opens and ends only once. */
export class SeenIncidents {
  readonly #seen = new Set<string>();

  /** True for an opening or an end of an incident that was told before; remembers it. */
  isRepeated({ type, data }: Pick<Event, "type" | "data">): boolean {
    const { id } = data;
    if (!onceTypes.has(type) || typeof id !== "string") return false;
    const key = `${type} ${id}`;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    if (this.#seen.size > maxSeen) this.#seen.delete(this.#seen.values().next().value!);
    return false;
  }
}
