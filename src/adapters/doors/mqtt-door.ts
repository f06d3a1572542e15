import type { DoorLink, DoorListener, DoorRequest } from "../../robots/doors/door-port.ts";
import type { DoorConfig } from "../../robots/doors/door-settings.ts";
import { doorLimits } from "../../robots/doors/door-terms.ts";
import type { Broker } from "../mqtt-broker/broker.ts";
import { asUnreachable, withLevel } from "./door-failures.ts";
import { wordsOf } from "./json-words.ts";

/** A request that waited longer than this at the broker would open a door that nobody needs, in seconds. */
const expirySec = 5;

/** A door that says its state on a topic of an MQTT broker, and takes requests on another one. */
export class MqttDoor implements DoorLink {
  readonly #settings: NonNullable<DoorConfig["mqtt"]>;
  readonly #broker: Broker;
  #end: (() => void) | undefined;

  constructor(settings: NonNullable<DoorConfig["mqtt"]>, broker: Broker) {
    this.#settings = settings;
    this.#broker = broker;
  }

  get hasClose(): boolean {
    return this.#settings.close !== undefined;
  }

  open(listener: DoorListener): void {
    const { stateTopic: topic } = this.#settings;
    this.#end = this.#broker.subscribe({
      topics: [{ topic, qos: 1 }],
      onMessage: ({ topic: from, payload, isRetained }) => {
        if (from !== topic) return;
        // A retained state is of any age: it opens no way.
        if (isRetained) listener.onProblem("the broker has only an old state of it");
        else if (payload.byteLength > doorLimits.messageBytes)
          listener.onProblem(`its message is longer than ${doorLimits.messageBytes} bytes`);
        else this.#heard(Buffer.from(payload).toString("utf8"), listener);
      },
      onConnected: (isConnected) => {
        if (!isConnected)
          listener.onProblem(`the broker cannot be reached (${this.#broker.problem})`);
      },
    });
    const { problem } = this.#broker;
    if (problem !== null) listener.onProblem(`the broker cannot be reached (${problem})`);
  }

  async request(request: DoorRequest): Promise<void> {
    const { open, close, commandTopic } = this.#settings;
    const text = request.kind === "open" ? withLevel(open, request.level) : close!;
    try {
      await this.#broker.publish(commandTopic, text, expirySec);
    } catch (error) {
      throw asUnreachable(error);
    }
  }

  async close(): Promise<void> {
    this.#end?.();
    this.#end = undefined;
  }

  #heard(text: string, listener: DoorListener): void {
    const words = wordsOf(text, this.#settings);
    if ("problem" in words) listener.onProblem(words.problem);
    else listener.onWords(words);
  }
}
