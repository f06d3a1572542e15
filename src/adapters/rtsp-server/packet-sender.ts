import type { RtpFrame } from "./rtp-frame.ts";

/** Carries the packets of one track to one reader. No call waits or throws; what a reader does not take in time is dropped. */
export interface PacketSender {
  /** Frames that the reader was too slow for. */
  readonly dropped: number;
  /** `isBurst` for the frames of the GOP with which a reader begins. */
  sendFrame(frame: RtpFrame, isBurst: boolean): void;
  /** Sends RTCP. */
  sendReport(report: Buffer): void;
  close(): void;
}
