import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type * as Library from "node-datachannel";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { RestreamSource } from "../../cameras/restream/restream-port.ts";
import type { OpenViewer, ViewerRequest, Viewers } from "../../cameras/restream/whep-port.ts";
import type { RtpFrame } from "../rtsp-server/rtp-frame.ts";
import type { SharedVideo } from "../rtsp-server/shared-video.ts";
import { SharedVideos } from "../rtsp-server/shared-videos.ts";
import { chooseCodec } from "./choose-codec.ts";
import { type Offer, readOffer } from "./offer.ts";
import { PeerPackets } from "./peer-packets.ts";
import {
  answerText,
  plainOffer,
  playoutDelayUri,
  type SentVideo,
  sourceName,
  transportOf,
} from "./session-texts.ts";
import { VideoPeer } from "./video-peer.ts";

/** The parts and settings of the peers. */
export interface WebrtcPeersOptions {
  source: Pick<RestreamSource, "open">;
  clock: Clock;
  log: Logger;
  /** UDP port of all connections; with 0 each has a free one. */
  port: number;
}

/** Time for the library to bind its port and to answer. */
const answerMs = 5000;
/** Ample time for the library's last thread to end after its cleanup. */
const lastThreadMs = 200;
/** Packets that a viewer may ask for again; more than a key frame of 600 kB. */
const resendPackets = 512;

/** Sends the cameras' own video to viewers by WebRTC, each frame packed once for all of them. */
export class WebrtcPeers implements Part, Viewers {
  readonly #options: WebrtcPeersOptions;
  readonly #videos: SharedVideos;
  readonly #peers = new Set<VideoPeer>();
  #library: typeof Library | undefined;

  constructor(options: WebrtcPeersOptions) {
    this.#options = options;
    this.#videos = new SharedVideos({ ...options, source: options.source as RestreamSource });
  }

  /** Does nothing: the library is loaded for the first viewer. */
  async start(): Promise<void> {}

  /** Ends every connection. */
  async stop(): Promise<void> {
    for (const peer of this.#peers) peer.close();
    this.#videos.closeAll();
    if (!this.#library) return;
    // Its threads would keep the process from ending.
    this.#library.cleanup();
    this.#library = undefined;
    // Its last thread still runs for a moment, and aborts a process that ends meanwhile.
    await setTimeout(lastThreadMs);
  }

  counts(): { connected: number; halfOpen: number } {
    const connected = [...this.#peers].filter(({ isConnected }) => isConnected).length;
    return { connected, halfOpen: this.#peers.size - connected };
  }

  async open({ org, path, offer: text, localAddress, onEnd }: ViewerRequest): Promise<OpenViewer> {
    const offer = readOffer(text);
    const library = await this.#load();
    const { shared, release } = this.#videos.hold(org, path);
    try {
      const sent = sentVideo(offer, shared);
      const connection = new library.PeerConnection(sourceName, {
        iceServers: [],
        ...bindingTo(localAddress),
        ...(this.#options.port === 0 ? {} : muxedOn(this.#options.port)),
        disableAutoNegotiation: true,
        forceMediaTransport: true,
      });
      const peer = this.#newPeer(library, { connection, shared, offer, sent }, () => {
        release();
        onEnd();
      });
      try {
        const answer = await this.#answer(connection, offer, sent);
        assertInOrder(shared.gop);
        return { answer, close: () => peer.close() };
      } catch (error) {
        peer.close();
        throw error;
      }
    } catch (error) {
      release();
      throw error;
    }
  }

  #newPeer(
    library: typeof Library,
    from: {
      connection: Library.PeerConnection;
      shared: SharedVideo;
      offer: Offer;
      sent: SentVideo;
    },
    onClosed: () => void,
  ): VideoPeer {
    const { connection, shared, offer, sent } = from;
    const { payloadType, name, parameters } = sent.codec;
    const video = new library.Video(offer.video.mid, "SendOnly");
    video.addVideoCodec(payloadType, name, parameters);
    video.addSSRC(sent.ssrc, sourceName, sourceName, "video");
    const track = connection.addTrack(video);
    track.setMediaHandler(new library.RtcpNackResponder(resendPackets));
    const numbers = { ssrc: sent.ssrc, payloadType, playoutDelayId: sent.playoutDelayId };
    const peer = new VideoPeer({
      clock: this.#options.clock,
      video: shared,
      connection,
      track,
      numbers,
      packets: new PeerPackets(numbers),
      onClosed: () => {
        this.#peers.delete(peer);
        onClosed();
      },
    });
    this.#peers.add(peer);
    peer.start();
    return peer;
  }

  /** Answers when the library has bound its ports. */
  async #answer(
    connection: Library.PeerConnection,
    offer: Offer,
    sent: SentVideo,
  ): Promise<string> {
    const { clock } = this.#options;
    const gathered = Promise.withResolvers<void>();
    const timer = clock.after(answerMs, () =>
      gathered.reject(fail("overloaded", "webrtc: the box did not answer in time. Try again")),
    );
    try {
      connection.onGatheringStateChange((state) => {
        if (state === "complete") gathered.resolve();
      });
      connection.setRemoteDescription(plainOffer(offer, sent), "offer");
      connection.setLocalDescription("answer");
      await gathered.promise;
      return answerText(offer, sent, transportOf(connection.localDescription()!.sdp));
    } finally {
      timer.cancel();
    }
  }

  async #load(): Promise<typeof Library> {
    try {
      this.#library ??= await import("node-datachannel");
      return this.#library;
    } catch (error) {
      this.#options.log.error({ error: describeError(error) }, "WebRTC cannot be loaded");
      throw fail(
        "feature_disabled",
        "webrtc: the program lacks its library for this processor. Use live-video.mp4",
      );
    }
  }
}

function sentVideo(offer: Offer, { format }: SharedVideo): SentVideo {
  const id = offer.video.extensions.get(playoutDelayUri);
  return {
    codec: chooseCodec(offer.video, format),
    ssrc: randomInt(1, 2 ** 32),
    playoutDelayId: id !== undefined && id >= 1 && id <= 14 ? id : undefined,
  };
}

/** Binds the address at which the viewer reached the box: it works for this viewer, and the site has opened it. */
function bindingTo(address: string | undefined): { bindAddress?: string } {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/, "");
  // The library does not bind addresses that need an interface's name.
  return plain === undefined || plain.startsWith("fe80:") ? {} : { bindAddress: plain };
}

function muxedOn(port: number) {
  return { enableIceUdpMux: true, portRangeBegin: port, portRangeEnd: port };
}

/** WebRTC has no place for frames that are shown in another order than they are sent. */
function assertInOrder(frames: readonly RtpFrame[]): void {
  const isBack = frames.some(
    ({ rtpTime }, at) => ((rtpTime - (frames[at - 1]?.rtpTime ?? rtpTime)) | 0) < 0,
  );
  if (!isBack) return;
  throw fail(
    "codec_not_playable",
    "stream: the camera sends B-frames, which WebRTC cannot show. Switch them off in the camera, or use live-video.mp4",
  );
}
