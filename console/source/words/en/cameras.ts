import { plural } from "../plural.ts";

/** Cameras and their pictures. */
export const cameras = {
  add: "Add a camera",
  nothing: "No camera is watched yet.",
  annotated: "Show what is detected",
  pictureOf: "Picture of {name}",
  still: "Still",
  every: "Every camera",
  rate: "{rate} pictures a second",
  open: plural({ one: "{count} open incident", other: "{count} open incidents" }),
  states: {
    connecting: "Connecting",
    watching: "Watching",
    degraded: "Video arrives; detection is starting again",
    offline: "No video; the box keeps trying",
    ended: "Ended",
  },
  allIncidents: "All of them",
  address: "Address",
  picture: "Picture",
  received: "Received",
  looked: "Looked at",
  dropped: "Left out",
  model: "Model",
  recording: "Recording",
  recordings: {
    incidents: "Incidents",
    continuous: "All the time",
    off: "Nothing",
  },
  asPictures: "Shown as pictures instead of video.",
  masks: "Privacy masks",
  masked: plural({ one: "{count} area is masked.", other: "{count} areas are masked." }),
  transcoded: "Recordings are coded again for it.",
  remove: "Stop watching",
};
