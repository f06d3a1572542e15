import type { TestContext } from "node:test";
import { OnvifAdapter } from "../../../src/adapters/onvif/onvif-cameras.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { OnvifCameras } from "../../../src/cameras/onvif-port.ts";
import { AutotrackService } from "../../../src/perception/ptz/autotrack-service.ts";
import { PtzService } from "../../../src/perception/ptz/ptz-service.ts";
import type { StreamRunner } from "../../../src/perception/streams/stream-runner.ts";
import { until } from "../box/wait.ts";
import {
  type OnvifDevice,
  type OnvifDeviceOptions,
  startOnvifDevice,
} from "../cameras/onvif/onvif-device.ts";
import { TurningHead } from "../cameras/onvif/turning-head.ts";
import { PerceptionRig, settle } from "./perception-rig.ts";

const cameraUrl = "rtsp://127.0.0.1:5540/main";
const tickMs = 100;

/** A thing in front of the camera, in units of pan and tilt; undefined while it is not there. */
export interface WorldThing {
  label?: string;
  pan: number;
  tilt: number;
  height?: number;
}

/** A dome camera that turns in a world of things, on a real ONVIF device and a clock that moves with the frames. */
export class TrackingRig {
  readonly rig: PerceptionRig;
  readonly device: OnvifDevice;
  readonly head: TurningHead;
  readonly ptz: PtzService;
  /** Entries of the audit log: verb and reason. */
  readonly audited: string[] = [];
  /** The things of the world at a time in seconds. */
  world: (sec: number) => readonly WorldThing[] = () => [];
  /** Where the first thing was in each frame; null while it was out of sight. */
  readonly places: ({ x: number; y: number } | null)[] = [];
  readonly #requests: { underway: number };
  #sec = 0;

  private constructor(made: {
    rig: PerceptionRig;
    device: OnvifDevice;
    head: TurningHead;
    ptz: PtzService;
    requests: { underway: number };
  }) {
    this.rig = made.rig;
    this.device = made.device;
    this.head = made.head;
    this.ptz = made.ptz;
    this.#requests = made.requests;
  }

  /** A rig whose stream `dome` has the given fields; `override` as that of the device. */
  static async make(
    t: TestContext,
    fields: Record<string, unknown>,
    override?: OnvifDeviceOptions["override"],
  ): Promise<TrackingRig> {
    const rig = await PerceptionRig.make(t);
    const head = new TurningHead({ nowMs: () => rig.clock.monoMs() });
    const streams = [{ token: "main", url: cameraUrl }];
    const device = await startOnvifDevice({
      streams,
      ptz: true,
      head,
      ...(override ? { override } : {}),
    });
    t.after(() => device.stop());
    const requests = { underway: 0 };
    const onvif = counted(
      new OnvifAdapter({ log: silentLogger, wallMs: () => Date.now() }),
      requests,
    );
    const { clock, running, moves } = rig;
    const ptz = new PtzService({
      onvif,
      moves,
      running,
      store: rig.parts.store,
      clock,
      log: silentLogger,
    });
    t.after(() => ptz.stop());
    const self = new TrackingRig({ rig, device, head, ptz, requests });
    const audit = {
      add: async ({ action, outcome }: { action: string; outcome: { code: string | null } }) => {
        self.audited.push([action.split(" ")[0], outcome.code].filter(Boolean).join(" "));
      },
    };
    const tracking = new AutotrackService({ running, ptz, moves, audit, clock, log: silentLogger });
    tracking.start();
    t.after(() => tracking.stop());
    rig.vision.see = () => self.#see();
    await rig.submit({
      stream_id: "dome",
      model: "fake",
      source: { type: "rtsp", url: cameraUrl, onvif_url: device.url, fps_cap: 5 },
      ...fields,
    });
    await until(() => rig.ingest.runs.length > 0);
    rig.ingest.last.init();
    return self;
  }

  get runner(): StreamRunner {
    return this.rig.running.get("default", "dome")!;
  }

  /** State of autotracking. */
  get state(): string {
    return this.runner.autotracking.state;
  }

  /** Seconds since the begin. */
  get sec(): number {
    return this.#sec;
  }

  /** Plays `seconds`, or until `isDone`; every command is answered before time goes on. */
  async play(seconds: number, isDone: () => boolean = () => false): Promise<void> {
    const endSec = this.#sec + seconds;
    for (let tick = 0; this.#sec < endSec - 1e-6 && !isDone(); tick += 1) {
      this.rig.clock.advance(tickMs);
      this.#sec = Math.round((this.#sec + tickMs / 1000) * 10) / 10;
      await this.answered();
      if (tick % 2 === 0) await this.rig.ingest.last.frame(this.#sec, true);
      await settle();
    }
    await this.rig.stored();
  }

  /** Waits until the camera has answered all commands. */
  async answered(): Promise<void> {
    await settle();
    while (this.#requests.underway > 0) await settle();
    await settle();
  }

  #see() {
    const boxes = this.world(this.#sec).map((thing) => ({
      thing,
      boxNorm: this.head.boxOf({ height: 0.12, ...thing, width: 0.04 }),
    }));
    const [first] = boxes;
    if (first) {
      const { boxNorm } = first;
      this.places.push(
        boxNorm && { x: (boxNorm[0] + boxNorm[2]) / 2, y: (boxNorm[1] + boxNorm[3]) / 2 },
      );
    }
    const detections = boxes.flatMap(({ thing: { label = "person" }, boxNorm }) =>
      boxNorm ? [{ label, score: 0.9, boxNorm }] : [],
    );
    return { detections, motionRatio: 0.1 };
  }
}

/** Counts the requests that are under way. */
function counted(onvif: OnvifCameras, requests: { underway: number }): OnvifCameras {
  const count = async <T>(work: Promise<T>): Promise<T> => {
    requests.underway += 1;
    try {
      return await work;
    } finally {
      requests.underway -= 1;
    }
  };
  return {
    describe: (...args) => onvif.describe(...args),
    storedVideo: (...args) => onvif.storedVideo(...args),
    discover: (...args) => onvif.discover(...args),
    watchEvents: (...args) => onvif.watchEvents(...args),
    ptzState: (...args) => count(onvif.ptzState(...args)),
    ptzPosition: (...args) => count(onvif.ptzPosition(...args)),
    ptz: (...args) => count(onvif.ptz(...args)),
  };
}
