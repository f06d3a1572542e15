import type { Socket } from "node:net";
import type { Clock } from "../../base/core/clock.ts";
import { InterleavedSender, SocketBudget } from "./interleaved-sender.ts";
import type { PacketSender } from "./packet-sender.ts";
import { RtspRefusal } from "./rtsp-status.ts";
import { chooseTransport, type TransportRequest } from "./transport-header.ts";
import { UdpSender } from "./udp-sender.ts";

/** The parts that a transport is built from. */
export interface ReaderTransportParts {
  socket: Socket;
  clock: Clock;
  /** False over TLS: packets by UDP would leave it. */
  isUdpAllowed: boolean;
}

/** A way for the packets of one track, and the `Transport` of the answer without its source. */
export interface OpenedSender {
  sender: PacketSender;
  reply: string;
}

/** A reader by UDP that gives no sign of life for this long is gone, as the answer to SETUP says. */
export const sessionSec = 60;
/** A reader by TCP that takes nothing for this long has hung. */
const stuckMs = 15_000;

/** How one session's packets reach the reader: all tracks in the RTSP connection, or all by UDP. */
export class ReaderTransport {
  readonly #parts: ReaderTransportParts;
  readonly #budget: SocketBudget;
  readonly #channels = new Set<number>();
  #kind: TransportRequest["kind"] | undefined;
  #heardMs: number;
  #taken = { bytes: -1, atMs: 0 };

  constructor(parts: ReaderTransportParts) {
    this.#parts = parts;
    this.#budget = new SocketBudget(parts.socket);
    this.#heardMs = parts.clock.monoMs();
  }

  /** Opens a way that the `Transport` of a request offers. Throws a refusal, and `too_many_streams` without free ports. */
  async open(offers: string): Promise<OpenedSender> {
    const { isUdpAllowed } = this.#parts;
    const request = chooseTransport(offers, { isUdpAllowed });
    if (!request) {
      const known = isUdpAllowed ? "RTP/AVP/TCP or RTP/AVP with client_port" : "RTP/AVP/TCP";
      throw new RtspRefusal(461, `Transport: cannot be used here. Ask for ${known}`);
    }
    if (this.#kind !== undefined && this.#kind !== request.kind) {
      throw new RtspRefusal(461, "Transport: differs from the other track's. Ask for the same");
    }
    const opened =
      request.kind === "interleaved" ? this.#interleaved(request) : await this.#udp(request);
    this.#kind = request.kind;
    return opened;
  }

  /** The reader has sent something. */
  noteLife(): void {
    this.#heardMs = this.#parts.clock.monoMs();
  }

  /** False once the reader gives no sign of life. */
  isAlive(): boolean {
    const { clock, socket } = this.#parts;
    const nowMs = clock.monoMs();
    if (this.#kind === "udp") return nowMs - this.#heardMs < sessionSec * 1000;
    const bytes = socket.bytesWritten - socket.writableLength;
    if (bytes !== this.#taken.bytes || socket.writableLength === 0) {
      this.#taken = { bytes, atMs: nowMs };
    }
    return nowMs - this.#taken.atMs < stuckMs;
  }

  #interleaved(channels: { rtpChannel: number; rtcpChannel: number }): OpenedSender {
    const { rtpChannel, rtcpChannel } = channels;
    if (this.#channels.has(rtpChannel) || this.#channels.has(rtcpChannel)) {
      throw new RtspRefusal(461, "Transport: interleaved has a channel in use. Ask for others");
    }
    this.#channels.add(rtpChannel).add(rtcpChannel);
    const reply = `RTP/AVP/TCP;unicast;interleaved=${rtpChannel}-${rtcpChannel}`;
    return { sender: new InterleavedSender(this.#budget, channels), reply };
  }

  async #udp({ rtpPort, rtcpPort }: { rtpPort: number; rtcpPort: number }): Promise<OpenedSender> {
    const { socket, clock } = this.#parts;
    const sender = new UdpSender({
      clock,
      localAddress: socket.localAddress!,
      peerAddress: socket.remoteAddress!,
      peerRtpPort: rtpPort,
      peerRtcpPort: rtcpPort,
      onAlive: () => this.noteLife(),
    });
    const own = await sender.start();
    const ports = `client_port=${rtpPort}-${rtcpPort};server_port=${own.rtpPort}-${own.rtcpPort}`;
    return { sender, reply: `RTP/AVP;unicast;${ports}` };
  }
}
