import type { SoundLack, SoundOffer, SoundPacket } from "../../cameras/sound/sound-format.ts";
import type { CameraConnection } from "./camera-connection.ts";
import { InterleavedSplitter } from "./interleaved-splitter.ts";
import { isProblem } from "./is-problem.ts";
import { header, statusOf } from "./rtsp-message.ts";
import { SoundClock, type TrackReport } from "./sound-clock.ts";

/** ffmpeg sets up one track, on channels 0 and 1. */
const soundChannel = 2;
/** Fixed header of RTP (RFC 3550 5.1), and a sender report up to its RTP time (6.4.1). */
const rtpHeadBytes = 12;
const reportBytes = 20;
const senderReport = 200;

/**
 * The sound track of one relay session: set up beside the video before the reader plays, and taken out of the
 * camera's data. A camera that refuses the track goes on without it.
 */
export class RelaySound {
  readonly #offer: SoundOffer;
  readonly #trackUri: string;
  readonly #clock: SoundClock;
  #splitter: InterleavedSplitter | undefined;
  #lack: SoundLack | undefined;
  #listener: ((packet: SoundPacket) => void) | undefined;

  constructor(offer: SoundOffer, trackUri: string) {
    this.#offer = offer;
    this.#trackUri = trackUri;
    this.#clock = new SoundClock(offer.rateHz);
  }

  /** The track; its lack once the camera has refused it. */
  get track(): SoundOffer | { lack: SoundLack } {
    return this.#lack === undefined ? this.#offer : { lack: this.#lack };
  }

  listen(listener: (packet: SoundPacket) => void): void {
    this.#listener = listener;
  }

  /** Sets the track up in the RTSP session that `sessionHeader` names. */
  async setUp(camera: CameraConnection, sessionHeader: string): Promise<void> {
    const range = `${soundChannel}-${soundChannel + 1}`;
    const answer = await camera.request({
      method: "SETUP",
      uri: this.#trackUri,
      headers: [
        ["Session", sessionHeader],
        ["Transport", `RTP/AVP/TCP;unicast;interleaved=${range}`],
      ],
      lenient: true,
    });
    if (isProblem(answer)) return;
    const channel = /interleaved=(\d+)/i.exec(header(answer, "transport") ?? "")?.[1];
    // Channels 0 and 1 are the video's.
    if (
      (statusOf(answer) ?? 500) >= 300 ||
      channel === undefined ||
      Number(channel) < soundChannel
    ) {
      this.#lack = "absent";
      return;
    }
    this.#splitter = new InterleavedSplitter(Number(channel), {
      onSound: (from, packet) => this.#onSound(from === Number(channel), packet),
      onOther: (from, head) => this.#onVideo(from, head),
    });
  }

  /** Returns the camera's data without the sound. */
  split(bytes: Buffer): Buffer {
    return this.#splitter?.push(bytes) ?? bytes;
  }

  #onVideo(channel: number, head: Buffer): void {
    const report = channel % 2 === 1 ? reportOf(head) : undefined;
    if (report) this.#clock.onVideoReport(report);
    else if (channel === 0 && head.length >= rtpHeadBytes)
      this.#clock.onVideo(head.readUInt32BE(4), performance.now());
  }

  #onSound(isMedia: boolean, packet: Buffer): void {
    if (!isMedia) {
      const report = reportOf(packet);
      if (report) this.#clock.onSoundReport(report);
      return;
    }
    const payload = payloadOf(packet);
    if (payload === undefined) return;
    const mediaSec = this.#clock.mediaSec(packet.readUInt32BE(4), performance.now());
    if (mediaSec === undefined) return;
    this.#listener?.({ mediaSec, isLast: (packet[1]! & 0x80) !== 0, payload });
  }
}

function reportOf(packet: Buffer): TrackReport | undefined {
  if (packet.length < reportBytes || packet[1] !== senderReport) return undefined;
  const ntpSec = packet.readUInt32BE(8) + packet.readUInt32BE(12) / 2 ** 32;
  return { ntpSec, rtpTime: packet.readUInt32BE(16) };
}

/** The payload without contributing sources, header extension and padding; undefined for other bytes. */
function payloadOf(packet: Buffer): Buffer | undefined {
  if (packet.length < rtpHeadBytes || packet[0]! >> 6 !== 2) return undefined;
  let start = rtpHeadBytes + 4 * (packet[0]! & 0x0f);
  if (packet[0]! & 0x10) {
    if (packet.length < start + 4) return undefined;
    start += 4 + 4 * packet.readUInt16BE(start + 2);
  }
  const padding = packet[0]! & 0x20 ? packet.at(-1)! : 0;
  const end = packet.length - padding;
  return end > start ? packet.subarray(start, end) : undefined;
}
