/**
 * Simulated robots that go from station to station in a store whose lanes are for one robot and for both directions,
 * with the real traffic, drivers and simulated robots on a clock of its own. Bounds: no area with two robots, no circle
 * of waiting robots longer than a minute, and more ways than robots that reserve the whole way at once, first come,
 * first served. `scripts/bench traffic 7` simulates a week with 5 and with 20 robots; `traffic 1 20 3 ways_open` the
 * third day alone, with one rule.
 */
import type { TrafficRule } from "../../../src/robots/traffic/traffic-terms.ts";
import { simulateTraffic } from "../../support/robots/traffic-week.ts";

const days = Number(process.argv[2] ?? 0.1);
const fleets = process.argv[3] === undefined ? [5, 20] : [Number(process.argv[3])];
const firstDay = Number(process.argv[4] ?? 1);
const rules = (process.argv[5]?.split(",") ?? ["ways_open", "whole_way"]) as TrafficRule[];
for (const robots of fleets) {
  const trips = new Map<TrafficRule, number>();
  for (const rule of rules) {
    for (let day = firstDay; day < firstDay + Math.max(1, days); day += 1) {
      const hours = Math.min(1, days) * 24;
      const figures = await simulateTraffic({ robots, hours, rule, seed: day });
      trips.set(rule, (trips.get(rule) ?? 0) + figures.trips);
      console.log(
        `${robots} robots, ${rule}, day ${day}, ${hours} h: ${figures.trips} ways, ${Math.round(figures.drivenM)} m; ` +
          `${figures.doubleOccupancies} areas with two robots, least distance ${figures.leastDistanceM.toFixed(2)} m; ` +
          `${figures.deadlocks} deadlocks, the longest ${figures.longestDeadlockSec} s, ${figures.unresolved} unresolved`,
      );
      const isSafe = figures.doubleOccupancies + figures.conflicts + figures.failed === 0;
      const isMoving = figures.longestDeadlockSec <= 60 && figures.unresolved === 0;
      if (!isSafe || (rule === "ways_open" && !isMoving)) process.exitCode = 1;
    }
  }
  const [own, other] = [trips.get("ways_open"), trips.get("whole_way")];
  if (own === undefined || other === undefined) continue;
  console.log(`${robots} robots: ${(own / other).toFixed(2)} times the ways of whole_way`);
  if (own <= other) process.exitCode = 1;
}
