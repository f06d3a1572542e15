import { insideTest } from "../../base/geo/polygon.ts";
import type { CorridorRequest, PlaceRequest } from "../../robots/maps/map-document.ts";
import { obstacles, yardFrame } from "./demo-site.ts";

/** The part of the yard that the demo's map shows, and the side of its cells, in metres. */
const area = { left: -9, bottom: -0.5, width: 17, height: 14.5 } as const;
const resolutionM = 0.1;
/** Grey samples of `map_server` pictures. */
const [wall, free] = [0, 254];

const yaml = `image: yard.pgm
mode: trinary
resolution: ${resolutionM}
origin: [${area.left}, ${area.bottom}, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.25
`;

const common = { frame: yardFrame };

/** The places of the yard. */
export function demoPlaces(): PlaceRequest[] {
  const up = Math.PI / 2;
  return [
    { ...common, name: "Dock 1", kind: "charger", x: -6, y: 2, yaw: up },
    { ...common, name: "Gate", kind: "door", x: -2.4, y: 12.6, yaw: up },
    { ...common, name: "Storage", kind: "station", x: 2.6, y: 9.4, yaw: 0 },
    { ...common, name: "Waiting bay", kind: "waiting", x: 3.4, y: 2 },
    { ...common, name: "Home", kind: "home", x: 0, y: 2, yaw: up },
  ];
}

/** The corridors of the yard. */
export function demoCorridors(): CorridorRequest[] {
  const points: [number, number][] = [
    [0, 2],
    [0, 8],
    [2.6, 9.4],
  ];
  const ends = { from: "Home", to: "Storage" };
  const limits = { exclusive: true, max_speed_mps: 0.8, width_m: 1 };
  return [{ ...common, name: "Main lane", points, ...limits, ...ends }];
}

/** A map of the yard as files of `map_server`. */
export function demoGrid(): { name: string; frame: string; yaml: string; picture: Uint8Array } {
  return { name: "Yard (synthetic)", frame: yardFrame, yaml, picture: yardPicture() };
}

/** The yard as a PGM: its crates, its car and its fence are walls. */
function yardPicture(): Uint8Array {
  const [widthPx, heightPx] = [area.width / resolutionM, area.height / resolutionM];
  const solid = obstacles.map(insideTest);
  const samples = Uint8Array.from({ length: widthPx * heightPx }, (_, at) => {
    const x = area.left + ((at % widthPx) + 0.5) * resolutionM;
    const y = area.bottom + (heightPx - Math.floor(at / widthPx) - 0.5) * resolutionM;
    return solid.some((isInside) => isInside([x, y])) ? wall : free;
  });
  return Buffer.concat([Buffer.from(`P5\n${widthPx} ${heightPx}\n255\n`), samples]);
}
