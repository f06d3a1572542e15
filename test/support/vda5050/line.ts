import type { ValidateFunction } from "ajv";
import { connectAsync, type MqttClient } from "mqtt";
import { faces, type RobotVersion } from "./faces.ts";
import type { Order } from "./graph.ts";
import { noOfficialSchemas, officialCheck } from "./official.ts";

/** How a test robot is reached, and what its line does to frames. */
export interface LineOptions {
  url: string;
  version: RobotVersion;
  /** First and second level of its topics, where they are not the version's. */
  interfaceName?: string;
  majorVersion?: string;
  serialNumber: string;
  stateIntervalMs: number;
  /** Whether a message is lost, in either direction. */
  isLost?: (topic: string) => boolean;
}

const tickMs = 20;

/**
 * The MQTT side of a test robot: its topics, last will, headers, and the check of what comes in
 * against the official schemas where they are there.
 */
export abstract class RobotLine {
  /** What no master may ever send, as it was seen. */
  readonly violations: string[] = [];
  /** Frames of master control as they came in, also those that were refused. */
  readonly received: { topic: string; frame: any }[] = [];
  /** Says nothing and hears nothing. */
  isSilent = false;
  protected readonly options: LineOptions;
  readonly #checks = new Map<string, ValidateFunction>();
  readonly #headerIds = new Map<string, number>();
  readonly #lastHeader = new Map<string, number>();
  #client: MqttClient | undefined;
  #timers: NodeJS.Timeout[] = [];

  constructor(options: LineOptions) {
    this.options = options;
    // 1.1 was published without schemas.
    if (noOfficialSchemas !== false || options.version === "1.1") return;
    for (const topic of faces[options.version].hears) {
      this.#checks.set(topic, officialCheck(options.version, topic));
    }
  }

  abstract sendState(): void;
  protected abstract move(sec: number): void;
  protected abstract obey(topic: string, frame: any): void;

  /** As after its power was off: it counts its frames again. */
  protected countAnew(): void {
    this.#headerIds.clear();
  }

  topic(name: string): string {
    const { version, interfaceName, majorVersion } = this.options;
    const [first, second] = faces[version].root.split("/");
    return `${interfaceName ?? first}/${majorVersion ?? second}/acme/${this.options.serialNumber}/${name}`;
  }

  /** Connects with its last will, says ONLINE, and begins to tell its state. */
  async start(): Promise<void> {
    const { url, stateIntervalMs, version } = this.options;
    const { brokenLink, hears } = faces[version];
    const will = {
      topic: this.topic("connection"),
      payload: Buffer.from(
        JSON.stringify(this.frame("connection", { connectionState: brokenLink })),
      ),
      qos: 1 as const,
      retain: true,
    };
    const client = await connectAsync(url, {
      will,
      reconnectPeriod: 200,
      keepalive: 10,
      queueQoSZero: false,
    });
    this.#client = client;
    client.on("error", () => undefined);
    client.on("message", (topic, payload) => this.#receive(topic, payload));
    const greet = async (): Promise<void> => {
      await client.subscribeAsync(
        hears.map((name) => this.topic(name)),
        { qos: 0 },
      );
      const online = this.frame("connection", { connectionState: "ONLINE" });
      await client.publishAsync(this.topic("connection"), JSON.stringify(online), {
        qos: 1,
        retain: true,
      });
      this.sendState();
    };
    client.on("connect", () => void greet().catch(() => undefined));
    await greet();
    let last = performance.now();
    const tick = (): void => {
      const now = performance.now();
      this.move(Math.min(0.2, (now - last) / 1000));
      last = now;
    };
    this.#timers = [
      setInterval(tick, tickMs),
      setInterval(() => this.sendState(), stateIntervalMs),
    ];
  }

  /** Says OFFLINE and disconnects, as the specification asks. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    const client = this.#client;
    this.#client = undefined;
    if (client?.connected) {
      const offline = this.frame("connection", { connectionState: "OFFLINE" });
      const said = client.publishAsync(this.topic("connection"), JSON.stringify(offline), {
        qos: 1,
        retain: true,
      });
      // The broker of the test may be gone already.
      await Promise.race([
        said.catch(() => undefined),
        new Promise((resolve) => client.once("close", () => resolve(null))),
      ]);
    }
    client?.end(true);
  }

  /** Drops off the network without a word: the broker sends the last will. */
  vanish(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#client?.stream.destroy();
    this.#client?.end(true);
    this.#client = undefined;
  }

  /** Sends a frame of its own making. */
  sendRaw(name: string, payload: string | Buffer, options: { retain?: boolean } = {}): void {
    this.#client?.publish(this.topic(name), payload, { qos: 0, ...options });
  }

  frame(topic: string, body: Record<string, unknown>): Record<string, unknown> {
    const headerId = this.#headerIds.get(topic) ?? 0;
    this.#headerIds.set(topic, headerId + 1);
    return {
      headerId,
      timestamp: new Date().toISOString(),
      version: `${this.options.version}.0`,
      manufacturer: "acme",
      serialNumber: this.options.serialNumber,
      ...body,
    };
  }

  protected publish(name: string, frame: unknown): void {
    const topic = this.topic(name);
    if (!this.#client?.connected || this.options.isLost?.(name)) return;
    this.#client.publish(topic, JSON.stringify(frame), { qos: 0 });
  }

  #receive(topic: string, payload: Buffer): void {
    const name = topic.slice(topic.lastIndexOf("/") + 1);
    if (this.options.isLost?.(name)) return;
    const frame = JSON.parse(payload.toString());
    this.received.push({ topic: name, frame });
    this.#checkHeader(name, frame);
    const check = this.#checks.get(name);
    if (check && !check(frame)) {
      this.violations.push(`${name}: ${JSON.stringify(check.errors?.[0])}`);
    }
    if (this.isSilent) return;
    this.obey(name, frame);
    this.sendState();
  }

  #checkHeader(
    name: string,
    { headerId, version, manufacturer, serialNumber, timestamp }: Order,
  ): void {
    const last = this.#lastHeader.get(name);
    if (last !== undefined && headerId <= last && headerId !== 0) {
      this.violations.push(`${name}: headerId ${headerId} after ${last}`);
    }
    this.#lastHeader.set(name, headerId);
    if (version !== `${this.options.version}.0`)
      this.violations.push(`${name}: version ${version}`);
    if (manufacturer !== "acme" || serialNumber !== this.options.serialNumber) {
      this.violations.push(`${name}: is for ${manufacturer} ${serialNumber}`);
    }
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{2,}Z$/.test(timestamp)) {
      this.violations.push(`${name}: timestamp ${timestamp}`);
    }
  }
}
