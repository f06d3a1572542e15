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
/** A track moves on the video's time line only for differences beyond these: a jump of sound is audible. */
const reportJumpSec = 0.05;
const arrivalJumpSec = 0.3;

/**
 * Puts another track of a camera, such as its sound, on the time line of its video, which starts at 0 with the first packet of video: by the
 * sender reports of both tracks (RFC 3550 6.4.1), and by their arrival before the reports come or where the camera
 * sends wrong ones.
 */
export class TrackClock {
  readonly #trackTime: RtpTime;
  readonly #videoTime = new RtpTime(videoHz);
  #video: { sec: number; arrivalMs: number } | undefined;
  #baseSec = 0;
  /** Of each track: NTP seconds minus seconds of RTP time. */
  #videoNtpSec: number | undefined;
  #trackNtpSec: number | undefined;
  /** Added to the seconds of the sound's RTP time. */
  #offsetSec: number | undefined;
  /** True once reports have set the offset. */
  #isByReports = false;

  constructor(trackHz: number) {
    this.#trackTime = new RtpTime(trackHz);
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

  onReport({ ntpSec, rtpTime }: TrackReport): void {
    this.#trackNtpSec = ntpSec - this.#trackTime.secondsOf(rtpTime);
  }

  /** Returns the media time of a packet of the track; undefined before the first packet of video. */
  mediaSec(rtpTime: number, arrivalMs: number): number | undefined {
    const sec = this.#trackTime.secondsOf(rtpTime);
    if (this.#video === undefined) return undefined;
    const byArrivalSec = this.#videoNowSec(this.#video, arrivalMs) - this.#baseSec - sec;
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

  /**
   * Returns the media time of a moment by the camera's own clock, in NTP seconds; undefined before the first report of
   * the video, and where the moment is too far from the present to be right.
   */
  mediaSecAt(ntpSec: number, arrivalMs: number): number | undefined {
    if (this.#video === undefined || this.#videoNtpSec === undefined) return undefined;
    const mediaSec = ntpSec - this.#videoNtpSec - this.#baseSec;
    const lateSec = this.#videoNowSec(this.#video, arrivalMs) - this.#baseSec - mediaSec;
    return Math.abs(lateSec) <= trustSec ? mediaSec : undefined;
  }

  #videoNowSec(video: { sec: number; arrivalMs: number }, arrivalMs: number): number {
    return video.sec + (arrivalMs - video.arrivalMs) / 1000;
  }

  #byReports(): number | undefined {
    if (this.#videoNtpSec === undefined || this.#trackNtpSec === undefined) return undefined;
    return this.#trackNtpSec - this.#videoNtpSec - this.#baseSec;
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
