import type { Clock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { CoverageLedger } from "../../../src/perception/coverage/coverage-ledger.ts";
import { fakeFieldCameras, fakeTalks } from "../cameras/fake-field-cameras.ts";
import { fakeRecordings } from "../cameras/fake-recordings.ts";
import { fakeIncidents } from "../notifications/fake-incidents.ts";
import { fakeLearning, fakeModels } from "../perception/fake-models.ts";
import { fakeStreams, jpeg } from "../perception/fake-streams.ts";

/** The perception that a server serves without a camera: one stream, `gate`, with the incident `incidentId`. */
export function fakePerception({
  store,
  clock,
  incidentId,
}: {
  store: LmdbStore;
  clock: Clock;
  incidentId: string;
}) {
  return {
    streams: fakeStreams(),
    incidents: fakeIncidents(incidentId, jpeg),
    evidence: { url: () => null, clipUrl: () => null },
    streamOfIncident: (_org: string, id: string) => (id === incidentId ? "gate" : undefined),
    fieldCameras: fakeFieldCameras(),
    talks: fakeTalks(),
    coverage: new CoverageLedger({
      store,
      clock,
      log: silentLogger,
      maxAgeMs: 1e9,
      orgs: () => [],
    }),
    recordings: fakeRecordings(incidentId),
    timeline: { read: async () => [] },
    detectors: fakeModels(),
    learning: fakeLearning(),
  };
}
