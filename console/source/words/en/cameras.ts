import { plural } from "../plural.ts";

/** Cameras and their pictures. */
export const cameras = {
  add: "Add a camera",
  nothing: "No cameras yet.",
  annotated: "Show detections",
  pictureOf: "Picture of {name}",
  still: "Still",
  live: "Live",
  every: "All cameras",
  rate: "{rate} fps",
  open: plural({ one: "{count} open incident", other: "{count} open incidents" }),
  states: {
    connecting: "Connecting",
    watching: "Online",
    degraded: "Online, detection restarting",
    offline: "Offline, reconnecting",
    ended: "Ended",
  },
  allIncidents: "View all",
  address: "Address",
  picture: "Picture",
  received: "Incoming fps",
  looked: "Analysed",
  dropped: "Skipped frames",
  model: "Model",
  recording: "Recording",
  recordings: {
    incidents: "Incidents",
    continuous: "Continuous",
    off: "Off",
  },
  asPictures: "The browser shows still pictures instead of video.",
  masks: "Privacy masks",
  masked: plural({ one: "{count} area is masked.", other: "{count} areas are masked." }),
  transcoded: "The box re-encodes recordings to apply them.",
  remove: "Remove camera…",
};
