interface Vertex {
  x: number;
  y: number;
}
interface Zone {
  zoneId: string;
  zoneType: string;
  vertices: Vertex[];
  maximumSpeed?: number;
}
interface ZoneSet {
  mapId: string;
  zoneSetId: string;
  zones: Zone[];
}

/** Zone sets of a strict robot of 3.0 (section 6.4): kept, enabled, deleted, and driven by. */
export class ZoneStore {
  readonly sets = new Map<string, ZoneSet & { isEnabled: boolean }>();

  /** Takes a set; says what is wrong with it, and whether no master may send such a one. */
  take(set: ZoneSet): { error: string | null; violation: string | null } {
    const known = this.sets.get(set.zoneSetId);
    if (known) {
      const isSame = JSON.stringify(known.zones) === JSON.stringify(set.zones);
      const violation = isSame ? null : "zoneSet: other content under the same id";
      return { error: "DUPLICATE_ZONE_SET", violation };
    }
    const isClockwise = set.zones.some(({ vertices }) => signedArea(vertices) <= 0);
    this.sets.set(set.zoneSetId, { ...set, isEnabled: false });
    return { error: null, violation: isClockwise ? "zoneSet: not counterclockwise" : null };
  }

  /** Puts a set in force in place of the one before of its map; false where there is none. */
  enable(zoneSetId: string): boolean {
    const wanted = this.sets.get(zoneSetId);
    if (!wanted) return false;
    for (const set of this.sets.values()) if (set.mapId === wanted.mapId) set.isEnabled = false;
    wanted.isEnabled = true;
    return true;
  }

  /** Deletes a set; false where there is none, or it is in force. */
  remove(zoneSetId: string): boolean {
    return this.sets.get(zoneSetId)?.isEnabled === false && this.sets.delete(zoneSetId);
  }

  get reported(): object[] {
    return [...this.sets.values()].map(({ zoneSetId, mapId, isEnabled }) => ({
      zoneSetId,
      mapId,
      zoneSetStatus: isEnabled ? "ENABLED" : "DISABLED",
    }));
  }

  /** Zones in force around the place. */
  around(mapId: string, at: Vertex): Zone[] {
    const inForce = [...this.sets.values()].filter((set) => set.isEnabled && set.mapId === mapId);
    return inForce.flatMap(({ zones }) => zones).filter(({ vertices }) => isInside(vertices, at));
  }
}

function signedArea(vertices: Vertex[]): number {
  return vertices.reduce((sum, { x, y }, at) => {
    const next = vertices[(at + 1) % vertices.length]!;
    return sum + x * next.y - next.x * y;
  }, 0);
}

/** Whether a ray to the right crosses the outline an odd number of times. */
function isInside(vertices: Vertex[], { x, y }: Vertex): boolean {
  let inside = false;
  for (const [at, from] of vertices.entries()) {
    const to = vertices[(at + 1) % vertices.length]!;
    if (from.y > y === to.y > y) continue;
    if (x < ((to.x - from.x) * (y - from.y)) / (to.y - from.y) + from.x) inside = !inside;
  }
  return inside;
}
