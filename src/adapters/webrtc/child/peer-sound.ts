import { randomInt } from "node:crypto";
import type { Track } from "node-datachannel";
import { opusSamples } from "../../../cameras/sound/depacketize.ts";
import { goodbye, senderReport } from "../../rtsp-server/rtcp.ts";
import { packetsOf, type RtpFrame } from "../../rtsp-server/rtp-frame.ts";
import { renumbered } from "./peer-packets.ts";

/** Samples by which the camera's time may differ from the samples that were sent; then the time jumps: 60 ms. */
const maxDriftSamples = 2880;
/** The first report goes with the first packet, the second one about a second later: see `VideoPeer`. */
const reportedPackets: readonly number[] = [1, 50];
const headerBytes = 12;

/**
 * The sound of one viewer. Its RTP times count the samples, because browsers drop packets that overlap by a sample and
 * stretch the sound where one is missing; the reports say what the camera's time is.
 */
export class PeerSound {
  readonly #track: Pick<Track, "sendMessageBinary">;
  readonly #numbers: { ssrc: number; payloadType: number };
  #sequence = randomInt(2 ** 16);
  #nextTime: number | undefined;
  #newest: { wallMs: number; rtpTime: number } | undefined;
  #packets = 0;
  #payloadBytes = 0;

  constructor(
    track: Pick<Track, "sendMessageBinary">,
    numbers: { ssrc: number; payloadType: number },
  ) {
    this.#track = track;
    this.#numbers = numbers;
  }

  /** Sends a packet of Opus; `wallMs`: its wall time. */
  send(frame: RtpFrame, wallMs: number): void {
    for (const packet of packetsOf(frame)) this.#sendPacket(packet, frame.rtpTime, wallMs);
    if (reportedPackets.includes(this.#packets)) this.report();
  }

  /** Sends a sender report; nothing before the first packet. */
  report(): void {
    if (!this.#newest) return;
    const counts = { packets: this.#packets, payloadBytes: this.#payloadBytes };
    this.#write(senderReport({ ssrc: this.#numbers.ssrc, ...this.#newest, ...counts }));
  }

  /** Tells the viewer that no more follows. */
  close(): void {
    if (this.#newest) this.#write(goodbye(this.#numbers.ssrc));
  }

  #sendPacket(packet: Buffer, cameraTime: number, wallMs: number): void {
    const payload = packet.subarray(headerBytes);
    const next = this.#nextTime ?? cameraTime;
    const rtpTime = Math.abs((cameraTime - next) | 0) > maxDriftSamples ? cameraTime : next;
    this.#nextTime = (rtpTime + opusSamples(payload)) >>> 0;
    this.#newest = { wallMs, rtpTime };
    this.#packets += 1;
    this.#payloadBytes += payload.length;
    this.#write(renumbered(packet, { ...this.#numbers, sequence: this.#sequence, rtpTime }));
    this.#sequence = (this.#sequence + 1) & 0xffff;
  }

  #write(bytes: Buffer): void {
    try {
      this.#track.sendMessageBinary(bytes);
    } catch {
      // The connection is not open yet, or has just ended.
    }
  }
}
