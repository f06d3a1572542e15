/** The model of streams whose camera finds the objects itself (ONVIF Profile M); the box decodes nothing for it. */
export const cameraModel = "camera";

/** The classes that cameras report, in the box's words. */
export const cameraLabels: readonly string[] = [
  "person",
  "car",
  "truck",
  "bus",
  "motorcycle",
  "bicycle",
  "animal",
];
