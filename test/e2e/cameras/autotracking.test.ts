import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { onlyLong } from "../../support/box/long-form.ts";
import { until } from "../../support/box/wait.ts";
import { startOnvifDevice } from "../../support/cameras/onvif/onvif-device.ts";
import { type HeadOptions, TurningHead } from "../../support/cameras/onvif/turning-head.ts";
import { type SceneLight, startTurningCamera } from "../../support/cameras/onvif/turning-camera.ts";

const deadlineMs = 60_000;
const stream = "/api/v1/surveillance/streams/dome";
const home = { pan: 0, tilt: 0, zoom: 0 };

/** Where the person is so many seconds after entering; null once out of sight. */
type Walk = (sec: number) => { pan: number; tilt: number } | null;

const crossing: Walk = (sec) => {
  const pan = -0.3 + sec * 0.05;
  return pan <= 0.9 ? { pan, tilt: -0.03 } : null;
};

/** From the right, a stop of three seconds, back, and away to the left again, towards the camera and from it. */
const strolling: Walk = (sec) => {
  const legs = [
    [12, -0.04],
    [3, 0],
    [6, 0.05],
    [20, -0.05],
  ] as const;
  let [pan, leftSec] = [0.3, sec];
  for (const [legSec, speed] of legs) {
    pan += Math.min(leftSec, legSec) * speed;
    leftSec -= legSec;
    if (leftSec <= 0) return { pan, tilt: -0.03 + 0.03 * Math.sin(sec / 4) };
  }
  return null;
};

/** A dome camera with a real picture that turns, and a box whose stream `dome` follows people with it. */
class Dome {
  readonly head: TurningHead;
  readonly box: Appliance;
  /** Where the person was in the frames that the camera drew. */
  readonly places: { x: number; y: number }[] = [];
  readonly #walk: Walk;
  #nowSec = 0;
  /** Seconds of the camera at which the person enters the picture; never before it is set. */
  #entersSec = Number.POSITIVE_INFINITY;
  isThere = false;

  private constructor(head: TurningHead, box: Appliance, walk: Walk) {
    [this.head, this.box, this.#walk] = [head, box, walk];
  }

  static async start(
    t: TestContext,
    { head: options, walk, light }: { head: HeadOptions; walk: Walk; light?: SceneLight },
  ): Promise<Dome> {
    const head = new TurningHead(options);
    const box = await startAppliance({ yaml: "models: { default: gatehouse-nano }" });
    t.after(() => box.stop());
    const dome = new Dome(head, box, walk);
    const camera = await startTurningCamera(head, (sec) => dome.#personAt(sec), light);
    t.after(() => camera.stop());
    const streams = [{ token: "main", url: camera.url }];
    const device = await startOnvifDevice({ streams, ptz: true, head });
    t.after(() => device.stop());
    await box.post("/api/v1/surveillance/streams", {
      stream_id: "dome",
      source: { type: "rtsp", url: camera.url, onvif_url: device.url, fps_cap: 5 },
      detect: ["person"],
      autotracking: { enabled: true, return_after_seconds: 4, hold_seconds: 10 },
    });
    await dome.isIn("ready");
    return dome;
  }

  enter(): void {
    this.#entersSec = this.#nowSec + 1;
  }

  leave(): void {
    this.#entersSec = Number.POSITIVE_INFINITY;
  }

  async tracking() {
    return (await this.box.get(stream)).body.data.autotracking;
  }

  async isIn(state: string): Promise<void> {
    await until(async () => (await this.tracking())?.state === state, { deadlineMs, what: state });
  }

  /** Lets the person walk all the way. Returns the share of frames with the person in the middle half. */
  async follow(t: TestContext): Promise<number> {
    this.enter();
    await this.isIn("following");
    this.places.length = 0;
    await until(() => !this.isThere, { deadlineMs });
    const isKept = ({ x, y }: { x: number; y: number }): boolean =>
      Math.abs(x - 0.5) < 0.25 && Math.abs(y - 0.5) < 0.25;
    const share = this.places.filter(isKept).length / this.places.length;
    const { latency_seconds: latencySec } = await this.tracking();
    const frames = `${share.toFixed(3)} of ${this.places.length} frames`;
    t.diagnostic(`in the middle half: ${frames}; latency ${latencySec} s`);
    return share;
  }

  #personAt(sec: number) {
    this.#nowSec = sec;
    const thing = sec < this.#entersSec ? null : this.#walk(sec - this.#entersSec);
    this.isThere = thing !== null;
    if (thing) this.places.push(this.head.place(thing));
    return thing;
  }
}

test(
  "a dome camera keeps a walking person in the middle half of the picture for 80 % of the way, then comes home",
  { skip: onlyLong },
  async (t) => {
    const dome = await Dome.start(t, { head: { lateMs: 200 }, walk: crossing });
    const share = await dome.follow(t);
    assert.ok(share >= 0.8, `${share} in the middle half`);
    await dome.isIn("lost");
    await dome.isIn("ready");
    assert.deepEqual(dome.head.pose, home);
  },
);

test(
  "a slow and late camera in the dusk keeps a person who stops and turns round for 60 % of the way",
  { skip: onlyLong },
  async (t) => {
    const head = { lateMs: 450, unitsPerSec: 0.25 };
    const light = { brightness: 0.5, noise: 12 };
    const dome = await Dome.start(t, { head, walk: strolling, light });
    const share = await dome.follow(t);
    assert.ok(share >= 0.6, `${share} in the middle half`);
    await dome.isIn("ready");
    assert.deepEqual(dome.head.pose, home);
  },
);

test(
  "a person has the camera with the first command; after the hold it goes home",
  { skip: onlyLong },
  async (t) => {
    const dome = await Dome.start(t, { head: { lateMs: 200 }, walk: crossing });
    const { head, box } = dome;
    dome.enter();
    await dome.isIn("following");
    await until(() => head.isMoving, { deadlineMs });
    const order = { action: "absolute", pan: -0.5, tilt: 0.2 };
    assert.equal((await box.post(`${stream}/ptz`, order)).status, 200);
    await dome.isIn("paused");
    await until(() => !head.isMoving, { deadlineMs });
    assert.deepEqual([head.pose.pan, head.pose.tilt], [-0.5, 0.2]);
    dome.leave();
    await dome.isIn("ready");
    assert.deepEqual(head.pose, home);
    const audit = (await box.get("/api/v1/audit")).body.data.data.map(
      (entry: { action: string }) => entry.action.split(" ")[0],
    );
    assert.ok(audit.includes("FOLLOW") && audit.includes("RETURN"), audit.join());
  },
);

test(
  "a camera whose box is killed while it follows stops by itself; the restarted box takes it home and follows again",
  { skip: onlyLong },
  async (t) => {
    const dome = await Dome.start(t, { head: { lateMs: 200 }, walk: crossing });
    const { head, box } = dome;
    dome.enter();
    await dome.isIn("following");
    await until(() => head.isMoving && head.pose.pan > 0.1, { deadlineMs });
    await box.kill();
    await until(() => !head.isMoving, { deadlineMs: 5000, what: "the camera's own timeout" });
    assert.ok(head.ended.timeout > 0 && head.pose.pan > 0.1, JSON.stringify(head.pose));
    dome.leave();
    await box.restart();
    await dome.isIn("ready");
    assert.deepEqual(head.pose, home);
    const order = { action: "relative", pan: 0.1, tilt: 0 };
    assert.equal((await box.post(`${stream}/ptz`, order)).status, 200, "nobody holds the camera");
    await dome.isIn("paused");
    await dome.isIn("ready");
    dome.enter();
    await dome.isIn("following");
  },
);
