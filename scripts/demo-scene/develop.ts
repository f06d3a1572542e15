import { burnCaption } from "./caption.ts";
import type { Plate } from "./canvas.ts";
import { seededRandom } from "./noise.ts";
import { view } from "./view.ts";

const { widthPx, heightPx } = view;

const toneSteps = 4096;
const toneMax = 4;
/** Film-like shoulder, then the sRGB curve; index is linear light. */
const tone = Float32Array.from({ length: toneSteps + 1 }, (_, i) => {
  const light = (i / toneSteps) * toneMax * 0.95;
  const rolled = (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14);
  const v = Math.min(1, Math.max(0, rolled));
  return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
});

/** Turns light into an 8-bit RGB picture: lens softness and falloff, tone curve, sensor noise. */
export function develop(
  plate: Plate,
  { sunlight, seed }: { sunlight: number; seed: number },
): Buffer {
  const linear = new Float32Array(plate.sun.length);
  for (let i = 0; i < linear.length; i += 1)
    linear[i] = plate.ambient[i]! + sunlight * plate.sun[i]!;
  const rgb = Buffer.alloc(linear.length);
  const random = seededRandom(seed * 7919 + 1);
  for (let py = 0; py < heightPx; py += 1) {
    const up = (py > 0 ? -1 : 0) * widthPx * 3;
    const down = (py < heightPx - 1 ? 1 : 0) * widthPx * 3;
    for (let px = 0; px < widthPx; px += 1) {
      const at = (py * widthPx + px) * 3;
      const left = px > 0 ? -3 : 0;
      const right = px < widthPx - 1 ? 3 : 0;
      const fromMiddle = ((px / widthPx - 0.5) ** 2 + (py / heightPx - 0.5) ** 2) * 0.32;
      const grain = (random() + random() + random() - 1.5) * 2.2;
      for (let c = at; c < at + 3; c += 1) {
        const around = linear[c + left]! + linear[c + right]! + linear[c + up]! + linear[c + down]!;
        const light = (linear[c]! * 0.68 + around * 0.08) * (1 - fromMiddle);
        rgb[c] = Math.min(
          255,
          Math.max(
            0,
            tone[Math.min(toneSteps, Math.round((light / toneMax) * toneSteps))]! + grain,
          ),
        );
      }
    }
  }
  burnCaption(rgb);
  return rgb;
}
