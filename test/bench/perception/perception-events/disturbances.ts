import { changeDisc, changeLuma, moveRows, type Picture } from "./picture.ts";

/** Draws a disturbance into the picture at `tSec` after the disturbance began. After its end, it draws nothing. */
type Draw = (picture: Picture, tSec: number) => void;
/** Makes one disturbance of a kind; `still` is the undisturbed picture. */
type Disturbance = (random: () => number, still: Picture) => Draw;

const between = (random: () => number, low: number, high: number): number =>
  low + (high - low) * random();

/** Light of the whole picture goes up or down in one frame and comes back. */
const lightStep: Disturbance = (random) => {
  const gain = random() < 0.5 ? between(random, 0.45, 0.8) : between(random, 1.2, 1.6);
  const lastsSec = between(random, 4, 9);
  return (picture, tSec) => {
    if (tSec < lastsSec) changeLuma(picture, (luma) => luma * gain);
  };
};

/** A lamp lights a part of the picture. */
const lamp: Disturbance = (random, { widthPx, heightPx }) => {
  const x = between(random, 0.1, 0.9) * widthPx;
  const y = between(random, 0.2, 0.9) * heightPx;
  const radiusX = between(random, 0.1, 0.4) * widthPx;
  const added = between(random, 40, 110);
  const lastsSec = between(random, 3, 9);
  return (picture, tSec) => {
    if (tSec >= lastsSec) return;
    changeDisc(
      picture,
      { x, y, radiusX, radiusY: radiusX * 0.8 },
      (luma, distance) => luma + added * (1 - distance * distance),
    );
  };
};

/** Two headlights and their beam sweep over the ground. */
const headlights: Disturbance = (random, { widthPx, heightPx }) => {
  const y = between(random, 0.45, 0.85) * heightPx;
  const speed = between(random, 0.15, 0.5) * widthPx * (random() < 0.5 ? -1 : 1);
  const radius = between(random, 0.012, 0.03) * widthPx;
  return (picture, tSec) => {
    const x = (speed > 0 ? 0 : widthPx) + speed * tSec;
    if (x < -widthPx * 0.3 || x > widthPx * 1.3) return;
    for (const offset of [-2.2, 2.2]) {
      changeDisc(
        picture,
        { x: x + offset * radius, y, radiusX: radius, radiusY: radius },
        (luma, distance) => luma + 200 * (1 - distance),
      );
    }
    changeDisc(
      picture,
      {
        x: x + Math.sign(speed) * 6 * radius,
        y: y + 2 * radius,
        radiusX: 8 * radius,
        radiusY: 3 * radius,
      },
      (luma, distance) => luma + 90 * (1 - distance),
    );
  };
};

/** The shadow of a cloud or of something out of sight moves over the ground. */
const shadow: Disturbance = (random, { widthPx, heightPx }) => {
  const depth = between(random, 0.35, 0.65);
  const radiusX = between(random, 0.06, 0.35) * widthPx;
  const radiusY = between(random, 0.1, 0.5) * heightPx;
  const y = between(random, 0.3, 0.9) * heightPx;
  const speed = between(random, 0.05, 0.25) * widthPx;
  return (picture, tSec) => {
    const x = -radiusX + speed * tSec;
    if (x - radiusX > widthPx) return;
    changeDisc(
      picture,
      { x, y, radiusX, radiusY },
      (luma, distance) => luma * (1 - depth * Math.min(1, 3 * (1 - distance))),
    );
  };
};

/** Streaks of rain, others in each frame. */
const rain: Disturbance = (random, { widthPx, heightPx }) => {
  const streaks = Math.round(between(random, 60, 300));
  return (picture, tSec) => {
    if (tSec > 10) return;
    for (let streak = 0; streak < streaks; streak += 1) {
      const length = between(random, 6, 24);
      const x = random() * widthPx;
      const y = random() * heightPx;
      changeDisc(picture, { x, y, radiusX: 1.2, radiusY: length / 2 }, (luma) => luma + 45);
    }
  };
};

/** Insects near the lens: blurred bright spots that dart about, as infrared light shows them. */
const insects: Disturbance = (random, { widthPx, heightPx }) => {
  const spots = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
    x: random() * widthPx,
    y: random() * heightPx,
    radius: between(random, 3, 22),
    long: between(random, 1, 3),
  }));
  return (picture, tSec) => {
    if (tSec > 8) return;
    for (const spot of spots) {
      spot.x += between(random, -0.08, 0.08) * widthPx;
      spot.y += between(random, -0.1, 0.1) * heightPx;
      const { x, y, radius, long } = spot;
      changeDisc(
        picture,
        { x, y, radiusX: radius * long, radiusY: radius },
        (luma, distance) => luma + 140 * (1 - distance * distance),
      );
    }
  };
};

/** Wind shakes the mast. */
const shake: Disturbance = (random) => {
  const amplitude = between(random, 1.5, 5);
  return (picture, tSec) => {
    if (tSec > 6) return;
    const dx = Math.round(amplitude * Math.sin(tSec * 17));
    const dy = Math.round(amplitude * 0.6 * Math.sin(tSec * 23));
    moveRows(picture, { from: 0, to: 1, dx, dy });
  };
};

/** Trees sway: rows move with a wave that runs over them. */
const sway: Disturbance = (random) => {
  const from = between(random, 0, 0.4);
  const amplitude = between(random, 2, 6);
  return (picture, tSec) => {
    if (tSec > 11) return;
    for (let row = from; row < from + 0.35; row += 0.02) {
      const dx = Math.round(amplitude * Math.sin(tSec * 4 + row * 40));
      moveRows(picture, { from: row, to: row + 0.02, dx, dy: 0 });
    }
  };
};

/** A sensor with much gain at night. */
const gainNoise: Disturbance = (random) => {
  const range = between(random, 20, 60);
  return (picture, tSec) => {
    if (tSec > 9) return;
    changeLuma(picture, (luma) => luma + (random() + random() - 1) * range);
  };
};

/** Infrared comes on: no colour, another contrast, light from the camera; and goes off again. */
const infrared: Disturbance = (random) => {
  const contrast = between(random, 0.6, 1.2);
  const lastsSec = between(random, 6, 11);
  return (picture, tSec) => {
    if (tSec > lastsSec) return;
    changeLuma(picture, (luma, x, y) => {
      const light = 1.3 - 1.2 * Math.hypot(x - 0.5, y - 0.55);
      return 20 + luma * contrast * light;
    });
    picture.bytes.fill(128, picture.widthPx * picture.heightPx);
  };
};

/** Every kind of disturbance, in the order in which they come. */
export const disturbances: readonly { name: string; make: Disturbance }[] = [
  { name: "light step", make: lightStep },
  { name: "headlights", make: headlights },
  { name: "rain", make: rain },
  { name: "shadow", make: shadow },
  { name: "insects", make: insects },
  { name: "shaking camera", make: shake },
  { name: "lamp", make: lamp },
  { name: "sensor noise", make: gainNoise },
  { name: "infrared light", make: infrared },
  { name: "swaying trees", make: sway },
];
