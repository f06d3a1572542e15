/** How the pixels of a grid file become cells (`mode` of ROS 2 `map_server`). */
export const gridModes = ["trinary", "scale", "raw"] as const;

/** How the pixels of a grid file become cells. */
export type GridMode = (typeof gridModes)[number];

/** Kinds of maps: cells of a robot's map, or a drawing of the floor. */
export const mapKinds = ["grid", "plan"] as const;

/** A kind of map. */
export type MapKind = (typeof mapKinds)[number];

/** Origins of maps: sent by a client, or heard from a robot. */
export const mapOrigins = ["upload", "robot"] as const;

/** The origin of a map. */
export type MapOrigin = (typeof mapOrigins)[number];

/** Kinds of places. */
export const placeKinds = ["station", "charger", "door", "lift", "waiting", "home"] as const;

/** A kind of place. */
export type PlaceKind = (typeof placeKinds)[number];

/** Ways of naming the freedom of a floor plan's placement. */
export const planFits = ["similarity", "affine"] as const;

/** The value of a cell whose state is unknown; others are 0 to 100 percent occupied (`nav_msgs/OccupancyGrid`: -1). */
export const unknownCell = 255;

/** Cells from this percentage on are walls: Nav2's usual `occupied_thresh` of 0.65. */
export const wallPercent = 65;

/** Bounds of maps, places and corridors; requests beyond them are refused. */
export const mapLimits = {
  /** Of one organisation. */
  maps: 50,
  frames: 100,
  places: 2000,
  corridors: 2000,
  /** Cells of one grid: 300 m × 300 m at 5 cm. */
  cells: 36_000_000,
  /** Cells along one side of a grid. */
  sideCells: 16_384,
  /** Side of one cell, in metres. */
  leastResolutionM: 0.001,
  mostResolutionM: 10,
  /** Of the text of a `map_server` file. */
  yamlCharacters: 16_384,
  /** Longest side of the picture that shows a map, in pixels. */
  picturePx: 4096,
  /** Pairs of points that place a floor plan or tie a frame. */
  pairs: 100,
  /** Points of a corridor. */
  corridorPoints: 100,
  nameLength: 100,
  levelLength: 64,
} as const;
