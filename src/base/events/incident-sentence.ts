import type { Event } from "./event.ts";

/**
 * Returns what an entry about an incident says in words: its summary, after the display name of its camera or robot
 * if that has one. Compact entries have no summary; their sentence is the type and the id of the camera or robot.
 */
export function incidentSentence(data: Event["data"]): string {
  const text = (field: string): string => {
    const value = data[field];
    return typeof value === "string" ? value : "";
  };
  const subject = text("stream_name") || text("robot_name");
  const summary = text("summary");
  if (summary === "") return `${text("type")}: ${subject || text("stream_id") || text("robot_id")}`;
  return subject === "" ? summary : `${subject}: ${summary}`;
}
