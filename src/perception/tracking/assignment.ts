import { munkres } from "munkres";

/**
 * Pairs rows with columns such that the sum of squared similarities is largest: one good pair and one without
 * a partner beat two poor pairs, which in a crowd mean swapped tracks. It never makes pairs below `minimum`.
 * Similarities are 0–1. Returns `[row, column]` pairs, each index at most once.
 */
export function assign(
  size: { rows: number; columns: number },
  similarity: (row: number, column: number) => number,
  minimum: number,
): [row: number, column: number][] {
  if (size.rows === 0 || size.columns === 0) return [];
  const costs: number[][] = [];
  let possible = false;
  for (let row = 0; row < size.rows; row += 1) {
    const line: number[] = [];
    for (let column = 0; column < size.columns; column += 1) {
      const value = similarity(row, column);
      const allowed = value >= minimum && value > 0;
      possible ||= allowed;
      line.push(allowed ? 1 - value ** 2 : 1);
    }
    costs.push(line);
  }
  if (!possible) return [];
  return munkres(costs).filter(([row, column]) => costs[row]![column]! < 1);
}
