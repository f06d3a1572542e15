import { noun, type Phrases } from "./phrases.ts";

/** English. */
export const en: Phrases = {
  motion: "something that moves",
  unknown: (label) => `${/^[aeiou]/i.test(label) ? "an" : "a"} ${label}`,
  objects: { one: "object", other: "objects" },
  nouns: {
    person: noun("a person", "person", "people"),
    car: noun("a car", "car", "cars"),
    truck: noun("a truck", "truck", "trucks"),
    bus: noun("a bus", "bus", "buses"),
    bicycle: noun("a bicycle", "bicycle", "bicycles"),
    motorcycle: noun("a motorcycle", "motorcycle", "motorcycles"),
    dog: noun("a dog", "dog", "dogs"),
    cat: noun("a cat", "cat", "cats"),
    backpack: noun("a backpack", "backpack", "backpacks"),
    handbag: noun("a handbag", "handbag", "handbags"),
    suitcase: noun("a suitcase", "suitcase", "suitcases"),
  },
  inZone: (name) => `in zone “${name}”`,
  inPicture: "in the picture",
  atSite: (sentence, site) => `${sentence} at ${site}`,
  stop: ".",
  phrases: {
    intrusion: ({ who, where }) => `${who} ${where}`,
    loitering: ({ who, where, lasting }) => `${who} ${where} for ${lasting}`,
    line_crossing: ({ who, zone, isBack }) =>
      `${who} crossed line “${zone}” from side ${isBack ? "b to side a" : "a to side b"}`,
    wrong_direction: ({ who, where }) => `${who} moving against the allowed direction ${where}`,
    crowding: ({ counted, where }) => `${counted} ${where} at once`,
    speeding: ({ who, where }) => `${who} too fast ${where}`,
    running: ({ who, where }) => `${who} running ${where}`,
    stopped_vehicle: ({ who, where, lasting }) => `${who} standing ${where} for ${lasting}`,
    proximity: ({ all, where }) => `${all} too close ${where}`,
    video_loss: ({ lasting }) => `no picture from the camera for ${lasting}`,
    ppe_missing: ({ classes, where }) => `protective equipment missing (${classes}) ${where}`,
    fall: ({ who, where }) => `${who} fallen ${where}`,
    abandoned_object: ({ where, lasting }) => `an object left behind ${where} for ${lasting}`,
    removed_object: ({ where }) => `an object is missing ${where}`,
    "camera_tamper.covered": () => "the camera is covered, or it is completely dark",
    "camera_tamper.defocused": () => "the camera is out of focus",
    "camera_tamper.moved": () => "the camera has been moved: it shows another view",
    anomaly: ({ details }) =>
      `unusual for this time: ${details["feature"]} ${details["value"]}, expected ${details["low"]} to ${details["high"]}`,
    model_corrupt: ({ zone, details }) =>
      `the file of model ${zone} is damaged: its checksum is wrong.${details["set_aside_as"] ? ` It is set aside as ${details["set_aside_as"]}.` : ""} A model that is loaded goes on; install it again before the next restart`,
  },
  other: (type, { who, where }) => `${type}: ${who} ${where}`,
  features: {
    count: "number of things in sight",
    arrivals: "new things a minute",
    dwell: "longest stay in seconds",
    speed: "highest speed in picture widths a second",
    size: "largest thing as a percentage of the picture",
    motion: "share of the picture that moves, in per cent",
  },
};
