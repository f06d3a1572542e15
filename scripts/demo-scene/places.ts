/**
 * Positions of the objects of the scene in metres; x to the right of the camera, y away from it.
 */
export const places = {
  /** The fence between yard and pavement, with an opening. */
  fenceY: 13.6,
  gate: { fromX: -4.4, toX: -0.4 },
  /** The near pavement's middle, where passers-by walk. */
  footwayY: 14.6,
  road: { fromY: 15.7, toY: 22.6 },
  lanes: { nearY: 17.5, farY: 20.9 },
  /** The marked storage area in the yard. */
  storage: { fromX: 1.6, toX: 6.6, fromY: 8.2, toY: 12 },
  /** Parking bays in the yard; bays lie to the left of `toX`. */
  parking: { toX: -3.2, fromY: 7.4, toY: 11.8 },
} as const;
