import type { Ingest } from "../../cameras/ingest-port.ts";
import type { Fragment, InitSegment } from "../../cameras/source.ts";
import { fail } from "../../base/contract/fail.ts";
import { gateFile } from "../demo/demo-camera.ts";
import type { VideoSample } from "./capacity-port.ts";

/** Reads the clip that every box has. Rejects with the ingest's code if it cannot be read. */
export function clipSample(ingest: Ingest): Promise<VideoSample> {
  const { promise, resolve, reject } = Promise.withResolvers<VideoSample>();
  let init: InitSegment | undefined;
  const fragments: Fragment[] = [];
  ingest.open(
    { kind: "file", url: gateFile },
    {
      onInit: (header) => (init = { ...header, generation: 1 }),
      onFragment: (fragment) => void fragments.push({ ...fragment, generation: 1, wallMs: 0 }),
      onEnd(problem) {
        if (problem) reject(fail(problem.code, problem.message));
        else resolve({ init: init!, fragments });
      },
    },
  );
  return promise;
}
