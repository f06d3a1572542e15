/** A sender report of one track: wall time of its camera beside RTP time. */
export interface TrackReport {
  /** NTP seconds. */
  ntpSec: number;
  rtpTime: number;
}

/** RTP ticks a second of every video codec that the box takes (RFC 6184, 7798, 2435, 6416). */
const videoHz = 90_000;
/** A track's reports and its arrival differ by less than this, or the reports are wrong. */
const trustSec = 3;
/** The sound moves on the video's time line only for differences beyond these: a jump is audible. */
const reportJumpSec = 0.05;
const arrivalJumpSec = 0.3;

/**
 * Puts the sound of a camera on the time line of its video, which starts at 0 with the first packet of video: by the
 * sender reports of both tracks (RFC 3550 6.4.1), and by their arrival before the reports come or where the camera
 * sends wrong ones.
 */
export class SoundClock {
  readonly #soundTime: RtpTime;
  readonly #videoTime = new RtpTime(videoHz);
  #video: { sec: number; arrivalMs: number } | undefined;
  #baseSec = 0;
  /** Of each track: NTP seconds minus seconds of RTP time. */
  #videoNtpSec: number | undefined;
  #soundNtpSec: number | undefined;
  /** Added to the seconds of the sound's RTP time. */
  #offsetSec: number | undefined;
  /** True once reports have set the offset. */
  #isByReports = false;

  constructor(soundHz: number) {
    this.#soundTime = new RtpTime(soundHz);
  }

  /** Notes a packet of video. */
  onVideo(rtpTime: number, arrivalMs: number): void {
    const sec = this.#videoTime.secondsOf(rtpTime);
    if (this.#video === undefined) this.#baseSec = sec;
    this.#video = { sec, arrivalMs };
  }

  onVideoReport({ ntpSec, rtpTime }: TrackReport): void {
    this.#videoNtpSec = ntpSec - this.#videoTime.secondsOf(rtpTime);
  }

  onSoundReport({ ntpSec, rtpTime }: TrackReport): void {
    this.#soundNtpSec = ntpSec - this.#soundTime.secondsOf(rtpTime);
  }

  /** Returns the media time of a packet of sound; undefined before the first packet of video. */
  mediaSec(rtpTime: number, arrivalMs: number): number | undefined {
    const sec = this.#soundTime.secondsOf(rtpTime);
    if (this.#video === undefined) return undefined;
    const videoNowSec = this.#video.sec + (arrivalMs - this.#video.arrivalMs) / 1000;
    const byArrivalSec = videoNowSec - this.#baseSec - sec;
    const byReportSec = this.#byReports();
    const isTrusted = byReportSec !== undefined && Math.abs(byReportSec - byArrivalSec) <= trustSec;
    const offsetSec = isTrusted ? byReportSec : byArrivalSec;
    const jumpSec = isTrusted ? reportJumpSec : arrivalJumpSec;
    // The first reports correct the arrival, however little: the track follows small steps without a jump.
    const isFirst = isTrusted && !this.#isByReports;
    const current = isFirst ? undefined : this.#offsetSec;
    if (current !== undefined && Math.abs(offsetSec - current) <= jumpSec) return sec + current;
    this.#offsetSec = offsetSec;
    this.#isByReports = isTrusted;
    return sec + offsetSec;
  }

  #byReports(): number | undefined {
    if (this.#videoNtpSec === undefined || this.#soundNtpSec === undefined) return undefined;
    return this.#soundNtpSec - this.#videoNtpSec - this.#baseSec;
  }
}

/** Seconds of a track's RTP time, which has 32 bits and wraps. */
class RtpTime {
  readonly #hz: number;
  #last: number | undefined;
  #ticks = 0;

  constructor(hz: number) {
    this.#hz = hz;
  }

  secondsOf(rtpTime: number): number {
    this.#ticks += this.#last === undefined ? rtpTime : (rtpTime - this.#last) | 0;
    this.#last = rtpTime;
    return this.#ticks / this.#hz;
  }
}
