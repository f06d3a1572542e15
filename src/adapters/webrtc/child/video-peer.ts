import type { PeerConnection, Track } from "node-datachannel";
import type { Clock, Timer } from "../../../base/core/clock.ts";
import { PacketPacer } from "../../rtsp-server/packet-pacer.ts";
import { goodbye, senderReport } from "../../rtsp-server/rtcp.ts";
import type { RtpFrame } from "../../rtsp-server/rtp-frame.ts";
import type { PeerNumbers, PeerPackets } from "./peer-packets.ts";
import type { PeerSound } from "./peer-sound.ts";
import { asksForPicture } from "./picture-loss.ts";
import type { FrameFollower, RelayedVideo } from "./relayed-video.ts";

/** The parts that a peer is built from. */
export interface VideoPeerParts {
  clock: Clock;
  video: RelayedVideo;
  connection: PeerConnection;
  track: Track;
  packets: PeerPackets;
  numbers: PeerNumbers;
  /** Undefined without sound. */
  sound: PeerSound | undefined;
  /** The ports are bound; called with the library's session description. */
  onAnswer(answer: string): void;
  /** Video flows. */
  onConnected(): void;
  /** Called once, when the viewer is gone. */
  onClosed(): void;
}

/** Time between sender reports (RFC 3550 6.2), and between two looks at the viewer's state. */
const reportMs = 5000;
/** Browsers put sound and picture in step after two reports of each: the second one comes so soon. */
const secondReportMs = 1000;
/** Viewers report every few seconds what they receive; one that is silent for so long is gone. */
const silentMs = 15_000;
/** Least time between two answers to a viewer that lost its picture. */
const resendMs = 1000;
/** Packets that may wait for their step; beyond it the viewer loses everything up to a key frame. */
const maxWaitingBytes = 8 * 1024 * 1024;

/** One viewer of a video: sends it the newest GOP when it has connected, and then each frame, with its sound. */
export class VideoPeer implements FrameFollower {
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

  /** Answers the offer and waits for the viewer's connection. Throws if the library refuses the offer. */
  start(offer: string): void {
    const { connection, track, onAnswer } = this.#parts;
    connection.onStateChange((state) => {
      if (state === "failed" || state === "closed" || state === "disconnected") this.close();
      // Releases its callbacks. Before the end of the connection it would keep the viewer from learning of it.
      if (state === "closed") track.close();
    });
    track.onOpen(() => this.#begin());
    track.onMessage((rtcp) => this.#onRtcp(rtcp));
    connection.onGatheringStateChange((state) => {
      const answer = state === "complete" && !this.#isClosed && connection.localDescription()?.sdp;
      if (answer) onAnswer(answer);
    });
    connection.setRemoteDescription(offer, "offer");
    connection.setLocalDescription("answer");
  }

  onFrame(frame: RtpFrame): void {
    if (this.#pacer.waitingBytes > maxWaitingBytes) this.#needsKey = true;
    else if (frame.isKey) this.#needsKey = false;
    if (!this.#needsKey) this.#pacer.push(this.#parts.packets.frame(frame));
  }

  onSound(frame: RtpFrame, wallMs: number): void {
    this.#parts.sound?.send(frame, wallMs);
  }

  /** Ends the connection. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const timer of this.#timers) timer.cancel();
    this.#pacer.close();
    const { video, connection, numbers, sound, onClosed } = this.#parts;
    video.detach(this);
    if (this.#isConnected) this.#send(goodbye(numbers.ssrc));
    sound?.close();
    connection.close();
    onClosed();
  }

  #begin(): void {
    if (this.#isClosed || this.#isConnected) return;
    const { clock, video, onConnected } = this.#parts;
    this.#isConnected = true;
    onConnected();
    this.#heardMs = clock.monoMs();
    this.#sendGop();
    video.follow(this);
    this.#report();
    this.#timers.push(
      clock.after(secondReportMs, () => this.#report()),
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
    const { video, packets, numbers, sound } = this.#parts;
    sound?.report();
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
