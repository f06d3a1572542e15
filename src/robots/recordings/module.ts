import type { Reading } from "../../base/contract/metrics.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { Start } from "../../module.ts";
import type { McapFormat } from "../fleet/mcap-port.ts";
import type { Robots } from "../fleet/robots.ts";
import { type RecordingProblem, recordingProblems } from "./recording-problems.ts";
import { RecordingService } from "./recording-service.ts";
import { type RecordingFiles, RecordingStore } from "./recording-store.ts";
import { RobotPictures, type StreamPicture } from "./robot-pictures.ts";
import { recordingProblemKinds } from "./recording-terms.ts";
import { RecordingWriter } from "./recording-writer.ts";
import type { StreamVideo } from "./robot-video.ts";
import { RobotRecorder } from "./robot-recorder.ts";

/** Dependencies of the recordings. */
export interface RecordingsNeeds {
  robots: Robots;
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  mcap: McapFormat;
  files: RecordingFiles;
  ofStream: StreamPicture;
  videoOf: StreamVideo;
}

/** The recordings of robots. */
export interface RecordingsModule {
  recordings: RecordingService;
  /** What is wrong with the recordings of an organisation's robots now. */
  problems(org: string): RecordingProblem[];
  readings(): Reading[];
}

/** The parts of the recordings; nothing has started. */
export function makeRecordings({ files, ofStream, ...parts }: RecordingsNeeds) {
  const store = new RecordingStore({ store: parts.store, files });
  const writer = new RecordingWriter({ ...parts, recordings: store });
  const recorder = new RobotRecorder({ ...parts, writer });
  const pictures = new RobotPictures({
    ...parts,
    ofStream,
    isRecording: (org, robotId) => recorder.isRecording(org, robotId),
  });
  const recordings = new RecordingService({ recorder, writer, store, files });
  const problems = (org: string) => recordingProblems({ ...parts, writer, store }, org);
  return { recorder, writer, pictures, recordings, problems };
}

/** Starts the recorder, and the pictures that it keeps. */
export async function startRecordings(
  start: Start,
  needs: RecordingsNeeds,
): Promise<RecordingsModule> {
  const { recorder, writer, pictures, recordings, problems } = makeRecordings(needs);
  await start("robots' recordings", recorder);
  await start("robots' pictures", pictures);
  return {
    recordings,
    problems,
    readings: () => [
      { name: "gatehouse_robot_recordings_open", value: recorder.openCount },
      { name: "gatehouse_robot_recordings_written_total", value: writer.written },
      { name: "gatehouse_robot_recordings_failed_total", value: writer.failed },
      { name: "gatehouse_robot_pictures_failed_total", value: pictures.failed },
      ...problemReadings(needs, problems),
    ],
  };
}

/** The number of robots with each problem, by organisation. */
function problemReadings(
  { robots }: Pick<RecordingsNeeds, "robots">,
  problems: RecordingsModule["problems"],
): Reading[] {
  const orgs = new Set(robots.all().map(({ record }) => record.org));
  return [...orgs].flatMap((organisation) => {
    const found = problems(organisation);
    return recordingProblemKinds.map((kind) => ({
      name: "gatehouse_robot_recording_problems" as const,
      value: found.filter((each) => each.kind === kind).length,
      labels: { organisation, kind },
    }));
  });
}
