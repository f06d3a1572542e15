import type { SoundLack, SoundOffer, SoundPacket } from "../../cameras/sound/sound-format.ts";
import type { CameraConnection } from "./camera-connection.ts";
import { InterleavedSplitter } from "./interleaved-splitter.ts";
import { isMarked, payloadOf, rtpHeadBytes, rtpTimeOf, senderReportOf } from "./rtp-packet.ts";
import { setUpTrack } from "./set-up-track.ts";
import { TrackClock } from "./track-clock.ts";

/** ffmpeg sets up the video, on channels 0 and 1. */
const soundChannel = 2;

/**
 * The sound track of one relay session: set up beside the video before the reader plays, and taken out of the
 * camera's data. A camera that refuses the track goes on without it.
 */
export class RelaySound {
  readonly #offer: SoundOffer;
  readonly #trackUri: string;
  readonly #clock: TrackClock;
  #splitter: InterleavedSplitter | undefined;
  #lack: SoundLack | undefined;
  #listener: ((packet: SoundPacket) => void) | undefined;

  constructor(offer: SoundOffer, trackUri: string) {
    this.#offer = offer;
    this.#trackUri = trackUri;
    this.#clock = new TrackClock(offer.rateHz);
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
    const track = { uri: this.#trackUri, firstChannel: soundChannel };
    const channel = await setUpTrack(camera, sessionHeader, track);
    if (camera.closeReason) return;
    if (channel === undefined) {
      this.#lack = "absent";
      return;
    }
    this.#splitter = new InterleavedSplitter(channel, {
      onTaken: (from, packet) => this.#onSound(from === channel, packet),
      onOther: (from, head) => this.#onVideo(from, head),
    });
  }

  /** Returns the camera's data without the sound. */
  split(bytes: Buffer): Buffer {
    return this.#splitter?.push(bytes) ?? bytes;
  }

  #onVideo(channel: number, head: Buffer): void {
    const report = channel % 2 === 1 ? senderReportOf(head) : undefined;
    if (report) this.#clock.onVideoReport(report);
    else if (channel === 0 && head.length >= rtpHeadBytes)
      this.#clock.onVideo(rtpTimeOf(head), performance.now());
  }

  #onSound(isMedia: boolean, packet: Buffer): void {
    if (!isMedia) {
      const report = senderReportOf(packet);
      if (report) this.#clock.onReport(report);
      return;
    }
    const payload = payloadOf(packet);
    if (payload === undefined) return;
    const mediaSec = this.#clock.mediaSec(rtpTimeOf(packet), performance.now());
    if (mediaSec === undefined) return;
    this.#listener?.({ mediaSec, isLast: isMarked(packet), payload });
  }
}
