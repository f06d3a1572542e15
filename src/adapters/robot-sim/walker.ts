/** Position and heading of a person; metres, radians. */
export interface PersonPose {
  xM: number;
  yM: number;
  headingRad: number;
}

/**
 * Somebody who walks along `way` and back again for ever, `afterSec` seconds after the start. On a way of one
 * corner, or at no speed, the person stands there.
 */
export function walkerAt(
  { way, speedMps }: { way: readonly (readonly [number, number])[]; speedMps: number },
  afterSec: number,
): PersonPose {
  const there = way.slice(1).map((to, at) => [way[at]!, to] as const);
  const legs = [...there, ...there.toReversed().map(([from, to]) => [to, from] as const)];
  const lengths = legs.map(([from, to]) => Math.hypot(to[0] - from[0], to[1] - from[1]));
  const wholeM = lengths.reduce((sum, length) => sum + length, 0);
  let leftM = wholeM > 0 ? (afterSec * speedMps) % wholeM : 0;
  for (const [at, [from, to]] of legs.entries()) {
    const length = lengths[at]!;
    if (leftM < length) {
      const share = leftM / length;
      return {
        xM: from[0] + (to[0] - from[0]) * share,
        yM: from[1] + (to[1] - from[1]) * share,
        headingRad: Math.atan2(to[1] - from[1], to[0] - from[0]),
      };
    }
    leftM -= length;
  }
  return { xM: way[0]![0], yM: way[0]![1], headingRad: 0 };
}
