import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { LinuxHost } from "../../../src/adapters/linux/linux-host.ts";
import { LinuxMachine } from "../../../src/adapters/linux/linux-machine.ts";
import { ModelTrial } from "../../../src/adapters/model-trial/model-trial.ts";
import { tryWebrtc } from "../../../src/adapters/webrtc/webrtc-trial.ts";
import type { ProbeResult } from "../../../src/cameras/probe/camera-probe.ts";
import type { OnvifCamera } from "../../../src/cameras/onvif-port.ts";
import type { StreamMeasure } from "../../../src/cameras/stream-measure.ts";
import { loadConfig } from "../../../src/system/config/load.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import type { DoctorSite } from "../../../src/system/doctor/check.ts";
import { configuredCameras } from "../../../src/system/doctor/doctor-cameras.ts";
import type { StoreFacts } from "../../../src/system/doctor/store-facts.ts";
import { storeVersion } from "../../../src/system/store/store-version.ts";
import { tempDir } from "../box/temp-dir.ts";

/** A machine and a site of which a test breaks one thing. */
export interface Bench {
  dir: string;
  dataDir: string;
  /** Writes a file of `/proc`, `/sys` or `/run`. */
  system(path: string, text: string): Promise<void>;
  /** Puts a program in front of all others. */
  tool(name: string, script: string): Promise<void>;
  site(yaml?: string, more?: Partial<DoctorSite>): Promise<DoctorSite>;
}

const goodMeasure: StreamMeasure = {
  problem: null,
  codec: "h264",
  mimeCodec: "avc1.42E01E",
  widthPx: 640,
  heightPx: 360,
  fps: 10,
  gopSec: 1,
  gopFrames: 10,
  hasBFrames: false,
  firstPictureSec: 0.3,
  watchedSec: 3,
  clockOffsetMs: 5,
};

/** A probe that finds a good stream but for `measure`. */
export function probeOf(measure: Partial<StreamMeasure>): DoctorSite["probe"] {
  const answer: OnvifCamera = {
    manufacturer: "Acme",
    model: "1",
    firmware: null,
    clockOffsetMs: null,
    profiles: [],
  } as unknown as OnvifCamera;
  return async ({ url }): Promise<ProbeResult> => ({
    stream: { url, measure: { ...goodMeasure, ...measure } },
    onvif: { url, answer },
    isReachable: true,
    credentials: "not_needed",
    advice: [],
  });
}

/** Facts of a sound store. */
export const goodFacts: StoreFacts = {
  version: storeVersion,
  readableFrom: 1,
  isMigrating: false,
  figures: {
    entries: 10,
    usedBytes: 1e6,
    limitBytes: 8e9,
    freeListEntries: 2,
    readers: 1,
    maxReaders: 126,
  },
  lastEventAtMs: null,
  disabledWebhooks: [],
  hasKeys: true,
  hasPeople: false,
};

/** What a sound box answers. */
export const box = {
  url: "http://127.0.0.1:1",
  ready: true,
  safe_mode: { active: false, reason: null },
  vision: { state: "ready", restarts: 0 },
  cameras: { refused: [] },
  jobs: { queued: 0, running: 0 },
  uplink: { endpoints: [] },
};

/** A sound machine and site in new folders. */
export async function bench(t: TestContext): Promise<Bench> {
  const dir = await tempDir(t);
  const dataDir = join(dir, "data");
  const root = join(dir, "root");
  const tools = join(dir, "tools");
  await mkdir(dataDir, { mode: 0o700 });
  await mkdir(tools);
  const environment = { PATH: [tools, process.env["PATH"]].join(delimiter) };
  const system = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  return {
    dir,
    dataDir,
    system,
    async tool(name, script) {
      await writeFile(join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    },
    async site(yaml = "", more = {}) {
      const file = join(dir, "site.yaml");
      await writeFile(file, `data_dir: ${dataDir}\nserver: { port: 0 }\n${yaml}\n`, {
        mode: 0o600,
      });
      const { config } = await loadConfig({ file });
      const paths = {
        proc: join(root, "proc"),
        sys: join(root, "sys"),
        synchronised: join(dir, "no"),
      };
      return {
        config,
        cameras: configuredCameras(config),
        configuration: { file, problems: [], warnings: [] },
        host: new LinuxHost({ root, environment }),
        machine: await new LinuxMachine(config.dataDir, paths).read(),
        box: null,
        store: goodFacts,
        probe: probeOf({}),
        tryModel: (model) => new ModelTrial(systemClock).tryModel(model),
        tryWebrtc,
        nowMs: Date.now(),
        ...more,
      };
    },
  };
}
