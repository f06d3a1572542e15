import { type Actor, camerasOf, maySee } from "../../base/contract/person.ts";
import type { RobotRecorder } from "./robot-recorder.ts";
import type { RecordingRecord } from "./recording-record.ts";
import type { RecordingFiles, RecordingStore } from "./recording-store.ts";

/** A caller of the API. */
type Viewer = Pick<Actor, "person"> & Actor & { org: string };

/** Which recordings are asked for. */
export interface RecordingQuery {
  robotId?: string;
  incidentId?: string;
}

/** Recordings for callers of the API. People who may see only some cameras see those that show no other. */
export class RecordingService {
  readonly #recorder: RobotRecorder;
  readonly #store: RecordingStore;
  readonly #files: RecordingFiles;

  constructor(parts: { recorder: RobotRecorder; store: RecordingStore; files: RecordingFiles }) {
    this.#recorder = parts.recorder;
    this.#store = parts.store;
    this.#files = parts.files;
  }

  /** Recordings, also those that are not done yet, newest first. */
  list(viewer: Viewer, { robotId, incidentId }: RecordingQuery = {}): RecordingRecord[] {
    return [...this.#recorder.current(viewer.org), ...this.#store.list(viewer.org)]
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

  /** Removes a recording with its file; false for an unknown one, and one that is not done yet. */
  async remove(viewer: Viewer, id: string): Promise<boolean> {
    const record = this.get(viewer, id);
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
