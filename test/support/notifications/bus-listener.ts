import { type IPublishPacket, type MqttClient, connectAsync, type IClientOptions } from "mqtt";
import { until } from "../box/wait.ts";

/** A message as somebody on the broker sees it. */
export interface Heard {
  topic: string;
  text: string;
  bytes: Buffer;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into messages of every shape
  json: any;
  isRetained: boolean;
  qos: number;
  correlation: string | undefined;
}

/** Somebody else on the broker, who hears everything. */
export class BusListener {
  readonly heard: Heard[] = [];
  readonly #client: MqttClient;

  private constructor(client: MqttClient) {
    this.#client = client;
    client.on("message", (topic, payload, packet) => this.#take(topic, payload, packet));
  }

  /** Connects and subscribes to everything; ends with the test. */
  static async join(
    t: { after(run: () => Promise<void>): void },
    url: string,
    options: IClientOptions = {},
  ): Promise<BusListener> {
    const client = await connectAsync(url, { protocolVersion: 5, reconnectPeriod: 50, ...options });
    const listener = new BusListener(client);
    t.after(() => client.endAsync(true));
    await client.subscribeAsync("#", { qos: 1 });
    return listener;
  }

  get isConnected(): boolean {
    return this.#client.connected;
  }

  /** Messages under topics that end so. */
  under(end: string): Heard[] {
    return this.heard.filter(({ topic }) => topic.endsWith(end));
  }

  events(): Heard[] {
    return this.heard.filter(({ topic }) => topic.includes("/events/"));
  }

  /** The newest message of a topic, once there is one for which `holds` is true. */
  async newest(end: string, holds: (heard: Heard) => boolean = () => true): Promise<Heard> {
    const find = (): Heard | undefined => this.under(end).findLast(holds);
    await until(() => find() !== undefined, { what: `a message of ${end}` });
    return find()!;
  }

  async publish(
    topic: string,
    body: unknown,
    options: { retain?: boolean; responseTopic?: string; correlation?: string } = {},
  ): Promise<void> {
    const { retain = false, responseTopic, correlation } = options;
    const payload = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const properties = {
      ...(responseTopic === undefined ? {} : { responseTopic }),
      ...(correlation === undefined ? {} : { correlationData: Buffer.from(correlation) }),
    };
    await this.#client.publishAsync(topic, payload, { qos: 1, retain, properties });
  }

  #take(topic: string, payload: Buffer, packet: IPublishPacket): void {
    const text = payload.toString();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    const correlation = packet.properties?.correlationData?.toString();
    const { retain: isRetained, qos } = packet;
    this.heard.push({ topic, text, bytes: payload, json, isRetained, qos, correlation });
  }
}
