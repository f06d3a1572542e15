import type * as Library from "node-datachannel";
import type { Clock } from "../../../base/core/clock.ts";
import { describeError } from "../../../base/core/errors.ts";
import { PeerSound } from "./peer-sound.ts";
import { PeerPackets } from "./peer-packets.ts";
import type { FromWebrtcChild, PeerRefusal, PeerSpec, ToWebrtcChild } from "./protocol.ts";
import { RelayedVideo } from "./relayed-video.ts";
import { VideoPeer } from "./video-peer.ts";

/** The parts and settings of the worker. */
export interface WebrtcWorkerParts {
  clock: Clock;
  library: typeof Library;
  /** UDP port of all connections; with 0 each has a free one. */
  port: number;
  send(message: FromWebrtcChild): void;
  /** Collects garbage. */
  collect(): void;
}

/**
 * After so many connections the garbage is collected: their native memory goes with small objects, whose real size the
 * collector does not see.
 */
const collectEvery = 250;
/** Packets that a viewer may ask for again; more than a key frame of 600 kB. */
const resendPackets = 512;
/** CNAME and stream id of the box. */
const sourceName = "gatehouse";

/** Everything that the WebRTC child does, without its process: messages in, messages out. */
export class WebrtcWorker {
  readonly #parts: WebrtcWorkerParts;
  readonly #videos = new Map<number, RelayedVideo>();
  readonly #peers = new Map<number, VideoPeer>();
  #opened = 0;

  constructor(parts: WebrtcWorkerParts) {
    this.#parts = parts;
  }

  /** Takes the next message of the main process. Never throws. */
  onMessage(message: ToWebrtcChild): void {
    switch (message.type) {
      case "configure":
        return;
      case "videoOpen":
        this.#videos.set(message.videoId, new RelayedVideo());
        return;
      case "videoFrame": {
        const { videoId, frame, wallMs } = message;
        this.#videos.get(videoId)?.push(frame, wallMs);
        this.#parts.send({ type: "taken", bytes: frame.interleaved.length });
        return;
      }
      case "soundFrame": {
        const { videoId, frame, wallMs } = message;
        this.#videos.get(videoId)?.pushSound(frame, wallMs);
        this.#parts.send({ type: "taken", bytes: frame.interleaved.length });
        return;
      }
      case "videoClose":
        this.#videos.delete(message.videoId);
        return;
      case "peerOpen":
        this.#open(message.peerId, message.spec);
        return;
      case "peerClose":
        this.#peers.get(message.peerId)?.close();
    }
  }

  /** Ends every connection. */
  close(): void {
    for (const peer of this.#peers.values()) peer.close();
  }

  #open(peerId: number, spec: PeerSpec): void {
    const { send, collect } = this.#parts;
    this.#opened += 1;
    if (this.#opened % collectEvery === 0) collect();
    let peer: VideoPeer | undefined;
    const refuse = (of: PeerRefusal["of"], error: unknown): void => {
      send({ type: "peerEnded", peerId, refusal: { of, reason: describeError(error) } });
      this.#peers.delete(peerId);
      peer?.close();
    };
    try {
      peer = this.#newPeer(peerId, spec);
    } catch (error) {
      refuse("connection", error);
      return;
    }
    this.#peers.set(peerId, peer);
    try {
      peer.start(spec.offer);
    } catch (error) {
      refuse("offer", error);
    }
  }

  #newPeer(peerId: number, spec: PeerSpec): VideoPeer {
    const { clock, library, port, send } = this.#parts;
    const { bindAddress, codec, mid, playoutDelayId, ssrc, videoId } = spec;
    const connection = new library.PeerConnection(sourceName, {
      iceServers: [],
      ...(bindAddress === undefined ? {} : { bindAddress }),
      ...(port === 0 ? {} : { enableIceUdpMux: true, portRangeBegin: port, portRangeEnd: port }),
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    });
    const section = new library.Video(mid, "SendOnly");
    section.addVideoCodec(codec.payloadType, codec.name, codec.parameters);
    section.addSSRC(ssrc, sourceName, sourceName, "video");
    const track = connection.addTrack(section);
    track.setMediaHandler(new library.RtcpNackResponder(resendPackets));
    const numbers = { ssrc, payloadType: codec.payloadType, playoutDelayId };
    const sound = spec.sound && this.#newSound(connection, spec.sound);
    return new VideoPeer({
      clock,
      video: this.#videos.get(videoId) ?? new RelayedVideo(),
      connection,
      track,
      numbers,
      sound,
      packets: new PeerPackets(numbers),
      onAnswer: (answer) => send({ type: "peerAnswer", peerId, answer }),
      onConnected: () => send({ type: "peerConnected", peerId }),
      onClosed: () => {
        if (this.#peers.delete(peerId)) send({ type: "peerEnded", peerId, refusal: null });
      },
    });
  }
  #newSound(
    connection: Library.PeerConnection,
    { mid, payloadType, parameters, ssrc }: NonNullable<PeerSpec["sound"]>,
  ): PeerSound {
    const section = new this.#parts.library.Audio(mid, "SendOnly");
    section.addOpusCodec(payloadType, parameters);
    section.addSSRC(ssrc, sourceName, sourceName, "sound");
    return new PeerSound(connection.addTrack(section), { ssrc, payloadType });
  }
}
