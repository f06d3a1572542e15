import { nearest } from "../../base/contract/nearest.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store } from "../../base/core/store.ts";
import type { FrameTree } from "./frame-ties.ts";
import type { Frames } from "./frames.ts";
import type { CorridorRecord, PlaceRecord } from "./map-record.ts";
import type { Maps } from "./maps.ts";
import {
  assertCorridor,
  assertDoor,
  assertReachable,
  corridorWarnings,
  type KnownDoor,
  placeFaults,
  type SiteZone,
  type Surroundings,
} from "./place-checks.ts";
import { type Draft, RouteStore } from "./routes-store.ts";

/** The parts of the places. */
export interface PlacesParts {
  store: Store;
  clock: Pick<Clock, "wallMs">;
  maps: Maps;
  frames: Frames;
  /** The stored zones of robots. */
  zonesOf(org: string): readonly SiteZone[];
}

/** A place with what a person should know about it. */
export interface SeenPlace {
  place: PlaceRecord;
  warnings: string[];
}

/** A corridor with what a person should know about it. */
export interface SeenCorridor {
  corridor: CorridorRecord;
  warnings: string[];
}

/** Returns the things of one sort that name a place, each in words: `rule go-home`. */
export type PlaceUsers = (org: string, name: string) => string[];

/** Places and corridors of organisations, checked against their maps and zones. */
export class Places {
  readonly #parts: PlacesParts;
  readonly #stored: RouteStore;
  readonly #users: PlaceUsers[] = [];
  #doorsOf: (org: string) => readonly KnownDoor[] = () => [];
  readonly #listeners: ((org: string) => void)[] = [];

  constructor(parts: PlacesParts) {
    this.#parts = parts;
    const usersOf: PlaceUsers = (org, name) => this.#users.flatMap((users) => users(org, name));
    this.#stored = new RouteStore({ ...parts, usersOf });
  }

  /** Checks the doors that places and corridors name against these. */
  useDoors(doorsOf: (org: string) => readonly KnownDoor[]): void {
    this.#doorsOf = doorsOf;
  }

  /** Asks `users` before a place is renamed or removed. */
  addUsers(users: PlaceUsers): void {
    this.#users.push(users);
  }

