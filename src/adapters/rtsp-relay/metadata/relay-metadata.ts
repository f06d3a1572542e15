import type {
  CameraMetadata,
  MetadataDocument,
  MetadataFrame,
  MetadataLack,
  ReadMetadata,
} from "../../../cameras/metadata/camera-metadata.ts";
import type { CameraConnection } from "../camera-connection.ts";
import { InterleavedSplitter } from "../interleaved-splitter.ts";
import { MetadataDocuments } from "./metadata-documents.ts";
import type { MetadataTrackOffer } from "./metadata-sdp.ts";
import { rtpHeadBytes, rtpTimeOf, senderReportOf } from "../rtp-packet.ts";
import { ntpToUnixSec } from "../sender-reports.ts";
import { setUpTrack } from "../set-up-track.ts";
import { TrackClock } from "../track-clock.ts";

/** The video has channels 0 and 1, sound 2 and 3. */
const metadataChannel = 4;

/**
 * The metadata track of one relay session: set up beside the video before the reader plays, taken out of the camera's
 * data, and read. A camera that offers none, or refuses it, goes on without.
 */
export class RelayMetadata {
  readonly #offer: MetadataTrackOffer | { lack: MetadataLack };
  readonly #trackUri: string;
  readonly #read: ReadMetadata;
  readonly #clock: TrackClock;
  readonly #documents: MetadataDocuments;
  #splitter: InterleavedSplitter | undefined;
  #listener: ((metadata: CameraMetadata) => void) | undefined;

  constructor(
    offer: MetadataTrackOffer | { lack: MetadataLack },
    parts: { trackUri: string; read: ReadMetadata },
  ) {
    this.#offer = offer;
    this.#trackUri = parts.trackUri;
    this.#read = parts.read;
    this.#clock = new TrackClock("lack" in offer ? 90_000 : offer.rateHz);
    this.#documents = new MetadataDocuments({
      onDocument: (xml, rtpTime) => this.#onDocument(xml, rtpTime),
      onDrop: (reason) => this.#listener?.({ type: "dropped", reason }),
    });
  }

  listen(listener: (metadata: CameraMetadata) => void): void {
    this.#listener = listener;
    if ("lack" in this.#offer) listener({ type: "lack", lack: this.#offer.lack });
  }

  /** Sets the track up in the RTSP session that `sessionHeader` names. */
  async setUp(camera: CameraConnection, sessionHeader: string): Promise<void> {
    if ("lack" in this.#offer) return;
    const track = { uri: this.#trackUri, firstChannel: metadataChannel };
    const channel = await setUpTrack(camera, sessionHeader, track);
    if (channel === undefined) {
      this.#listener?.({ type: "lack", lack: "absent" });
      return;
    }
    this.#splitter = new InterleavedSplitter(channel, {
      onTaken: (from, packet) => this.#onTaken(from === channel, packet),
      onOther: (from, head) => this.#onOther(from, head),
    });
  }

  /** Returns the camera's data without the metadata. */
  split(bytes: Buffer): Buffer {
    return this.#splitter?.push(bytes) ?? bytes;
  }

  #onOther(channel: number, head: Buffer): void {
    const report = channel === 1 ? senderReportOf(head) : undefined;
    if (report) this.#clock.onVideoReport(report);
    else if (channel === 0 && head.length >= rtpHeadBytes)
      this.#clock.onVideo(rtpTimeOf(head), performance.now());
  }

  #onTaken(isMedia: boolean, packet: Buffer): void {
    if (isMedia) {
      this.#documents.push(packet, performance.now());
      return;
    }
    const report = senderReportOf(packet);
    if (report) this.#clock.onReport(report);
  }

  #onDocument(xml: Buffer, rtpTime: number): void {
    const nowMs = performance.now();
    const byPacketSec = this.#clock.mediaSec(rtpTime, nowMs);
    let document: MetadataDocument;
    try {
      document = this.#read(xml.toString("utf8"));
    } catch {
      // A camera's bad XML is counted; it must not end the video.
      this.#listener?.({ type: "dropped", reason: "malformed" });
      return;
    }
    const frames = document.frames.flatMap((frame) => {
      const mediaSec = this.#mediaSecOf(frame, nowMs) ?? byPacketSec;
      return mediaSec === undefined ? [] : [{ mediaSec, objects: frame.objects }];
    });
    this.#listener?.({ type: "document", frames, events: document.events });
  }

  /** The frame's own time counts: the analysis lags behind the packet's, and a document may have several frames. */
  #mediaSecOf({ utcMs }: MetadataFrame, nowMs: number): number | undefined {
    if (utcMs === null) return undefined;
    return this.#clock.mediaSecAt(utcMs / 1000 + ntpToUnixSec, nowMs);
  }
}
