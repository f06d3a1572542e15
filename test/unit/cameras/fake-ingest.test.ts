import { suite } from "node:test";
import { ingestConformance } from "../../conformance/ingest.ts";
import { FakeIngest, type FakeRun } from "../../support/cameras/fake-ingest.ts";

suite("the fake ingest keeps the port's promises", () => {
  ingestConformance(() => ({
    ingest: new FakeIngest(),
    live: { kind: "rtsp", url: "rtsp://camera/live" },
    file: { kind: "file", url: "/media/clip.mp4" },
    bad: { kind: "rtsp", url: "rtsp://camera/missing" },
    badCode: "stream_not_found",
    deliver(run) {
      const fake = run as FakeRun;
      queueMicrotask(() => {
        fake.init();
        void fake.frame(0, true);
        void fake.frame(0.1);
      });
    },
  }));
});
