import type { SharedParts } from "../../perception/streams/create-stream.ts";
import { type CameraParts, cameraIngest } from "../../cameras/module.ts";
import type { Part } from "../../base/core/parts.ts";
import type { SafeMode } from "../selfcare/safe-mode.ts";
import { LatencySelftest } from "./latency-selftest.ts";

/** Measurements of the box by itself. Their camera is on this machine, whatever cameras the site allows. */
export function addSelftest(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  parts: { perception: SharedParts; safeMode: SafeMode; cameraParts: CameraParts },
): Promise<LatencySelftest> {
  const { perception, safeMode, cameraParts } = parts;
  const dial = { ...cameraParts.dial, allowedNetworks: ["127.0.0.1/32"] };
  const ingest = cameraIngest({ ...cameraParts, dial });
  return start("selftest", new LatencySelftest({ perception, safeMode, ingest }));
}