  /** Calls `listener` after places or corridors of an organisation have changed. */
  onChange(listener: (org: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Returns the place with exactly this name. */
  find(org: string, name: string): PlaceRecord | undefined {
    return this.#stored.find(org, "place", name);
  }

  /** Returns the places in the order of their ids. */
  places(org: string): PlaceRecord[] {
    return this.#stored.list(org, "place");
  }

  /** Returns the corridors in the order of their ids. */
  corridors(org: string): CorridorRecord[] {
    return this.#stored.list(org, "corridor");
  }

  /** Returns the frames in their places to each other. */
  treeOf(org: string): FrameTree {
    return this.#parts.frames.tree(org);
  }

  /** Returns the name of a place that `name` probably means. */
  meant(org: string, name: string): string | undefined {
    return nearest(
      name,
      this.places(org).map((place) => place.name),
    );
  }

  /**
   * Stores all or none. Fails as `RouteStore.put`, and with `invalid_request_body` naming a place in a wall or in a
   * keep-out zone of every robot.
   */
  async putPlaces(org: string, drafts: readonly Draft<"place">[]): Promise<SeenPlace[]> {
    const around = this.#around(org);
    for (const [at, draft] of drafts.entries()) {
      assertDoor(draft, this.#doorsOf(org), `places[${at}]`);
      assertReachable(draft, await around(draft), `places[${at}]`);
    }
    const stored = await this.#stored.put(org, "place", drafts);
    this.#tell(org);
    return await this.#seenPlaces(stored, around);
  }

  /** Stores all or none; fails as `RouteStore.put`, and for corridors that repeat a point. */
  async putCorridors(org: string, drafts: readonly Draft<"corridor">[]): Promise<SeenCorridor[]> {
    for (const [at, draft] of drafts.entries()) {
      assertDoor(draft, this.#doorsOf(org), `corridors[${at}]`);
      assertCorridor(draft, `corridors[${at}]`);
    }
    const stored = await this.#stored.put(org, "corridor", drafts);
    this.#tell(org);
    return await this.#seenCorridors(stored, this.#around(org));
  }

  /** Stores places and corridors together, all or none; fails as `putPlaces` and `putCorridors`. */
  async putBoth(
    org: string,
    drafts: { places: readonly Draft<"place">[]; corridors: readonly Draft<"corridor">[] },
  ): Promise<void> {
    const around = this.#around(org);
    for (const [at, draft] of drafts.places.entries()) {
      assertDoor(draft, this.#doorsOf(org), `places[${at}]`);
      assertReachable(draft, await around(draft), `places[${at}]`);
    }
    for (const [at, draft] of drafts.corridors.entries()) {
      assertDoor(draft, this.#doorsOf(org), `corridors[${at}]`);
      assertCorridor(draft, `corridors[${at}]`);
    }
    await this.#stored.putBoth(org, drafts);
    this.#tell(org);
  }

  /**
   * Returns why no robot may be sent to a position, in words that begin with its name; null where nothing forbids it. A
   * position without a kind is a station.
   */
  async blockedBy(
    org: string,
    at: { name: string; frame: string; x: number; y: number } & Partial<
      Pick<PlaceRecord, "kind" | "level">
    >,
  ): Promise<string | null> {
    const { name, frame, x: xM, y: yM, kind = "station", level = null } = at;
    const around = await this.#around(org)({ frame, level });
    const faults = placeFaults({ kind, frame, xM, yM }, around);
    const fault = faults.find(({ isRefused }) => isRefused);
    return fault ? `${name} ${fault.message}` : null;
  }

  /** Adds their warnings to these places. */
  seenPlaces(org: string, places: readonly PlaceRecord[]): Promise<SeenPlace[]> {
    return this.#seenPlaces(places, this.#around(org));
  }

  /** Adds their warnings to these corridors. */
  seenCorridors(org: string, corridors: readonly CorridorRecord[]): Promise<SeenCorridor[]> {
    return this.#seenCorridors(corridors, this.#around(org));
  }

  /** Removes one; false for an unknown one. Fails with `conflict` for a place in use. */
  async remove(org: string, sort: "place" | "corridor", id: string): Promise<boolean> {
    const isRemoved = await this.#stored.remove(org, sort, id);
    if (isRemoved) this.#tell(org);
    return isRemoved;
  }

  #tell(org: string): void {
    for (const listener of this.#listeners) listener(org);
  }

  async #seenPlaces(
    places: readonly PlaceRecord[],
    around: (at: { frame: string; level: string | null }) => Promise<Surroundings>,
  ): Promise<SeenPlace[]> {
    const entries: SeenPlace[] = [];
    for (const place of places) {
      const faults = placeFaults(place, await around(place));
      entries.push({ place, warnings: faults.map(({ message }) => message) });
    }
    return entries;
  }

  async #seenCorridors(
    corridors: readonly CorridorRecord[],
    around: (at: { frame: string; level: string | null }) => Promise<Surroundings>,
  ): Promise<SeenCorridor[]> {
    const entries: SeenCorridor[] = [];
    for (const corridor of corridors) {
      entries.push({ corridor, warnings: corridorWarnings(corridor, await around(corridor)) });
    }
    return entries;
  }

  /** Reads the grids of each frame and level once. */
  #around(org: string): (at: { frame: string; level: string | null }) => Promise<Surroundings> {
    const zones = this.#parts.zonesOf(org);
    const known = new Map<string, Promise<Surroundings>>();
    return (at) => {
      const name = `${at.frame}\0${at.level ?? ""}`;
      const found =
        known.get(name) ??
        this.#parts.maps.gridsOf(org, at.frame, at.level).then((grids) => ({ grids, zones }));
      known.set(name, found);
      return found;
    };
  }
}
