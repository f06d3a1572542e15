import type { Socket } from "node:net";
import { onChannel, type RtpFrame } from "./rtp-frame.ts";
import type { PacketSender } from "./packet-sender.ts";

/** Bytes that may wait for a slow reader beyond the GOP that it began with; then it loses frames up to a key frame. */
const maxWaitingBytes = 4 * 1024 * 1024;

/** What may wait in one connection, for all its tracks together. */
export class SocketBudget {
  readonly socket: Socket;
  #burstBytes = 0;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  /** True while more waits than may. */
  get isSpent(): boolean {
    return this.socket.writableLength > this.#burstBytes + maxWaitingBytes;
  }

  /** Allows a frame of the GOP with which the reader begins. */
  allow(frame: RtpFrame): void {
    this.#burstBytes += frame.interleaved.length;
  }
}

/** Sends packets between the messages of the RTSP connection (RFC 2326 10.12). */
export class InterleavedSender implements PacketSender {
  readonly #budget: SocketBudget;
  readonly #channels: { rtpChannel: number; rtcpChannel: number };
  #needsKey = true;
  #dropped = 0;

  constructor(budget: SocketBudget, channels: { rtpChannel: number; rtcpChannel: number }) {
    this.#budget = budget;
    this.#channels = channels;
  }

  get dropped(): number {
    return this.#dropped;
  }

  sendFrame(frame: RtpFrame, isBurst: boolean): void {
    if (isBurst) this.#budget.allow(frame);
    if (this.#budget.isSpent) this.#needsKey = true;
    else if (frame.isKey) this.#needsKey = false;
    if (this.#needsKey) {
      this.#dropped += 1;
      return;
    }
    const { rtpChannel } = this.#channels;
    const bytes = rtpChannel === 0 ? frame.interleaved : onChannel(frame, rtpChannel);
    this.#budget.socket.write(bytes);
  }

  sendReport(report: Buffer): void {
    const head = Buffer.from([0x24, this.#channels.rtcpChannel, 0, 0]);
    head.writeUInt16BE(report.length, 2);
    if (!this.#budget.isSpent) this.#budget.socket.write(Buffer.concat([head, report]));
  }

  close(): void {}
}
