/** Magnitudes of µ-law have this added before they are split into segments (ITU-T G.711, table 2a). */
const muLawBias = 0x84;
const muLawMax = 32_635;

/** Codes one sample of 16 bits as µ-law (ITU-T G.711). */
export function muLawOf(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), muLawMax) + muLawBias;
  const segment = 24 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (segment + 3)) & 0x0f;
  return ~(sign | (segment << 4) | mantissa) & 0xff;
}

/** Codes one sample of 16 bits as A-law (ITU-T G.711). */
export function aLawOf(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = sample < 0 ? Math.min(~sample, 0x7fff) : Math.min(sample, 0x7fff);
  const segment = Math.max(0, 24 - Math.clz32(magnitude));
  const mantissa = (magnitude >> (segment === 0 ? 4 : segment + 3)) & 0x0f;
  // Every other bit is inverted.
  return (sign | (segment << 4) | mantissa) ^ 0x55;
}
