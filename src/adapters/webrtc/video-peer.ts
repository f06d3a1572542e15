import type { PeerConnection, Track } from "node-datachannel";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { PacketPacer } from "../rtsp-server/packet-pacer.ts";
import { goodbye, senderReport } from "../rtsp-server/rtcp.ts";
import type { RtpFrame } from "../rtsp-server/rtp-frame.ts";
import type { FrameReader, SharedVideo } from "../rtsp-server/shared-video.ts";
import type { PeerNumbers, PeerPackets } from "./peer-packets.ts";
import { asksForPicture } from "./picture-loss.ts";

/** The parts that a peer is built from. */
export interface VideoPeerParts {
  clock: Clock;
  video: SharedVideo;
  connection: PeerConnection;
  track: Track;
  packets: PeerPackets;
  numbers: PeerNumbers;
  /** Called once, when the viewer is gone or the video has ended. */
  onClosed(): void;
}

/** A viewer that has not connected by then is gone. Browsers need a few hundred milliseconds on a LAN. */
const halfOpenMs = 8000;
/** Time between sender reports (RFC 3550 6.2), and between two looks at the viewer's state. */
const reportMs = 5000;
/** Viewers report every few seconds what they receive; one that is silent for so long is gone. */
const silentMs = 15_000;
/** Least time between two answers to a viewer that lost its picture. */
const resendMs = 1000;
/** Packets that may wait for their step; beyond it the viewer loses everything up to a key frame. */
const maxWaitingBytes = 8 * 1024 * 1024;

/** One viewer of a video: sends it the newest GOP when it has connected, and then each frame. */
export class VideoPeer implements FrameReader {
  readonly #parts: VideoPeerParts;
  readonly #pacer: PacketPacer;
  #timers: Timer[] = [];
  #heardMs = 0;
  #resentMs = -Infinity;
  #isConnected = false;
  #needsKey = true;
  #isClosed = false;

  constructor(parts: VideoPeerParts) {
    this.#parts = parts;
    this.#pacer = new PacketPacer(parts.clock, (packet) => this.#send(packet));
  }

  /** True once video flows. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Waits for the viewer's connection. */
  start(): void {
    const { clock, connection, track } = this.#parts;
    this.#timers.push(
      clock.after(halfOpenMs, () => {
        if (!this.#isConnected) this.close();
      }),
    );
    connection.onStateChange((state) => {
      if (state === "failed" || state === "closed" || state === "disconnected") this.close();
      // Releases its callbacks. Before the end of the connection it would keep the viewer from learning of it.
      if (state === "closed") track.close();
    });
    track.onOpen(() => this.#begin());
    track.onMessage((rtcp) => this.#onRtcp(rtcp));
  }

  onFrame(frame: RtpFrame): void {
    if (this.#pacer.waitingBytes > maxWaitingBytes) this.#needsKey = true;
    else if (frame.isKey) this.#needsKey = false;
    if (!this.#needsKey) this.#pacer.push(this.#parts.packets.frame(frame));
  }

  onEnd(): void {
    this.close();
  }

  /** Ends the connection. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const timer of this.#timers) timer.cancel();
    this.#pacer.close();
    const { video, connection, numbers, onClosed } = this.#parts;
    video.detach(this);
    if (this.#isConnected) this.#send(goodbye(numbers.ssrc));
    connection.close();
    onClosed();
  }

  #begin(): void {
    if (this.#isClosed || this.#isConnected) return;
    const { clock, video } = this.#parts;
    this.#isConnected = true;
    this.#heardMs = clock.monoMs();
    this.#sendGop();
    video.follow(this);
    this.#report();
    this.#timers.push(
      clock.every(reportMs, () => {
        if (clock.monoMs() - this.#heardMs > silentMs) this.close();
        else this.#report();
      }),
    );
  }

  /** A camera cannot be asked for a key frame here, so the viewer gets the newest one again. */
  #onRtcp(rtcp: Buffer): void {
    const nowMs = this.#parts.clock.monoMs();
    this.#heardMs = nowMs;
    if (this.#isClosed || !asksForPicture(rtcp) || nowMs - this.#resentMs < resendMs) return;
    this.#resentMs = nowMs;
    this.#sendGop();
  }

  #sendGop(): void {
    const { gop } = this.#parts.video;
    if (gop.length === 0 || this.#pacer.waitingBytes > maxWaitingBytes) return;
    this.#needsKey = false;
    this.#pacer.push(this.#parts.packets.burst(gop));
  }

  #report(): void {
    const { video, packets, numbers } = this.#parts;
    const { newest } = video;
    if (newest) this.#send(senderReport({ ssrc: numbers.ssrc, ...newest, ...packets.counts() }));
  }

  #send(packet: Buffer): void {
    try {
      this.#parts.track.sendMessageBinary(packet);
    } catch {
      // The connection has just ended; its state change closes the peer.
    }
  }
}
