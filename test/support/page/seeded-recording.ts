import { join } from "node:path";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { makeRecordings } from "../cameras/make-recordings.ts";
import { record } from "../cameras/recorded-stream.ts";
import { makeClip } from "../cameras/video-fragments.ts";

/** Records `seconds` of a camera from `startMs` (Unix milliseconds) on into the data of a stopped box. */
export async function seedRecording(
  dataDir: string,
  { streamId, startMs, seconds }: { streamId: string; startMs: number; seconds: number },
): Promise<void> {
  const store = new LmdbStore({ dir: dataDir, log: silentLogger, clock: systemClock });
  await store.start();
  const ends: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => void ends.push(end) };
  const recordings = await makeRecordings(t as never, { store, dir: join(dataDir, "recordings") });
  const stream = { org: "default", streamId };
  const settings = { mode: "continuous", preSec: 0, postSec: 0, masks: [] } as const;
  const recorder = recordings.open(stream, settings);
  await record(recorder, await makeClip({ seconds }), { startMs });
  await recordings.close(stream, recorder);
  for (const end of ends) await end();
  await store.stop();
}
