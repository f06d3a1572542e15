import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { numbers } from "../box/numbers.ts";
import { until } from "../box/wait.ts";
import { type RtspServer, startRtspServer } from "../cameras/rtsp-server.ts";
import { EventReader } from "./event-reader.ts";
import { LeaseWatch } from "./lease-watch.ts";
import { brokerPort, RobotWitness } from "./robot-witness.ts";
import { SiteBox } from "./site-box.ts";
import { SiteLedger } from "./site-ledger.ts";
import { hubAddress, lanAddress, nameOf, SiteNetwork } from "./site-network.ts";
import { SiteVoters, votersPassword } from "./site-voters.ts";

/** The streams that all boxes share. */
export const streamIds = ["gate", "yard", "dock", "hall"] as const;
const fleetName = "site";
/** Longest wait for the status of the robot, in milliseconds. */
const statusMs = 2000;

/** Eight seconds: a white box crosses the picture in the first three, then nothing moves. */
const footage = {
  size: "320x180",
  fps: 10,
  seconds: 8,
  pattern: "color=c=gray",
  filter: Array.from({ length: 10 }, (_, at) => {
    const [fromSec, toSec] = [0.3 * at, 0.3 * (at + 1) - 0.01];
    return `drawbox=x=${20 + at * 24}:y=60:w=40:h=60:color=white:t=fill:enable='between(t,${fromSec},${toSec})'`;
  }).join(),
};

/** A site of real boxes with a NATS server beside each, a camera and a robot, all within this process's namespaces. */
export class Site {
  readonly network = new SiteNetwork();
  readonly boxes: readonly SiteBox[];
  readonly voters: SiteVoters;
  readonly witness: RobotWitness;
  readonly leases: LeaseWatch;
  readonly ledger: SiteLedger;
  readonly readers: readonly EventReader[];
  readonly #dir: string;
  readonly #boxIds = new Map<string, string>();
  #camera: RtspServer | undefined;

  constructor(dir: string, count: number, seed: number) {
    this.#dir = dir;
    this.boxes = Array.from({ length: count }, (_, at) => new SiteBox(at + 1, dir));
    this.voters = new SiteVoters(join(dir, "nats"), count);
    this.witness = new RobotWitness(dir);
    this.leases = new LeaseWatch(this.voters, `gatehouse-${fleetName}`);
    this.ledger = new SiteLedger(this.boxes, numbers(seed));
    this.readers = this.boxes.map((_, at) => new EventReader(this.boxes, at));
  }

