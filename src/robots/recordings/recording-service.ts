import { type Actor, camerasOf, maySee } from "../../base/contract/person.ts";
import type { RobotRecorder } from "./robot-recorder.ts";
import type { RecordingRecord } from "./recording-record.ts";
import type { RecordingFiles, RecordingStore } from "./recording-store.ts";
import type { RecordingWriter } from "./recording-writer.ts";

/** A caller of the API. */
type Viewer = Pick<Actor, "person"> & Actor & { org: string };

/** Which recordings are asked for. */
export interface RecordingQuery {
  robotId?: string;
  incidentId?: string;
}

/** Dependencies of the service. */
export interface RecordingServiceParts {
  recorder: RobotRecorder;
  writer: RecordingWriter;
  store: RecordingStore;
  files: RecordingFiles;
}

/** Recordings for callers of the API. People who may see only some cameras see those that show no other. */
export class RecordingService {
  readonly #recorder: RobotRecorder;
  readonly #writer: RecordingWriter;
  readonly #store: RecordingStore;
  readonly #files: RecordingFiles;

  constructor(parts: RecordingServiceParts) {
    this.#recorder = parts.recorder;
    this.#writer = parts.writer;
    this.#store = parts.store;
    this.#files = parts.files;
  }

  /** Recordings, also those without a file, newest first. */
  list(viewer: Viewer, { robotId, incidentId }: RecordingQuery = {}): RecordingRecord[] {
    const lost = this.#writer.lost.filter(({ org }) => org === viewer.org);
    return [...this.#recorder.current(viewer.org), ...lost, ...this.#store.list(viewer.org)]
      .filter((each) => robotId === undefined || each.robotId === robotId)
      .filter(({ causes }) => incidentId === undefined || causes.some(isOf(incidentId)))
      .filter((each) => isShown(viewer, each))
      .toSorted((a, b) => (a.id < b.id ? 1 : -1));
  }

  get(viewer: Viewer, id: string): RecordingRecord | undefined {
    return this.list(viewer).find((each) => each.id === id.toLowerCase());
  }

  /** Records a robot from now on and backwards; undefined for an unknown robot. */
  request(
    viewer: Viewer,
    robotId: string,
    { beforeMs, afterMs }: { beforeMs: number; afterMs: number },
  ): RecordingRecord | undefined {
    return this.#recorder.request(viewer.org, robotId, { beforeMs, afterMs });
  }

  /** Ends a recording as soon as no incident needs it; returns it as it is then, undefined for an unknown one. */
  finish(viewer: Viewer, id: string): RecordingRecord | undefined {
    const record = this.get(viewer, id);
    if (record) this.#recorder.finish(record);
    return record;
  }

  /** Removes a recording with its file; false for an unknown one, and one that is not done yet. */
  async remove(viewer: Viewer, id: string): Promise<boolean> {
    const record = this.get(viewer, id);
    if (record && this.#writer.forget(viewer.org, record.id)) return true;
    return record?.file ? await this.#store.remove(viewer.org, record.id) : false;
  }

  /** A signed address of the file; null before it exists. */
  urlOf({ org, file }: RecordingRecord): string | null {
    return file && this.#files.url(org, file.assetId);
  }

  /** The files of an incident's recordings by a name for an archive. */
  ofIncident(org: string, incidentId: string): { name: string; assetId: string }[] {
    const found = this.#store.list(org).filter(({ causes }) => causes.some(isOf(incidentId)));
    return found.flatMap(({ robotId, id, file }) =>
      file ? [{ name: `robot-${robotId}-${id.slice(0, 8)}.mcap`, assetId: file.assetId }] : [],
    );
  }
}

function isOf(incidentId: string): (cause: { id: string | null }) => boolean {
  return ({ id }) => id === incidentId.toLowerCase();
}

function isShown(viewer: Viewer, { streamIds, hasOwnPictures }: RecordingRecord): boolean {
  if (camerasOf(viewer) === undefined) return true;
  return !hasOwnPictures && streamIds.every((each) => maySee(viewer, each));
}
