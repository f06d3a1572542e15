import type { Clock, Timer } from "../../base/core/clock.ts";
import type { TraceListener } from "../../robots/fleet/robot-trace.ts";
import { foxgloveLimits } from "../../robots/foxglove/foxglove-terms.ts";
import type { LiveFeed, LiveSocket } from "../../robots/foxglove/live-port.ts";
import { type ClientMessage, readClientMessage } from "./client-messages.ts";
import { ofGrid } from "./grid.ts";
import { announced, type LiveChannel, LiveChannels } from "./live-channels.ts";
import {
  type FoxgloveMessage,
  ofEntry,
  ofIncident,
  ofPicture,
  ofSample,
  ofScan,
} from "./messages.ts";
import { PacedSocket } from "./paced-socket.ts";

/** Period of looking for new robots and maps, in milliseconds. */
const lookMs = 2000;
/** `StatusLevel.ERROR` of the protocol. */
const errorLevel = 2;
const messageOpcode = 1;
const policyViolation = 1008;

/** Dependencies of a session. */
export interface FoxgloveSessionParts {
  socket: LiveSocket;
  feed: LiveFeed;
  clock: Clock;
  /** Called for each message that a slow client does not get. */
  onDrop(): void;
}

/** One client: the channels that it sees, and the messages of those that it subscribed to. It can only look. */
export class FoxgloveSession {
  readonly #parts: FoxgloveSessionParts;
  readonly #paced: PacedSocket;
  readonly #channels = new LiveChannels();
  /** The client's number of its subscription by channel. */
  readonly #subscriptions = new Map<number, number>();
  /** Ends of following, by robot; the empty name for incidents. */
  readonly #follows = new Map<string, { hasPictures: boolean; end: () => void }>();
  /** Revisions of the maps that the client got. */
  readonly #sentMaps = new Map<number, number>();
  #timer: Timer | undefined;
  #window = { startMs: -Infinity, count: 0 };
  #isClosed = false;

  constructor(parts: FoxgloveSessionParts) {
    this.#parts = parts;
    this.#paced = new PacedSocket({ ...parts, limits: foxgloveLimits });
  }