  /** Starts everything; resolves when the boxes have joined and the streams are watched. */
  async start(): Promise<void> {
    const count = this.boxes.length;
    await this.network.start(count);
    await this.voters.prepare();
    for (const { number } of this.boxes) this.voters.start(number);
    this.#camera = await startRtspServer({ ...footage, address: hubAddress });
    await this.witness.start();
    await Promise.all(this.boxes.map((box) => this.#prepare(box)));
    await Promise.all(this.boxes.map((box) => box.start()));
    this.leases.start();
    for (const reader of this.readers) reader.start();
    await this.untilJoined(this.boxes);
    for (const box of this.boxes) {
      const { body } = await box.ask("/api/v1/system");
      this.#boxIds.set(lanAddress(box.number), body.data.fleet.box_id as string);
    }
  }

  /** Ends the boxes in order, so that their data can be read. */
  async stop(): Promise<void> {
    for (const reader of this.readers) await reader.stop();
    await Promise.all(this.boxes.map((box) => box.terminate()));
    await this.leases.stop();
    await this.witness.stop();
    await this.#camera?.stop();
  }

  /** Ends all processes of the box at once, its NATS server too. */
  async kill(box: SiteBox): Promise<void> {
    await this.network.killAll(box.number);
    await box.gone();
  }

  /** The box and its NATS server come back. */
  async revive(box: SiteBox): Promise<void> {
    this.voters.start(box.number);
    await box.start();
  }

  /** Waits until each of these boxes has contact and sees all of them up. */
  async untilJoined(boxes: readonly SiteBox[], deadlineMs = 60_000): Promise<void> {
    const isJoined = async (box: SiteBox): Promise<boolean> => {
      const answer = await box.ask("/api/v1/system").catch(() => undefined);
      const { state, boxes: members = [] } = answer?.body.data?.fleet ?? {};
      const up = (members as { state: string }[]).filter((member) => member.state === "up");
      return state === "joined" && up.length >= boxes.length;
    };
    const all = async () => (await Promise.all(boxes.map(isJoined))).every(Boolean);
    await until(all, { what: "all boxes in the fleet", deadlineMs, everyMs: 100 });
  }

  /** Waits until these boxes get pictures of every stream; resolves with how long it took, in milliseconds. */
  async untilWatched(boxes: readonly SiteBox[], deadlineMs: number): Promise<number> {
    const startMs = performance.now();
    let missing: string[] = [];
    const isWatched = async (): Promise<boolean> => {
      const watched = new Set((await Promise.all(boxes.map(watchedOn))).flat());
      missing = streamIds.filter((id) => !watched.has(id));
      return missing.length === 0;
    };
    await until(isWatched, { deadlineMs, everyMs: 100 }).catch(() => {
      throw new Error(`nobody watches ${missing.join()} ${deadlineMs} ms after the fault`);
    });
    return performance.now() - startMs;
  }

  /** The one of these boxes that drives the robot; undefined while none of them says so. */
  async driver(boxes: readonly SiteBox[] = this.boxes): Promise<SiteBox | undefined> {
    const asked = boxes.map(async (box) => {
      // A box passes the question on to the one that has the lease, which may be gone.
      const signal = AbortSignal.timeout(statusMs);
      const answer = await box.ask("/api/v1/robots/cart/status", { signal }).catch(() => undefined);
      const { driven_by: by, connection } = answer?.body.data ?? {};
      return by?.here === true && connection?.state === "online" ? (by.box_id as string) : "";
    });
    const ids = (await Promise.all(asked)).filter(Boolean);
    return boxes.find(({ number }) => ids.includes(this.#boxIds.get(lanAddress(number)) ?? "-"));
  }

  /** What was wrong so far with what the robot was sent and what readers saw, once the leases are known. */
  async faults(): Promise<string[]> {
    const isWell = () => this.#faults().length === 0;
    await until(isWell, { deadlineMs: 5000, everyMs: 100 }).catch(() => undefined);
    return this.#faults();
  }

  #faults(): string[] {
    const ofBox = (address: string) => this.#boxIds.get(address);
    return [
      ...this.witness.faults(this.leases.leases, ofBox),
      ...this.ledger.faults,
      ...this.readers.flatMap(({ faults }) => faults),
    ];
  }

  async #prepare(box: SiteBox): Promise<void> {
    const passwordFile = join(this.#dir, `password-${box.number}`);
    await writeFile(passwordFile, votersPassword, { mode: 0o600 });
    const camera = (id: string) =>
      `  - { id: ${id}, model: motion, source: { type: rtsp, url: "${this.#camera!.url}", fps_cap: 5 }, context: { zones: { all: { xyxy: [0, 0, 1, 1] } } }, behaviors: [{ type: intrusion, zone: all, cooldown_seconds: 1 }] }`;
    await box.prepare(`
limits: { creates_per_minute: 1000000, reads_per_minute: 1000000, robot_commands_per_minute: 1000000 }
site: { name: "Box ${box.number}" }
fleet:
  name: ${fleetName}
  plain_http: true
  voters: ${this.boxes.length}
  servers: [${this.voters.urls.map((url) => JSON.stringify(url)).join(", ")}]
  username: ${nameOf(box.number)}
  password_file: ${passwordFile}
  ca_file: ${this.voters.caFile}
mqtt_brokers: [{ name: floor, url: "mqtt://${hubAddress}:${brokerPort}" }]
robots:
  - { id: cart, driver: vda5050, vda5050: { broker: floor, manufacturer: acme, serial_number: "0001" } }
cameras:
${streamIds.map(camera).join("\n")}`);
  }
}

/** The streams of which the box gets pictures now. */
async function watchedOn(box: SiteBox): Promise<string[]> {
  const answer = await box.ask("/api/v1/surveillance/streams?site=false").catch(() => undefined);
  const streams = (answer?.body.data?.data ?? []) as {
    stream_id: string;
    fps_in: number;
    state: string;
  }[];
  return streams
    .filter(({ state, fps_in: fps }) => state === "watching" && fps > 0)
    .map(({ stream_id: id }) => id);
}
