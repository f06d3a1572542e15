import type { BrandColor } from "./brand-record.ts";
import type { Oklab } from "culori/require";
import { chroma, distance, toOklab } from "./color-math.ts";
import type { ColorEvidence, ColorUse } from "./page-port.ts";
import type { BrandColorRole } from "./brand-terms.ts";

/** Most colours of a brand. */
const maxColors = 8;
/** Uses of colours nearer than this count as one colour (distance in OKLab). */
const sameColor = 0.02;
/** A second main colour must differ this much from the first. */
const otherColor = 0.1;
/** Paler colours are greys; lighter or darker ones look white or black. */
const leastChroma = 0.04;
const lightest = 0.96;
const darkest = 0.1;
/** The score that a grey needs to be the main colour in place of a real one. */
const greyFactor = 0.35;

/** The weight of a use for the main colour, when the whole use has one colour. */
const sayOf: Readonly<Record<ColorUse, number>> = {
  action: 3,
  logo: 2.5,
  variable: 2,
  band: 1.6,
  theme: 1.5,
  link: 1.2,
  image: 1,
  heading: 0.8,
  surface: 0.6,
  text: 0.1,
  canvas: 0.1,
};

/** Share of a page that is ink, buttons and logo; the rest is their ground. */
const paint: Readonly<Partial<Record<ColorUse, number>>> = {
  text: 0.08,
  heading: 0.03,
  link: 0.02,
  action: 0.03,
  logo: 0.02,
};

interface Cluster {
  /** The most prominent of its colours; of greys, the one with the largest area. */
  hex: string;
  lab: Oklab;
  uses: Map<ColorUse, number>;
  named: Set<string>;
  /** Its score as the main colour. */
  score: number;
  /** The same score without ink. */
  second: number;
  /** Its share of the painted area. */
  room: number;
}

/** Returns the colours of a brand: the main colour first, at most eight. */
export function brandColors(evidence: readonly ColorEvidence[]): BrandColor[] {
  const clusters = clustersOf(evidence);
  const taken = new Map<BrandColorRole, Cluster>();
  const free = (each: Cluster): boolean => ![...taken.values()].includes(each);
  const take = (role: BrandColorRole, cluster: Cluster | undefined): void => {
    if (cluster) taken.set(role, cluster);
  };
  const ranked = clusters.toSorted((a, b) => b.score - a.score);
  take(
    "primary",
    ranked.find(({ score, lab }) => score > 0 && lab.l <= lightest),
  );
  for (const role of ["secondary", "accent"] as const) {
    const others = seconds(clusters.filter(free), [...taken.values()]);
    take(role, others.find(({ named }) => named.has(role)) ?? others[0]);
  }
  take("background", largest(clusters.filter(free), ["canvas"]) ?? paperOf(clusters.filter(free)));
  take("text", largest(clusters.filter(free), ["text", "heading"]) ?? inkOf(clusters.filter(free)));
  const isGround = (each: Cluster): boolean => free(each) && !isChromatic(each.lab);
  take("surface", largest(clusters.filter(isGround), ["surface", "band"]));
  const rest = clusters.filter((each) => free(each) && each.room >= 0.005);
  const others = rest.toSorted((a, b) => b.room - a.room).slice(0, maxColors - taken.size);
  const all: [BrandColorRole, Cluster][] = [
    ...taken,
    ...others.map((each): [BrandColorRole, Cluster] => ["neutral", each]),
  ];
  const whole = all.reduce((sum, [, { room }]) => sum + room, 0) || 1;
  return all.map(([role, { hex, room }]) => ({
    hex,
    role,
    proportion: Math.round((room / whole) * 1000) / 1000,
  }));
}

function clustersOf(evidence: readonly ColorEvidence[]): Cluster[] {
  const found: Cluster[] = [];
  const heaviestFirst = evidence.toSorted(
    (a, b) => sayOf[b.use] * b.weight - sayOf[a.use] * a.weight,
  );
  for (const { hex, use, weight, named } of heaviestFirst) {
    const lab = toOklab(hex);
    let cluster = found.find((each) => distance(each.lab, lab) < sameColor);
    if (!cluster) {
      cluster = { hex, lab, uses: new Map(), named: new Set(), score: 0, second: 0, room: 0 };
      found.push(cluster);
    }
    cluster.uses.set(use, (cluster.uses.get(use) ?? 0) + weight);
    if (use === "canvas" && !isChromatic(lab)) cluster.hex = hex;
    if (named) cluster.named.add(named);
  }
  addScores(found);
  addRooms(found);
  return found;
}

