import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import type { Clock } from "../../base/core/clock.ts";
import { fail } from "../../base/contract/fail.ts";
import { PacketPacer } from "./packet-pacer.ts";
import type { PacketSender } from "./packet-sender.ts";
import { packetsOf, type RtpFrame } from "./rtp-frame.ts";

/** The two ends of a UDP session. */
export interface UdpEnds {
  clock: Clock;
  /** Addresses of the RTSP connection: packets go to its peer and to nobody else. */
  localAddress: string;
  peerAddress: string;
  peerRtpPort: number;
  peerRtcpPort: number;
  /** The reader has sent RTCP: it is alive. */
  onAlive(): void;
}

/** Packets that may wait; beyond it the reader loses everything up to a key frame. */
const maxWaitingBytes = 8 * 1024 * 1024;
/** Attempts to find two neighbouring free ports (RFC 3550 11). */
const maxAttempts = 20;

/** Sends packets by UDP, paced, from a pair of ports of its own. */
export class UdpSender implements PacketSender {
  readonly #ends: UdpEnds;
  #rtp: Socket | undefined;
  #rtcp: Socket | undefined;
  readonly #pacer: PacketPacer;
  #needsKey = true;
  #dropped = 0;

  constructor(ends: UdpEnds) {
    this.#ends = ends;
    this.#pacer = new PacketPacer(ends.clock, (packet) =>
      this.#rtp?.send(packet, ends.peerRtpPort, ends.peerAddress, ignore),
    );
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Binds the ports; throws `too_many_streams` where no pair is free. Call once. */
  async start(): Promise<{ rtpPort: number; rtcpPort: number }> {
    const { localAddress, peerAddress, onAlive } = this.#ends;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const rtp = await bound(localAddress, 0);
      const rtpPort = rtp?.address().port ?? 0;
      const rtcp = rtpPort % 2 === 0 ? await bound(localAddress, rtpPort + 1) : undefined;
      if (!rtp || !rtcp) {
        rtp?.close();
        continue;
      }
      this.#rtp = rtp;
      this.#rtcp = rtcp;
      rtcp.on("message", (_, from) => {
        if (from.address === peerAddress) onAlive();
      });
      return { rtpPort, rtcpPort: rtpPort + 1 };
    }
    throw fail("too_many_streams", "rtsp: no pair of UDP ports is free. Try again, or use TCP");
  }

  sendFrame(frame: RtpFrame): void {
    if (this.#pacer.waitingBytes > maxWaitingBytes) this.#needsKey = true;
    else if (frame.isKey) this.#needsKey = false;
    if (this.#needsKey) {
      this.#dropped += 1;
      return;
    }
    this.#pacer.push(packetsOf(frame));
  }

  sendReport(report: Buffer): void {
    this.#rtcp?.send(report, this.#ends.peerRtcpPort, this.#ends.peerAddress, ignore);
  }

  close(): void {
    this.#pacer.close();
    this.#rtp?.close();
    this.#rtcp?.close();
    this.#rtp = undefined;
    this.#rtcp = undefined;
  }
}

/** A reader that is gone is noticed by its silence. */
function ignore(): void {}

async function bound(address: string, port: number): Promise<Socket | undefined> {
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  try {
    socket.bind({ address, port, exclusive: true });
    await once(socket, "listening");
    socket.on("error", ignore);
    return socket;
  } catch {
    socket.close();
    return undefined;
  }
}
