import type { MetadataDrop } from "../../../cameras/metadata/camera-metadata.ts";
import { isMarked, payloadOf, rtpTimeOf } from "../rtp-packet.ts";

/** Most bytes of one document: 300 objects with room to spare. */
const maxDocumentBytes = 256 * 1024;
/** Most bytes of documents a second that are read, and most at once: reading XML takes the main process's time. */
const bytesPerSec = 512 * 1024;
/** A short document costs as much as this many bytes. */
const leastBytes = 4 * 1024;

/** The events of `MetadataDocuments`. */
export interface MetadataDocumentsEvents {
  /** A whole document and the RTP time of its first packet. */
  onDocument(xml: Buffer, rtpTime: number): void;
  onDrop(reason: MetadataDrop): void;
}

/**
 * Puts the documents of a metadata track together from RTP packets: the marker ends a document (ONVIF Streaming
 * Specification 5.1.2.1), and so does another RTP time, for cameras that leave the marker out. Holds one document of at
 * most 256 KiB. A camera that sends more than 512 KiB/s loses documents.
 */
export class MetadataDocuments {
  readonly #events: MetadataDocumentsEvents;
  #parts: Buffer[] = [];
  #bytes = 0;
  #rtpTime: number | undefined;
  #isSkipping = false;
  #budgetBytes = bytesPerSec;
  #budgetAtMs: number | undefined;

  constructor(events: MetadataDocumentsEvents) {
    this.#events = events;
  }

  /** Takes the next RTP packet, at a monotonic time in milliseconds. */
  push(packet: Buffer, nowMs: number): void {
    const payload = payloadOf(packet);
    if (payload === undefined) return;
    const rtpTime = rtpTimeOf(packet);
    if (this.#rtpTime !== undefined && rtpTime !== this.#rtpTime) this.#end(nowMs);
    this.#rtpTime = rtpTime;
    this.#take(payload);
    if (isMarked(packet)) this.#end(nowMs);
  }

  #take(payload: Buffer): void {
    if (this.#isSkipping) return;
    this.#bytes += payload.length;
    if (this.#bytes > maxDocumentBytes) {
      this.#isSkipping = true;
      this.#parts = [];
      this.#events.onDrop("tooLarge");
      return;
    }
    this.#parts.push(Buffer.from(payload));
  }

  #end(nowMs: number): void {
    const parts = this.#parts;
    const [bytes, rtpTime] = [this.#bytes, this.#rtpTime];
    const isWhole = !this.#isSkipping && parts.length > 0;
    this.#parts = [];
    this.#bytes = 0;
    this.#rtpTime = undefined;
    this.#isSkipping = false;
    if (!isWhole || rtpTime === undefined) return;
    if (!this.#pay(bytes, nowMs)) this.#events.onDrop("tooMany");
    else this.#events.onDocument(Buffer.concat(parts), rtpTime);
  }

  #pay(bytes: number, nowMs: number): boolean {
    const sinceMs = nowMs - (this.#budgetAtMs ?? nowMs);
    this.#budgetAtMs = nowMs;
    this.#budgetBytes = Math.min(bytesPerSec, this.#budgetBytes + (sinceMs * bytesPerSec) / 1000);
    const cost = Math.max(bytes, leastBytes);
    if (cost > this.#budgetBytes) return false;
    this.#budgetBytes -= cost;
    return true;
  }
}