function addScores(clusters: Cluster[]): void {
  const whole = wholesOf(clusters, () => true);
  const colored = wholesOf(clusters, ({ lab }) => isChromatic(lab));
  const inked = wholesOf(clusters, ({ lab }) => lab.l <= lightest);
  /** Of logos, bands and links only real colours count; without one, everything that is not paper. */
  const wholeOf = (use: ColorUse): number | undefined =>
    use === "logo" || use === "band" || use === "image" || use === "link"
      ? (colored.get(use) ?? inked.get(use))
      : whole.get(use);
  for (const cluster of clusters) {
    const isColor = isChromatic(cluster.lab);
    const isUsed = [...cluster.uses.keys()].some((use) => use !== "variable" && use !== "theme");
    for (const [use, weight] of cluster.uses) {
      const share = Math.min(1, weight / (wholeOf(use) || Infinity));
      const isMain = use !== "variable" || cluster.named.has("primary");
      // A variable that paints nothing on the page comes from the framework.
      const belief = use === "variable" && !isUsed ? 0.2 : isMain ? 1 : 0.3;
      const say = sayOf[use] * share * belief;
      cluster.score += say;
      if (use !== "text" && use !== "heading") cluster.second += say;
    }
    if (!isColor) cluster.score *= greyFactor;
  }
}

function addRooms(clusters: Cluster[]): void {
  const wholes = wholesOf(clusters, () => true);
  const grounds = ["canvas", "surface", "band"] as const;
  const ground = grounds.reduce((sum, use) => sum + (wholes.get(use) ?? 0), 0);
  const ink = Object.entries(paint).reduce(
    (sum, [use, share]) => sum + (wholes.get(use as ColorUse) ? share : 0),
    0,
  );
  for (const cluster of clusters) {
    for (const [use, weight] of cluster.uses) {
      const whole = wholes.get(use) || 1;
      if ((grounds as readonly string[]).includes(use)) {
        cluster.room += ((1 - ink) * weight) / (ground || 1);
      } else if (use === "image" || (use === "logo" && ground === 0))
        cluster.room += weight / whole;
      else cluster.room += ((paint[use] ?? 0) * weight) / whole;
    }
  }
}

function wholesOf(
  clusters: readonly Cluster[],
  counts: (cluster: Cluster, use: ColorUse) => boolean,
): Map<ColorUse, number> {
  const wholes = new Map<ColorUse, number>();
  for (const cluster of clusters) {
    for (const [use, weight] of cluster.uses) {
      if (counts(cluster, use)) wholes.set(use, (wholes.get(use) ?? 0) + weight);
    }
  }
  return wholes;
}

/** Returns candidates for a second main colour, the likeliest first: used beyond letters, and different. */
function seconds(clusters: readonly Cluster[], taken: readonly Cluster[]): Cluster[] {
  return clusters
    .filter(({ lab, second }) => isChromatic(lab) && second >= 0.05)
    .filter(({ lab }) => taken.every((each) => distance(lab, each.lab) > otherColor))
    .toSorted((a, b) => b.second - a.second);
}

/** Returns the cluster with most of these uses; undefined without one. */
function largest(clusters: readonly Cluster[], uses: readonly ColorUse[]): Cluster | undefined {
  const weightOf = ({ uses: all }: Cluster): number =>
    uses.reduce((sum, use) => sum + (all.get(use) ?? 0), 0);
  const [first] = clusters
    .filter((each) => weightOf(each) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
  return first;
}

/** In pictures, almost white is paper and almost black is ink. */
function paperOf(clusters: readonly Cluster[]): Cluster | undefined {
  return clusters.find(({ lab }) => !isChromatic(lab) && lab.l > 0.85);
}

function inkOf(clusters: readonly Cluster[]): Cluster | undefined {
  return clusters.find(({ lab }) => !isChromatic(lab) && lab.l < 0.45);
}

function isChromatic(lab: Oklab): boolean {
  return chroma(lab) >= leastChroma && lab.l < lightest && lab.l > darkest;
}
