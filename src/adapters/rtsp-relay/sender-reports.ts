/** Seconds from the NTP epoch to the Unix epoch (RFC 868). */
export const ntpToUnixSec = 2_208_988_800;
const dollar = 0x24;
/** A sender report begins with its header, the sender and the two halves of the time (RFC 3550 6.4.1). */
const reportBytes = 16;

/**
 * Finds RTCP sender reports in the interleaved data of one camera and reports the wall time of each. Holds at
 * most one frame's header and the beginning of one report. Skips times that are not wall time (some cameras
 * count from their start).
 */
export class SenderReports {
  readonly #onReport: (unixMs: number) => void;
  #head: number[] = [];
  #left = 0;
  /** The beginning of the current frame when it is RTCP: odd channels (RFC 2326 10.12). */
  #report: number[] | undefined;

  constructor(onReport: (unixMs: number) => void) {
    this.#onReport = onReport;
  }

  /** Takes the next bytes: any number of whole frames, or pieces of one. */
  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#left === 0) {
        this.#head.push(bytes[at]!);
        at += 1;
        if (this.#head[0] !== dollar) this.#head = [];
        if (this.#head.length === 4) this.#begin();
        continue;
      }
      const size = Math.min(this.#left, bytes.length - at);
      if (this.#report && this.#report.length < reportBytes) {
        this.#report.push(...bytes.subarray(at, at + Math.min(size, reportBytes)));
      }
      this.#left -= size;
      at += size;
      if (this.#left === 0) this.#end();
    }
  }

  #begin(): void {
    const [, channel = 0, high = 0, low = 0] = this.#head;
    this.#head = [];
    this.#left = high * 256 + low;
    this.#report = channel % 2 === 1 ? [] : undefined;
  }

  #end(): void {
    const report = Buffer.from(this.#report ?? []);
    this.#report = undefined;
    if (report.length < reportBytes || report[0]! >> 6 !== 2 || report[1] !== 200) return;
    const sec = report.readUInt32BE(8);
    // The first half of an NTP era lies before 1968: that is no date but a time since the start.
    if (sec < 0x80000000) return;
    this.#onReport((sec - ntpToUnixSec) * 1000 + (report.readUInt32BE(12) / 2 ** 32) * 1000);
  }
}