  /** Greets the client, and serves it until its connection ends. */
  begin(): void {
    const { socket, clock } = this.#parts;
    socket.on("message", (data, isBinary) => this.#take(data, isBinary));
    socket.once("close", () => this.#end());
    const sessionId = String(clock.wallMs());
    this.#say({ op: "serverInfo", name: "Gatehouse", capabilities: [], metadata: {}, sessionId });
    this.#look();
    this.#timer = clock.every(lookMs, () => this.#look());
  }

  #end(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#paced.close();
    for (const { end } of this.#follows.values()) end();
    this.#follows.clear();
  }

  #look(): void {
    const { feed } = this.#parts;
    const { fresh, gone } = this.#channels.update(feed.robots(), feed.maps());
    for (const { id } of gone) this.#subscriptions.delete(id);
    if (gone.length > 0) this.#say({ op: "unadvertise", channelIds: gone.map(({ id }) => id) });
    if (fresh.length > 0) this.#say({ op: "advertise", channels: fresh.map(announced) });
    this.#refollow();
    void this.#sendMaps();
  }

  #take(data: Buffer, isBinary: boolean): void {
    const { clock, socket } = this.#parts;
    const nowMs = clock.monoMs();
    if (nowMs - this.#window.startMs >= 1000) this.#window = { startMs: nowMs, count: 0 };
    this.#window.count += 1;
    if (this.#window.count > foxgloveLimits.messagesPerSecond) {
      socket.close(policyViolation, "rate_limited");
      return;
    }
    this.#obey(readClientMessage(data, isBinary));
  }

  #obey(message: ClientMessage): void {
    switch (message.op) {
      case "subscribe":
        for (const { id, channelId } of message.subscriptions) this.#subscribe(id, channelId);
        break;
      case "unsubscribe":
        for (const [channelId, id] of this.#subscriptions) {
          if (message.subscriptionIds.includes(id)) this.#subscriptions.delete(channelId);
        }
        break;
      case "refused":
        this.#warn(
          `${message.name}: is refused, because this connection only shows. Use the box's API`,
        );
        return;
      case "invalid":
        this.#warn(`message: cannot be read (${message.why}). Send one of the protocol`);
        return;
    }
    this.#refollow();
    void this.#sendMaps();
  }

  #subscribe(id: number, channelId: number): void {
    const isTaken = [...this.#subscriptions.values()].includes(id);
    if (!this.#channels.get(channelId)) this.#warn(`channelId: there is no channel ${channelId}`);
    else if (isTaken) this.#warn(`id: the subscription ${id} exists already`);
    else {
      this.#sentMaps.delete(channelId);
      this.#subscriptions.set(channelId, id);
    }
  }

  /** Follows exactly what the client subscribed to: pictures cost most. */
  #refollow(): void {
    const { feed } = this.#parts;
    const subscribed = [...this.#subscriptions.keys()].flatMap(
      (id) => this.#channels.get(id) ?? [],
    );
    const isOfAll = subscribed.some(({ kind }) => kind === "tf" || kind === "log");
    const picturesOf = new Map<string, boolean>();
    for (const { id } of feed.robots()) {
      const own = subscribed.filter(({ robotId }) => robotId === id);
      if (isOfAll || own.length > 0)
        picturesOf.set(
          id,
          own.some(({ kind }) => kind === "camera"),
        );
    }
    for (const [id, { hasPictures, end }] of this.#follows) {
      if (id === "" ? isOfAll : picturesOf.get(id) === hasPictures) continue;
      end();
      this.#follows.delete(id);
    }
    for (const [id, hasPictures] of picturesOf) {
      if (this.#follows.has(id)) continue;
      this.#follows.set(id, { hasPictures, end: feed.follow(id, this.#listener(id, hasPictures)) });
    }
    if (isOfAll && !this.#follows.has("")) {
      const end = feed.followIncidents((incident) => this.#show(null, ofIncident(incident)));
      this.#follows.set("", { hasPictures: false, end });
    }
  }

  #listener(id: string, hasPictures: boolean): TraceListener {
    const showAll = (messages: readonly FoxgloveMessage[]): void => {
      for (const each of messages) this.#show(id, each);
    };
    return {
      onSample: (sample) => showAll(ofSample(id, sample)),
      onScan: (scan) => {
        if (this.#channelOf(id, "scan")) this.#show(id, ofScan(id, scan));
      },
      onEntry: (entry) => showAll(ofEntry(entry)),
      ...(hasPictures ? { onPicture: (picture) => this.#show(id, ofPicture(id, picture)) } : {}),
    };
  }

  #channelOf(robotId: string | null, kind: FoxgloveMessage["kind"]): LiveChannel | undefined {
    const isOfAll = kind === "tf" || kind === "log";
    const channel = this.#channels.of(kind, isOfAll ? null : robotId);
    return channel && this.#subscriptions.has(channel.id) ? channel : undefined;
  }

  #show(robotId: string | null, message: FoxgloveMessage): void {
    const channel = this.#channelOf(robotId, message.kind);
    if (channel) this.#send(channel, message);
  }

  #send({ id }: LiveChannel, { atMs, data }: FoxgloveMessage): void {
    const subscription = this.#subscriptions.get(id);
    if (subscription === undefined || this.#isClosed) return;
    const payload = Buffer.from(JSON.stringify(data));
    const head = Buffer.alloc(13);
    head[0] = messageOpcode;
    head.writeUInt32LE(subscription, 1);
    head.writeBigUInt64LE(BigInt(Math.round(atMs)) * 1_000_000n, 5);
    this.#paced.send(Buffer.concat([head, payload]));
  }

  /** Each map once, and again when it has changed. */
  async #sendMaps(): Promise<void> {
    for (const { map, cells } of this.#parts.feed.maps()) {
      const channel = [...this.#subscriptions.keys()]
        .map((id) => this.#channels.get(id))
        .find((each) => each?.mapId === map.id);
      if (!channel || this.#sentMaps.get(channel.id) === map.revision) continue;
      this.#sentMaps.set(channel.id, map.revision);
      const bytes = await cells();
      if (bytes) this.#send(channel, ofGrid(map, bytes));
    }
  }

  #warn(message: string): void {
    this.#say({ op: "status", level: errorLevel, message });
  }

  /** Answers are small and rare; a client that does not read gets none. */
  #say(message: object): void {
    const { socket } = this.#parts;
    if (this.#isClosed || socket.bufferedAmount > foxgloveLimits.waitingBytes) return;
    socket.send(JSON.stringify(message));
  }
}
