import { type ChildProcess, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { until } from "../box/wait.ts";
import { StrictRobot } from "../vda5050/robot.ts";
import type { SeenLease } from "./lease-watch.ts";

/** Port of the broker of the robots. */
export const brokerPort = 1883;
/** A line of the broker's log may be read so much later than it was written, in milliseconds. */
const lateMs = 1000;
const commanding = /\/(order|instantActions)$/;
const connectedLine = /New client connected from (?:::ffff:)?([\d.]+):\d+ as (\S+)/;
const publishLine = /Received PUBLISH from (\S+) \(.*'([^']+)'/;

/** What a client published for the robot. */
export interface Published {
  address: string;
  topic: string;
  /** Wall time at which the line of the broker's log was read, Unix milliseconds. */
  atMs: number;
}

/** A strict robot of VDA 5050 behind a broker whose log says which box sent it what. */
export class RobotWitness {
  readonly robot: StrictRobot;
  readonly published: Published[] = [];
  readonly #dir: string;
  readonly #addresses = new Map<string, string>();
  #broker: ChildProcess | undefined;

  constructor(dir: string) {
    this.#dir = dir;
    this.robot = new StrictRobot({ url: `mqtt://127.0.0.1:${brokerPort}`, speedMps: 0.5 });
  }

  async start(): Promise<void> {
    const file = join(this.#dir, "mosquitto.conf");
    const log = ["log_dest stdout", "log_type all", "connection_messages true"];
    const lines = [`listener ${brokerPort} 0.0.0.0`, "allow_anonymous true", "user root", ...log];
    await writeFile(file, `${lines.join("\n")}\n`);
    const broker = spawn("mosquitto", ["-c", file, "-v"], { stdio: ["ignore", "pipe", "inherit"] });
    this.#broker = broker;
    createInterface({ input: broker.stdout }).on("line", (line) => this.#read(line));
    await until(() => opens(brokerPort), { what: "the broker" });
    await this.robot.start();
  }

  async stop(): Promise<void> {
    await this.robot.stop();
    this.#broker?.kill("SIGKILL");
  }

  #read(line: string): void {
    const [, address, client] = connectedLine.exec(line) ?? [];
    if (client !== undefined) this.#addresses.set(client, address!);
    const [, sender, topic] = publishLine.exec(line) ?? [];
    if (topic === undefined || !commanding.test(topic)) return;
    this.published.push({
      address: this.#addresses.get(sender!) ?? "unknown",
      topic: topic.slice(topic.lastIndexOf("/") + 1),
      atMs: Date.now(),
    });
  }

  /**
   * What was wrong with the commands that reached the broker, in words: a box sent one without a lease of its own, after
   * another box had the lease, or the robot carried one out twice.
   */
  faults(leases: readonly SeenLease[], boxOf: (address: string) => string | undefined): string[] {
    const faults = [...this.robot.violations];
    let at = 0;
    for (const { address, topic, atMs } of this.published) {
      const box = boxOf(address);
      const next = leases.findIndex(({ boxId, writtenAtMs }, index) => {
        return index >= at && boxId === box && writtenAtMs <= atMs + lateMs;
      });
      if (next < 0) {
        faults.push(`${topic} of ${address} at ${atMs}, which had no lease then`);
        continue;
      }
      at = next;
      const over = leases.slice(at + 1).find(({ boxId }) => boxId !== box);
      if (over && atMs > over.writtenAtMs + lateMs) {
        faults.push(`${topic} of ${address}, ${atMs - over.writtenAtMs} ms after another lease`);
      }
    }
    const { taken } = this.robot;
    const twice = taken.filter((each, index) => taken.indexOf(each) !== index);
    return [...faults, ...twice.map((each) => `${each} was carried out twice`)];
  }
}

async function opens(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("connect", () => socket.destroy());
    socket.once("error", () => resolve(false));
  });
}
