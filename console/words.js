const stateWords = {
  connecting: "Connecting to the camera",
  watching: "Watching",
  degraded: "Video arrives; detection is starting again",
  offline: "No video; the box keeps trying",
  ended: "Ended",
};

const typeWords = { line_crossing: "Line crossed" };

/** A stream's state as a technician would say it. */
export function wordsOfState(state) {
  return stateWords[state] ?? state;
}

/** What is recorded of a stream, and why not where something stops it. */
export function wordsOfRecording({ mode, state, problem }) {
  if (state === "stopped") return `stopped: ${problem.message}`;
  if (mode === "continuous") return "all the time";
  if (mode === "incidents") return state === "recording" ? "an incident, now" : "incidents";
  return "no";
}

/** What privacy masks do to a stream; empty without masks. */
export function wordsOfMasks({ masks, recording }) {
  if (masks.length === 0) return "";
  const areas = masks.length === 1 ? "One area is" : `${masks.length} areas are`;
  const coded = recording.transcoded ? "; recordings are decoded and coded again for it" : "";
  return `${areas} masked${coded}.`;
}

/** An incident's type as a title. */
export function wordsOfType(type) {
  const words = typeWords[type] ?? type.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** Unix seconds as time of day, with the date when it was not today. */
export function wordsOfTime(unixSec) {
  const at = new Date(unixSec * 1000);
  const isToday = at.toDateString() === new Date().toDateString();
  return (isToday ? clock : calendar).format(at);
}

/** A rate, e.g. `9.8 frames/s`. */
export function wordsOfRate(perSec) {
  return `${perSec.toFixed(1)} frames/s`;
}
