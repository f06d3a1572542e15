import type { Reading } from "../../base/contract/metrics.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { Start } from "../../module.ts";
import type { McapFormat } from "../fleet/mcap-port.ts";
import type { Robots } from "../fleet/robots.ts";
import { RecordingService } from "./recording-service.ts";
import { type RecordingFiles, RecordingStore } from "./recording-store.ts";
import { RobotPictures, type StreamPicture } from "./robot-pictures.ts";
import { RecordingWriter } from "./recording-writer.ts";
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
}

/** The recordings of robots. */
export interface RecordingsModule {
  recordings: RecordingService;
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
  return { recorder, writer, pictures, recordings };
}

/** Starts the recorder, and the pictures that it keeps. */
export async function startRecordings(
  start: Start,
  needs: RecordingsNeeds,
): Promise<RecordingsModule> {
  const { recorder, writer, pictures, recordings } = makeRecordings(needs);
  await start("robots' recordings", recorder);
  await start("robots' pictures", pictures);
  return {
    recordings,
    readings: () => [
      { name: "gatehouse_robot_recordings_failed_total", value: writer.failed },
      { name: "gatehouse_robot_pictures_failed_total", value: pictures.failed },
    ],
  };
}
