import { randomInt } from "node:crypto";
import { fail } from "../../base/contract/fail.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import type { OpusEncoder } from "../../cameras/sound/opus-port.ts";
import type { RestreamSource } from "../../cameras/restream/restream-port.ts";
import type { OpenViewer, ViewerRequest, Viewers } from "../../cameras/restream/whep-port.ts";
import type { RtpFrame } from "../rtsp-server/rtp-frame.ts";
import type { SharedVideo } from "../rtsp-server/shared-video.ts";
import { SharedVideos } from "../rtsp-server/shared-videos.ts";
import type { FromWebrtcChild, PeerRefusal, PeerSpec } from "./child/protocol.ts";
import { chooseCodec, chooseSoundCodec } from "./choose-codec.ts";
import { type Offer, readOffer } from "./offer.ts";
import type { PeerProcess } from "./peer-process.ts";
import {
  answerText,
  type LocalTransport,
  plainOffer,
  playoutDelayUri,
  type SentSound,
  type SentVideo,
  transportOf,
} from "./session-texts.ts";
import { VideoFeed } from "./video-feed.ts";
import { ViewerSession } from "./viewer-session.ts";

/** The parts and settings of the peers. */
export interface WebrtcPeersOptions {
  source: Pick<RestreamSource, "open">;
  clock: Clock;
  /** Encodes sound that WebRTC does not carry. */
  opus: OpusEncoder;
  /** Has the connections. It stops with the peers. */
  child: PeerProcess;
  /** True when all viewers have one UDP port. */
  isOnePort: boolean;
}

/** The process starts so long after the box, which has more urgent work at first. */
const warmUpMs = 2000;

/** Sends the cameras' own video to viewers by WebRTC, each frame packed once for all of them. */
export class WebrtcPeers implements Part, Viewers {
  readonly #options: WebrtcPeersOptions;
  readonly #videos: SharedVideos;
  readonly #feeds = new Map<SharedVideo, VideoFeed>();
  readonly #sessions = new Map<number, ViewerSession>();
  #nextId = 1;
  #warmUp: Timer | undefined;

  constructor(options: WebrtcPeersOptions) {
    this.#options = options;
    this.#videos = new SharedVideos(options);
  }

  /** The process follows 2 s later, or with an earlier first viewer. */
  async start(): Promise<void> {
    const { child, clock } = this.#options;
    child.listen({
      onMessage: (message) => this.#onMessage(message),
      onDown: () => this.#endAll(),
    });
    this.#warmUp = clock.after(warmUpMs, () => child.warmUp());
  }

  /** Ends every connection. */
  async stop(): Promise<void> {
    this.#warmUp?.cancel();
    this.#endAll();
    this.#videos.closeAll();
    await this.#options.child.stop();
  }

  counts(): { connected: number; halfOpen: number } {
    const sessions = [...this.#sessions.values()];
    const connected = sessions.filter(({ isConnected }) => isConnected).length;
    return { connected, halfOpen: sessions.length - connected };
  }

  async open({ org, path, offer: text, localAddress, onEnd }: ViewerRequest): Promise<OpenViewer> {
    const offer = readOffer(text);
    await this.#options.child.ready();
    const { shared, release } = this.#videos.hold(org, path);
    try {
      const sent = sentVideo(offer, shared);
      const session = this.#newSession(shared, () => {
        release();
        onEnd();
      });
      try {
        const local = plainAddress(localAddress);
        const transport = transportOf(await session.connect(this.#specOf(offer, sent, local)));
        assertInOrder(shared.gop);
        const answer = answerText(offer, sent, reachedAt(local, transport));
        const frameOf = (rtpTime: number) => shared.frameOf(rtpTime);
        return { answer, frameOf, close: () => session.close() };
      } catch (error) {
        session.close();
        throw error;
      }
    } catch (error) {
      release();
      throw error;
    }
  }

  #newSession(shared: SharedVideo, onClosed: () => void): ViewerSession {
    const { clock, child } = this.#options;
    const peerId = this.#nextId++;
    const session = new ViewerSession({
      peerId,
      clock,
      child,
      feed: this.#feeds.get(shared) ?? this.#openFeed(shared),
      onClosed: () => {
        this.#sessions.delete(peerId);
        onClosed();
      },
    });
    this.#sessions.set(peerId, session);
    return session;
  }

  #openFeed(video: SharedVideo): VideoFeed {
    const { child } = this.#options;
    const videoId = this.#nextId++;
    const onClosed = (): void => void this.#feeds.delete(video);
    const feed = new VideoFeed({ videoId, video, child, onClosed });
    this.#feeds.set(video, feed);
    feed.start();
    return feed;
  }

  #specOf(offer: Offer, sent: SentVideo, local: string | undefined): Omit<PeerSpec, "videoId"> {
    const { codec, ssrc, playoutDelayId, sound } = sent;
    return {
      offer: plainOffer(offer, sent),
      mid: offer.video.mid,
      codec,
      ssrc,
      playoutDelayId,
      sound: sound && { mid: sound.media.mid, ssrc: sound.ssrc, ...sound.codec },
      // Viewers with one port share its socket, whichever address they use.
      bindAddress: this.#options.isOnePort ? undefined : local,
    };
  }

  #onMessage(message: FromWebrtcChild): void {
    if (!("peerId" in message)) return;
    const session = this.#sessions.get(message.peerId);
    if (message.type === "peerAnswer") session?.onAnswer(message.answer);
    else if (message.type === "peerConnected") session?.onConnected();
    else session?.end(refusalOf(message.refusal));
  }

  #endAll(): void {
    const { child } = this.#options;
    for (const session of this.#sessions.values()) session.end(child.unavailable());
  }
}

function sentVideo(offer: Offer, shared: SharedVideo): SentVideo {
  const codec = chooseCodec(offer.video, shared.format);
  const sound = shared.sound && sentSound(offer);
  const id = offer.video.extensions.get(playoutDelayUri);
  // A viewer with sound delays the picture until the sound of its time is there.
  const isShownAtOnce = !sound && id !== undefined && id >= 1 && id <= 14;
  const playoutDelayId = isShownAtOnce ? id : undefined;
  return { codec, ssrc: randomInt(1, 2 ** 31), playoutDelayId, sound };
}

function sentSound({ sound: media }: Offer): SentSound | undefined {
  const codec = media && chooseSoundCodec(media);
  // Another one than that of the video.
  return codec && { media, codec, ssrc: randomInt(2 ** 31, 2 ** 32) };
}

/** The address at which the viewer reached the box: it works for this viewer, and the site has opened it. */
function plainAddress(address: string | undefined): string | undefined {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/, "");
  // The library does not bind addresses that need an interface's name.
  return plain?.startsWith("fe80:") ? undefined : plain;
}

/** Leaves the one candidate at the viewer's own address of the box; all candidates where this address is unknown. */
function reachedAt(local: string | undefined, transport: LocalTransport): LocalTransport {
  const [first] = transport.candidates;
  if (local === undefined || first === undefined) return transport;
  const fields = first.split(" ");
  // A socket at all addresses also has this one; the library leaves out loopback.
  return { ...transport, candidates: [fields.with(4, local).join(" ")] };
}

function refusalOf(refusal: PeerRefusal | null): Error {
  if (!refusal) return fail("stream_not_ready", "webrtc: the connection has just ended. Try again");
  const { of, reason } = refusal;
  return of === "offer"
    ? fail(
        "invalid_request_body",
        `offer: is refused (${reason}). Send the offer of a WebRTC client`,
      )
    : fail("overloaded", `webrtc: the box cannot open a connection (${reason}). Try again`);
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
