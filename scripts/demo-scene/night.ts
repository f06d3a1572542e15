import { burnCaption } from "./caption.ts";
import type { Plate } from "./canvas.ts";
import { seededRandom } from "./noise.ts";
import { places } from "./places.ts";
import { clamp } from "./shape.ts";
import type { Story } from "./story.ts";
import { hatchback } from "./vehicle.ts";
import { view } from "./view.ts";

const foot = places.footwayY;
const gateX = (places.gate.fromX + places.gate.toX) / 2;

/** The loop of the gate at night: somebody waits before it and comes in, a car passes, a guard goes out. */
export const nightStory: Story = {
  loopSec: 30,
  walkers: [
    {
      id: "stranger",
      looks: {
        heightM: 1.79,
        girth: 1.12,
        top: [0.2, 0.2, 0.2],
        legs: [0.14, 0.14, 0.14],
        shoes: [0.3, 0.3, 0.3],
        skin: [0.5, 0.4, 0.35],
        hair: [0.05, 0.05, 0.05],
        backpack: [0.08, 0.08, 0.08],
      },
      path: [
        [1, 7.5, foot],
        [5.4, gateX + 0.9, foot - 0.1],
        [6.6, gateX, foot - 0.5],
        [8.6, gateX - 0.5, foot - 0.6],
        [10.4, gateX + 0.2, foot - 0.4],
        [11.6, gateX + 0.1, 13.4],
        [13, gateX + 0.5, 12],
        [14.6, -0.6, 10.4],
        [17.6, 3.2, 8.4],
        [19.4, 5.6, 7.6],
      ],
    },
    {
      id: "guard",
      looks: {
        heightM: 1.76,
        girth: 1.2,
        top: [0.85, 0.85, 0.8],
        legs: [0.2, 0.2, 0.2],
        shoes: [0.1, 0.1, 0.1],
        skin: [0.42, 0.33, 0.28],
        hair: [0.3, 0.3, 0.3],
        vest: true,
      },
      path: [
        [18.6, -6.6, 8.2],
        [21.4, -3.4, 10.6],
        [23.2, gateX - 0.2, 12.4],
        [24.6, gateX, 13.9],
        [25.6, gateX - 0.9, foot],
        [29.8, -8.6, foot],
      ],
    },
  ],
  drivers: [
    {
      id: "night-car",
      label: "car",
      model: hatchback,
      paint: [0.3, 0.3, 0.3],
      path: [
        [13, 17, places.lanes.farY],
        [18.4, -20, places.lanes.farY],
      ],
    },
  ],
};

const { widthPx, heightPx } = view;

/** The lamp at the lens reaches about this far, metres. */
const lampM = 7;

/** Light of the lamp at a distance and direction: it falls off, and its cone is narrower than the picture. */
function lampAt(depthM: number, px: number, py: number): number {
  const across = ((px / widthPx - 0.5) * 1.25) ** 2 + ((py / heightPx - 0.55) * 0.9) ** 2;
  return (2.1 * Math.exp(-across * 5.5)) / (1 + (depthM / lampM) ** 3);
}

/**
 * Turns light into the grey 8-bit picture of a camera with an infrared lamp: what is near is bright, what is
 * far is dark, and the sensor's noise shows.
 */
export function developNight(plate: Plate, { seed }: { seed: number }): Buffer {
  const rgb = Buffer.alloc(plate.ambient.length);
  const random = seededRandom(seed * 7919 + 1);
  for (let i = 0; i < widthPx * heightPx; i += 1) {
    const at = i * 3;
    const [px, py] = [i % widthPx, Math.floor(i / widthPx)];
    // Infrared light shows dyes alike, so that dark cloth is lighter than by day.
    const [red, green, blue] = [0, 1, 2].map(
      (c) => plate.ambient[at + c]! + plate.sun[at + c]! * 0.25,
    );
    const shown = (red! * 0.5 + green! * 0.3 + blue! * 0.2) ** 0.8;
    const depthM = plate.depthM[i]!;
    const light = depthM > 200 ? 0.012 : shown * (lampAt(depthM, px, py) + 0.02);
    const grain = (random() + random() + random() - 1.5) * 4;
    const grey = Math.round(
      clamp(255 * Math.min(1, (light / (0.25 + light)) * 1.2) ** 0.8 + 8 + grain, 0, 255),
    );
    rgb.fill(grey, at, at + 3);
  }
  burnCaption(rgb);
  return rgb;
}
