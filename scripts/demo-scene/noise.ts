/** A repeatable pseudo-random number in [0, 1) for a lattice point (integer hash, Wang style). */
export function hash3(x: number, y: number, z: number): number {
  let h =
    (Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(z | 0, 0x9e3779b1)) |
    0;
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

function fade(t: number): number {
  return t * t * (3 - 2 * t);
}

/** Smooth value noise in [0, 1]; features are about 1 unit large. */
export function noise3(x: number, y: number, z: number): number {
  const [xi, yi, zi] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [fade(x - xi), fade(y - yi), fade(z - zi)];
  const row = (j: number, k: number): number => {
    const a = hash3(xi, j, k);
    return a + (hash3(xi + 1, j, k) - a) * u;
  };
  const near = row(yi, zi) + (row(yi + 1, zi) - row(yi, zi)) * v;
  const far = row(yi, zi + 1) + (row(yi + 1, zi + 1) - row(yi, zi + 1)) * v;
  return near + (far - near) * w;
}

/** Four octaves of value noise, in [0, 1], on a plane. */
export function fbm2(x: number, y: number): number {
  let sum = 0;
  let gain = 0.5;
  for (let octave = 0; octave < 4; octave += 1) {
    sum += gain * noise3(x, y, octave * 7.3);
    x *= 2.03;
    y *= 2.03;
    gain *= 0.5;
  }
  return sum / 0.9375;
}

/** A generator of uniform numbers in [0, 1) from a 32-bit seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
