/** A picture in the planes of YUV 4:2:0. Disturbances change its bytes. */
export interface Picture {
  bytes: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** A small generator of numbers in 0–1 (mulberry32, public domain): the same seed, the same numbers. */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Changes the luma of the pixels within `radius` of a place; `change` gets the luma and the distance in radii. */
export function changeDisc(
  { bytes, widthPx, heightPx }: Picture,
  at: { x: number; y: number; radiusX: number; radiusY: number },
  change: (luma: number, distance: number) => number,
): void {
  const { x, y, radiusX, radiusY } = at;
  const top = Math.max(0, Math.floor(y - radiusY));
  const bottom = Math.min(heightPx - 1, Math.ceil(y + radiusY));
  const left = Math.max(0, Math.floor(x - radiusX));
  const right = Math.min(widthPx - 1, Math.ceil(x + radiusX));
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const distance = Math.hypot((column - x) / radiusX, (row - y) / radiusY);
      if (distance > 1) continue;
      const index = row * widthPx + column;
      bytes[index] = clampByte(change(bytes[index]!, distance));
    }
  }
}

/** Changes the luma of every pixel; `change` gets the luma and the place as fractions. */
export function changeLuma(
  { bytes, widthPx, heightPx }: Picture,
  change: (luma: number, x: number, y: number) => number,
): void {
  for (let row = 0; row < heightPx; row += 1) {
    for (let column = 0; column < widthPx; column += 1) {
      const index = row * widthPx + column;
      bytes[index] = clampByte(change(bytes[index]!, column / widthPx, row / heightPx));
    }
  }
}

/** Moves the rows `from` to `to` (fractions) by a whole number of pixels. */
export function moveRows(
  { bytes, widthPx, heightPx }: Picture,
  { from, to, dx, dy }: { from: number; to: number; dx: number; dy: number },
): void {
  const before = bytes.slice(0, widthPx * heightPx);
  for (let row = Math.floor(from * heightPx); row < Math.floor(to * heightPx); row += 1) {
    const source = Math.min(heightPx - 1, Math.max(0, row + dy)) * widthPx;
    for (let column = 0; column < widthPx; column += 1) {
      const x = Math.min(widthPx - 1, Math.max(0, column + dx));
      bytes[row * widthPx + column] = before[source + x]!;
    }
  }
}

function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
