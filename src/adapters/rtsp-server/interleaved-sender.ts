import type { Socket } from "node:net";
import { onChannel, type RtpFrame } from "./rtp-frame.ts";
import type { PacketSender } from "./packet-sender.ts";

/** Bytes that may wait for a slow reader beyond the GOP that it began with; then it loses frames up to a key frame. */
const maxWaitingBytes = 4 * 1024 * 1024;

/** Sends packets between the messages of the RTSP connection (RFC 2326 10.12). */
export class InterleavedSender implements PacketSender {
  readonly #socket: Socket;
  readonly #channels: { rtpChannel: number; rtcpChannel: number };
  #allowedBytes = 0;
  #needsKey = true;
  #dropped = 0;

  constructor(socket: Socket, channels: { rtpChannel: number; rtcpChannel: number }) {
    this.#socket = socket;
    this.#channels = channels;
  }

  get dropped(): number {
    return this.#dropped;
  }

  sendFrame(frame: RtpFrame, isBurst: boolean): void {
    if (isBurst) this.#allowedBytes += frame.interleaved.length;
    if (this.#socket.writableLength > this.#allowedBytes + maxWaitingBytes) this.#needsKey = true;
    else if (frame.isKey) this.#needsKey = false;
    if (this.#needsKey) {
      this.#dropped += 1;
      return;
    }
    const { rtpChannel } = this.#channels;
    this.#socket.write(rtpChannel === 0 ? frame.interleaved : onChannel(frame, rtpChannel));
  }

  sendReport(report: Buffer): void {
    const head = Buffer.from([0x24, this.#channels.rtcpChannel, 0, 0]);
    head.writeUInt16BE(report.length, 2);
    if (!this.#needsKey) this.#socket.write(Buffer.concat([head, report]));
  }

  close(): void {}
}
