import type { TestContext } from "node:test";
import { FakeVision } from "./fake-vision.ts";
import { PerceptionRig, type RigJob } from "./perception-rig.ts";
import { visitor, yardRequest } from "../page/visitor.ts";
import { until } from "../box/wait.ts";

/** A rig that watches one camera, which has connected; by default the yard through which the visitor walks. */
export async function watching(
  t: TestContext,
  body: unknown = yardRequest,
  vision = new FakeVision(visitor),
): Promise<{ rig: PerceptionRig; job: RigJob }> {
  const rig = await PerceptionRig.make(t, { vision });
  const job = await rig.submit(body);
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  return { rig, job };
}
