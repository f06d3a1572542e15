/** A point in cells of a grid, from the outer corner of cell (0, 0). */
export type PointCells = readonly [x: number, y: number];

/** A grid by its number of cells; a cell's index counts row by row. */
export interface RasterSize {
  width: number;
  height: number;
}

/** Calls `onRow` with each run of cells, as [from, to), whose middles are inside the polygon. */
export function insideRows(
  { width, height }: RasterSize,
  corners: readonly PointCells[],
  onRow: (from: number, to: number) => void,
): void {
  const ys = corners.map(([, y]) => y);
  const first = Math.max(0, Math.floor(Math.min(...ys)));
  const last = Math.min(height - 1, Math.ceil(Math.max(...ys)));
  for (let row = first; row <= last; row += 1) {
    const crossings = crossingsAt(corners, row + 0.5);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.ceil(crossings[i]! - 0.5));
      const to = Math.min(width, Math.floor(crossings[i + 1]! - 0.5) + 1);
      if (from < to) onRow(row * width + from, row * width + to);
    }
  }
}

function crossingsAt(corners: readonly PointCells[], y: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < corners.length; i += 1) {
    const [ax, ay] = corners[i]!;
    const [bx, by] = corners[(i + 1) % corners.length]!;
    if (ay <= y === by <= y) continue;
    found.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
  }
  return found.toSorted((a, b) => a - b);
}

/** Calls `onCell` with every cell that an edge of the polygon passes through, some more than once. */
export function alongEdges(
  grid: RasterSize,
  corners: readonly PointCells[],
  onCell: (at: number) => void,
): void {
  for (let i = 0; i < corners.length; i += 1) {
    const edge = clipped(grid, corners[i]!, corners[(i + 1) % corners.length]!);
    if (edge) alongEdge(grid, edge, onCell);
  }
}

/** The part of an edge that lies on the grid (Liang and Barsky); null when there is none. */
function clipped(
  { width, height }: RasterSize,
  [ax, ay]: PointCells,
  [bx, by]: PointCells,
): [PointCells, PointCells] | null {
  const [dx, dy] = [bx - ax, by - ay];
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [-dx, ax],
    [dx, width - ax],
    [-dy, ay],
    [dy, height - ay],
  ] as const) {
    if (step === 0 && room < 0) return null;
    if (step < 0) from = Math.max(from, room / step);
    if (step > 0) to = Math.min(to, room / step);
  }
  if (from > to) return null;
  return [
    [ax + from * dx, ay + from * dy],
    [ax + to * dx, ay + to * dy],
  ];
}

/** From cell to cell along the edge, by whichever side of the cell comes first (Amanatides and Woo). */
function alongEdge(
  { width, height }: RasterSize,
  [[ax, ay], [bx, by]]: [PointCells, PointCells],
  onCell: (at: number) => void,
): void {
  const cellOf = (value: number, size: number): number =>
    Math.min(size - 1, Math.max(0, Math.floor(value)));
  let [x, y] = [cellOf(ax, width), cellOf(ay, height)];
  const [endX, endY] = [cellOf(bx, width), cellOf(by, height)];
  const [dx, dy] = [bx - ax, by - ay];
  const [stepX, stepY] = [Math.sign(endX - x), Math.sign(endY - y)];
  let toX = stepX === 0 ? Infinity : (x + (stepX > 0 ? 1 : 0) - ax) / dx;
  let toY = stepY === 0 ? Infinity : (y + (stepY > 0 ? 1 : 0) - ay) / dy;
  let left = Math.abs(endX - x) + Math.abs(endY - y);
  onCell(y * width + x);
  for (; left > 0; left -= 1) {
    const isAcross = x === endX ? false : y === endY ? true : toX < toY;
    if (isAcross) {
      x += stepX;
      toX += Math.abs(1 / dx);
    } else {
      y += stepY;
      toY += Math.abs(1 / dy);
    }
    onCell(y * width + x);
  }
}
