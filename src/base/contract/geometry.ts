/** A point as fractions of the frame, origin top left, x right, y down. */
export type PointNorm = readonly [x: number, y: number];

/** A box `[x1, y1, x2, y2]` as fractions of the frame, x1 < x2 and y1 < y2. */
export type BoxNorm = readonly [x1: number, y1: number, x2: number, y2: number];
